//! From a registry entry to a model crate's configuration: the part that all model crates share.

use std::path::Path;

use crate::error::Error;
use crate::hub::{FetchOptions, Hub, LocalModel};
use crate::progress::quiet;
use crate::registry::Registry;
use crate::spec::{InputSpec, ModelSpec};

/// What a model crate makes its configuration of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Description<'a> {
    /// A document of format `vrt-model/1`, which says everything.
    Metadata(&'a Path),
    /// A published variant of the crate, and what the registry knows of this very file, which goes before what holds for the variant.
    Variant {
        /// Its name.
        name: &'a str,
        /// How pictures become its input, where the registry says so.
        input: Option<&'a InputSpec>,
    },
}

impl ModelSpec {
    /// What the crate of a family makes its configuration of: the metadata document if there is one, else variant and input of the entry.
    ///
    /// ```
    /// use vrt_hub::{Description, Registry};
    /// let registry = Registry::builtin();
    /// let nano = registry.get("rfdetr-seg-nano")?;
    /// let Description::Variant { name, input: Some(input) } = nano.describe("rfdetr-seg", None)? else { panic!() };
    /// assert_eq!((name, input.width), ("rfdetr-seg-nano", 312));
    /// assert!(nano.describe("depth-anything", None).is_err());
    /// # Ok::<(), vrt_hub::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OtherFamily`] for a model of another crate, [`Error::Spec`] for one of which neither a document nor a variant is known.
    pub fn describe<'a>(&'a self, family: &str, metadata: Option<&'a Path>) -> Result<Description<'a>, Error> {
        self.check_family(family)?;
        match (metadata, &self.variant) {
            (Some(path), _) => Ok(Description::Metadata(path)),
            (None, Some(name)) => Ok(Description::Variant { name, input: self.input.as_ref() }),
            (None, None) => {
                let problem = "it has neither a metadata file nor a `variant`, so nothing says how it is to be run".to_owned();
                Err(Error::Spec { model: self.name.to_string(), problem })
            }
        }
    }

    fn check_family(&self, family: &str) -> Result<(), Error> {
        if self.family == family {
            return Ok(());
        }
        let (model, found) = (self.name.to_string(), self.family.to_string());
        Err(Error::OtherFamily { model, found, expected: family.to_owned() })
    }
}

impl LocalModel {
    /// A model by name, for the crate of a family, as the environment says: [`Registry::from_env`], [`Hub::from_env`]. What is missing is
    /// downloaded without a word; for progress use [`Hub::fetch`].
    ///
    /// # Errors
    /// Those of the three, and [`Error::OtherFamily`] before anything is downloaded.
    pub fn by_name(name: &str, family: &str, options: &FetchOptions) -> Result<Self, Error> {
        let registry = Registry::from_env()?;
        let spec = registry.get(name)?;
        spec.check_family(family)?;
        Hub::from_env()?.fetch(spec, options, &mut quiet)
    }

    /// As [`ModelSpec::describe`], with the metadata file that is here.
    ///
    /// # Errors
    /// As there.
    pub fn describe(&self, family: &str) -> Result<Description<'_>, Error> {
        self.spec.describe(family, self.metadata.as_deref())
    }
}

#[cfg(feature = "preprocess")]
#[cfg_attr(docsrs, doc(cfg(feature = "preprocess")))]
impl InputSpec {
    /// The resize filter.
    ///
    /// # Errors
    /// [`Error::Setting`] for a name that is none; [`ModelSpec::validate`] lets none through.
    pub fn resize_filter(&self) -> Result<vrt::preprocess::ResizeFilter, Error> {
        serde_json::from_value(serde_json::Value::from(&*self.filter)).map_err(|_| Error::Setting {
            setting: "input.filter",
            found: self.filter.to_string(),
            problem: format!("known are {}", Self::FILTERS.join(", ")),
        })
    }

    /// Mean and standard deviation.
    pub fn normalize(&self) -> vrt::preprocess::Normalize {
        vrt::preprocess::Normalize { mean: self.mean, std: self.std }
    }
}

#[cfg(all(test, feature = "preprocess"))]
mod tests {
    use super::*;

    #[test]
    fn every_filter_that_an_entry_may_name_is_one() {
        let mut input = crate::REGISTRY[0].input.clone().unwrap();
        for filter in InputSpec::FILTERS {
            input.filter = filter.into();
            assert_eq!(serde_json::to_value(input.resize_filter().unwrap()).unwrap(), filter);
        }
    }
}
