//! The list that people read says what the registry says.

#![allow(clippy::unwrap_used, reason = "a failing assumption is the test's failure")]

use vrt_hub::{REGISTRY, Source};

/// The row of a table whose first cell is the name.
fn row<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines().find(|line| line.starts_with(&format!("| `{name}` |")) && !line.contains("not measured")).unwrap_or_default()
}

#[test]
fn every_model_has_its_row() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/models.md");
    let text = std::fs::read_to_string(path).unwrap();
    for model in REGISTRY {
        let row = row(&text, &model.name);
        assert!(row.ends_with(&format!("| {} |", model.trust().name())), "{}: {row}", model.name);
        if let Source::HuggingFace { repository, .. } = &model.source {
            let owner = repository.split('/').next().unwrap();
            assert!(row.contains(owner) || row.contains("the same,"), "{}: {row}", model.name);
            assert!(text.contains(&model.page()), "{}", model.page());
        }
        if model.is_non_commercial() {
            assert!(row.contains("CC-BY-NC-4.0"), "{}: {row}", model.name);
        }
        if let Some(size) = model.size() {
            assert!(row.contains(&format!("{:.1} MB", size as f64 / 1e6)), "{}: {row}", model.name);
        }
        let input = model.input.as_ref().unwrap();
        if input.resize == "stretch" {
            assert!(row.contains(&format!("{} x {}", input.width, input.height)), "{}: {row}", model.name);
        }
    }
}
