//! Registry files.

use std::fs;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

use crate::error::Error;
use crate::files;
use crate::spec::ModelSpec;

const FORMAT: &str = "vrt-registry/1";
const MAX_BYTES: u64 = 4 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    format: String,
    #[serde(default)]
    model: Vec<ModelSpec>,
}

/// The models of a file.
pub(super) fn read(path: &Path) -> Result<Vec<ModelSpec>, Error> {
    let text = text(path)?;
    models(&text).map_err(|problem| Error::Registry { path: path.to_owned(), problem })
}

fn text(path: &Path) -> Result<String, Error> {
    let file = fs::File::open(path).map_err(Error::io("opening the model registry", path))?;
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(Error::io("reading the model registry", path))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(Error::Registry { path: path.to_owned(), problem: format!("it has more than {MAX_BYTES} bytes") });
    }
    Ok(text)
}

fn models(text: &str) -> Result<Vec<ModelSpec>, String> {
    let whole: Whole = toml_edit::de::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    if whole.format != FORMAT {
        return Err(format!("its format is {:?}, and this version reads {FORMAT:?}", whole.format));
    }
    for (index, model) in whole.model.iter().enumerate() {
        if whole.model[..index].iter().any(|other| other.name == model.name) {
            return Err(format!("two models have the name {:?}", model.name));
        }
    }
    Ok(whole.model)
}

/// Puts a model into a file, which is made if it isn't there; comments and other models stay as they are.
///
/// # Errors
/// [`Error::Registry`] if the name is taken and `replace` is false, or the file can't be used; [`Error::Io`].
pub(crate) fn insert(path: &Path, model: &ModelSpec, replace: bool) -> Result<(), Error> {
    edit(path, |document, problem| {
        let models = tables(document).ok_or_else(|| problem("its `model` is no list of tables".to_owned()))?;
        if let Some(index) = position(models, &model.name) {
            if !replace {
                let name = &model.name;
                return Err(problem(format!("it has a model {name:?} already; take another name, or replace it (`--replace`)")));
            }
            models.remove(index);
        }
        models.push(table(model).map_err(problem)?);
        Ok(())
    })
}

/// Takes a model out of a registry file. Its files stay where they are. Says whether it was there.
///
/// # Errors
/// [`Error::Registry`] and [`Error::Io`] for a file that can't be read, used or written.
pub fn remove_model(path: impl AsRef<Path>, name: &str) -> Result<bool, Error> {
    let path = path.as_ref();
    if !path.exists() {
        return Ok(false);
    }
    let mut found = false;
    edit(path, |document, problem| {
        let models = tables(document).ok_or_else(|| problem("its `model` is no list of tables".to_owned()))?;
        if let Some(index) = position(models, name) {
            models.remove(index);
            found = true;
        }
        Ok(())
    })?;
    Ok(found)
}

fn edit(path: &Path, change: impl FnOnce(&mut DocumentMut, &dyn Fn(String) -> Error) -> Result<(), Error>) -> Result<(), Error> {
    let problem = |problem: String| Error::Registry { path: path.to_owned(), problem };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::io("making the folder", folder))?;
    }
    // Two edits at once would lose one of them.
    let _lock = files::Lock::wait(&path.with_extension("toml.lock"), files::BRIEFLY, || Ok(()))?;
    let before = match path.exists() {
        true => text(path)?,
        false => format!("# Models of this user. Edit it, or use `vrt add` and `vrt rm`.\nformat = \"{FORMAT}\"\n"),
    };
    models(&before).map_err(problem)?;
    let mut document: DocumentMut = before.parse().map_err(|error: toml_edit::TomlError| problem(error.to_string()))?;
    change(&mut document, &problem)?;
    let after = document.to_string();
    models(&after).map_err(problem)?;
    files::write_atomic(path, after.as_bytes())
}

fn tables(document: &mut DocumentMut) -> Option<&mut ArrayOfTables> {
    document.entry("model").or_insert(Item::ArrayOfTables(ArrayOfTables::new())).as_array_of_tables_mut()
}

fn position(models: &ArrayOfTables, name: &str) -> Option<usize> {
    models.iter().position(|model| model.get("name").and_then(Item::as_str) == Some(name))
}

