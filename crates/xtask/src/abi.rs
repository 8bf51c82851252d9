//! What `scripts/tensorrt-abi/extract.py` reads from one header set: `bindings/abi/*.json`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::Result;

/// One of the binary interfaces that exist side by side. Inside one, releases only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Trt10,
    Trt11,
    Rtx,
}

impl Family {
    pub const ALL: [Self; 3] = [Self::Trt10, Self::Trt11, Self::Rtx];

    /// The name of its files in `bindings/`.
    pub fn file(self) -> &'static str {
        match self {
            Self::Trt10 => "trt10",
            Self::Trt11 => "trt11",
            Self::Rtx => "rtx",
        }
    }

    pub fn variant(self) -> &'static str {
        match self {
            Self::Trt10 => "Trt10",
            Self::Trt11 => "Trt11",
            Self::Rtx => "Rtx",
        }
    }

    pub fn product(self) -> &'static str {
        match self {
            Self::Trt10 | Self::Trt11 => "TensorRT",
            Self::Rtx => "TensorRT-RTX",
        }
    }

    /// The oldest release of the family; what the oldest header at hand has is taken to be in it.
    pub fn first(self) -> Version {
        match self {
            Self::Trt10 => Version { major: 10, minor: 0, patch: 0 },
            Self::Trt11 => Version { major: 11, minor: 0, patch: 0 },
            // 1.5 broke with 1.4; NVIDIA's release notes say so.
            Self::Rtx => Version { major: 1, minor: 5, patch: 0 },
        }
    }

    fn of(version: Version) -> Result<Self> {
        match (version.major, version.minor) {
            (10, _) => Ok(Self::Trt10),
            (11, _) => Ok(Self::Trt11),
            (1, 5..) => Ok(Self::Rtx),
            _ => Err(format!("{version} belongs to no family: neither 10.x, 11.x nor TensorRT-RTX 1.5 or newer").into()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
    pub patch: u32,
}

impl Version {
    fn parse(text: &str) -> Result<Self> {
        let parts: Vec<u32> = text.split('.').map(str::parse).collect::<std::result::Result<_, _>>()?;
        match parts[..] {
            [major, minor, patch] => Ok(Self { major, minor, patch }),
            _ => Err(format!("version {text:?} is not major.minor.patch").into()),
        }
    }

    /// As `getInferLibVersion` counts, without the patch: methods arrive with minor releases.
    pub fn number(self) -> u32 {
        self.major * 10_000 + self.minor * 100
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Slot {
    pub name: String,
    pub returns: String,
    pub args: Vec<String>,
    #[serde(rename = "const")]
    pub is_const: bool,
    pub public: bool,
}

impl Slot {
    pub fn signature(&self) -> String {
        let constness = if self.is_const { " const" } else { "" };
        format!("{} {}({}){constness}", self.returns, self.name, self.args.join(", "))
    }

    pub fn is_destructor(&self) -> bool {
        self.name.starts_with('~')
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct Interface {
    pub class: String,
    pub bases: Vec<String>,
    pub slots: Vec<Slot>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Facade {
    pub implementation_offset: usize,
    pub delete_slot: usize,
    pub slots: Vec<Slot>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Enum {
    #[serde(rename = "type")]
    pub kind: String,
    /// In the headers' order.
    pub values: serde_json::Map<String, serde_json::Value>,
}

impl Enum {
    pub fn constants(&self) -> impl Iterator<Item = (&str, i64)> {
        self.values.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_i64()?)))
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct Struct {
    pub size: usize,
    pub align: usize,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Abi {
    #[serde(rename = "version")]
    version_text: String,
    pub parser: bool,
    pub interfaces: BTreeMap<String, Interface>,
    pub facades: BTreeMap<String, Facade>,
    pub enums: BTreeMap<String, Enum>,
    pub structs: BTreeMap<String, Struct>,
    pub functions: BTreeMap<String, String>,
}

impl Abi {
    pub fn parse(text: &str, what: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|e| format!("{what}: {e}").into())
    }

    pub fn version(&self) -> Result<Version> {
        Version::parse(&self.version_text)
    }

    pub fn family(&self) -> Result<Family> {
        Family::of(self.version()?)
    }

    pub fn file_name(&self) -> Result<String> {
        let prefix = if self.family()? == Family::Rtx { "rtx" } else { "trt" };
        Ok(format!("{prefix}-{}.json", self.version()?))
    }

    /// The short name (`IRuntime`, `IParser`) of every class whose objects are reached directly, not through a facade.
    pub fn is_direct(name: &str) -> bool {
        name.starts_with("IParser")
    }
}

/// Every `bindings/abi/*.json`, by family, oldest first.
pub fn load_all(folder: &Path) -> Result<BTreeMap<Family, Vec<Abi>>> {
    let mut families: BTreeMap<Family, Vec<Abi>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "json") {
            let text = std::fs::read_to_string(&path)?;
            let abi = Abi::parse(&text, &path.display().to_string())?;
            families.entry(abi.family()?).or_default().push(abi);
        }
    }
    for (family, versions) in &mut families {
        versions.sort_by_key(|abi| abi.version().map_or(0, |v| v.number() * 100 + v.patch));
        if versions.is_empty() {
            return Err(format!("no header version of family {}", family.file()).into());
        }
    }
    Ok(families)
}