/// The entry as a person would write it: one key a line, lists of tables one a line.
fn table(model: &ModelSpec) -> Result<Table, String> {
    let document = toml_edit::ser::to_document(model).map_err(|error| error.to_string())?;
    let mut table = Table::new();
    table.decor_mut().set_prefix("\n");
    for (key, item) in document.as_table() {
        let item = match item.clone().into_value() {
            Ok(mut part) => {
                if let Some(array) = part.as_array_mut().filter(|array| array.iter().any(toml_edit::Value::is_inline_table)) {
                    array.iter_mut().for_each(|element| element.decor_mut().set_prefix("\n    "));
                    array.set_trailing_comma(true);
                    array.set_trailing("\n");
                }
                value(part)
            }
            Err(item) => item,
        };
        table.insert(key, item);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::REGISTRY;

    #[test]
    fn the_built_in_models_have_the_form_of_a_users_file() {
        assert_eq!(read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("registry.toml")).unwrap(), REGISTRY);
    }

    #[test]
    fn every_built_in_model_survives_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made/registry.toml");
        for model in REGISTRY {
            insert(&path, model, false).unwrap();
        }
        assert_eq!(read(&path).unwrap(), REGISTRY);
    }

    #[test]
    fn edits_leave_the_rest_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("registry.toml");
        insert(&path, &REGISTRY[0], false).unwrap();
        let text = fs::read_to_string(&path).unwrap() + "# my own note\n";
        fs::write(&path, &text).unwrap();
        insert(&path, &REGISTRY[1], false).unwrap();
        let error = insert(&path, &REGISTRY[1], false).unwrap_err().to_string();
        assert!(error.contains("--replace") && error.contains("registry.toml"), "{error}");
        insert(&path, &REGISTRY[1], true).unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("# my own note"));
        assert!(remove_model(&path, &REGISTRY[1].name).unwrap());
        assert!(!remove_model(&path, &REGISTRY[1].name).unwrap());
        assert_eq!(read(&path).unwrap(), REGISTRY[..1]);
    }

    #[test]
    fn wrong_files_say_where() {
        let entry = |change: (&str, &str)| {
            let text = "format = \"vrt-registry/1\"\n[[model]]\nname = \"m\"\ntask = \"depth\"\nfamily = \"depth-anything\"\nlicense = \"MIT\"\n\
                        repository = \"a/b\"\nfiles = [{ role = \"onnx\", path = \"m.onnx\" }]\n";
            assert!(models(text).is_ok());
            models(&text.replace(change.0, change.1)).unwrap_err()
        };
        let engine = |precision: &str, more: &str| {
            let hash = "0".repeat(64);
            format!(
                "engines = [{{ path = \"e\", sha256 = \"{hash}\", tensorrt = \"10.6.0.26\", sm = 90, precision = \"{precision}\", {more}\
                 platform = \"linux-x86_64\" }}]\nfiles ="
            )
        };
        let input = |filter: &str, width: u32, std: f32| {
            format!(
                "input = {{ width = {width}, height = 8, resize = \"stretch\", filter = \"{filter}\", mean = [0.5, 0.5, 0.5], \
                 std = [{std:.1}, 1.0, 1.0] }}\nfiles ="
            )
        };
        let cases = [
            (("registry/1", "registry/2"), "vrt-registry/2"),
            (("m.onnx", "../m.onnx"), "../m.onnx"),
            (("m.onnx", "/m.onnx"), "/m.onnx"),
            (("\"m.onnx\"", "'C:\\m.onnx'"), "colon"),
            (("a/b", "a/../b"), "a/../b"),
            (("name = \"m\"", "name = \"../m\""), "../m"),
            (("role = \"onnx\"", "role = \"metadata\""), "exactly one"),
            (("license", "licence"), "licence"),
            (("repository = \"a/b\"", ""), "`folder`"),
            (("repository = \"a/b\"", "folder = \"x\""), "absolute"),
            (("path =", "sha256 = \"abc\", path ="), "64 hexadecimal digits"),
            (("depth\"", "pose\""), "pose"),
            (("[[model]]", "[[model"), "line 2"),
            (("files =", "notes = \"a\\u001b[31m\"\nfiles ="), "control character"),
            (("\"MIT\"", "\"MIT\\u0007\""), "license has a control character"),
            (("files = [", "files = [{ role = \"metadata\", path = \"M.ONNX\" }, "), "can't both be"),
            (("files =", &input("bilinaer", 8, 1.0)), "bilinaer"),
            (("files =", &input("cubic", 0, 1.0)), "1..=8192"),
            (("files =", &input("cubic", 8, 0.0)), "above 0"),
            (("files =", &engine("fp12", "")), "fp12"),
            (("files =", &engine("fp16", "extra = 1, ")), "extra"),
        ];
        for (change, said) in cases {
            let error = entry(change);
            assert!(error.contains(said), "{change:?} should say {said}: {error}");
        }
        let twice = "[[model]]\nname = \"m\"\ntask = \"depth\"\nfamily = \"d\"\nlicense = \"MIT\"\nrepository = \"a/b\"\n\
                     files = [{ role = \"onnx\", path = \"m.onnx\" }]\n";
        assert!(models(&format!("format = \"vrt-registry/1\"\n{twice}{twice}")).unwrap_err().contains("two models"));
    }
}
