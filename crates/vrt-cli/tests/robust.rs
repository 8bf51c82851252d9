//! Inputs, outputs and ends that are not as they should be.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::fs;
use std::io::Read;
use std::process::Stdio;

use common::{Folder, command, json_lines, scene, stderr, stdout, vrt};
use vrt_picture::kornia_image::{Image, ImageSize};

fn grey(width: usize, height: usize) -> Vec<u8> {
    vrt_picture::encode_png(&Image::from_size_val(ImageSize { width, height }, 128).unwrap()).unwrap()
}

#[test]
fn pictures_of_every_size_are_taken_or_refused_with_reasons() {
    let folder = Folder::new();
    for (name, bytes) in [("dot.png", grey(1, 1)), ("tall.png", grey(2, 3000)), ("wide.png", grey(3000, 1))] {
        folder.write(name, &bytes);
        let output = vrt(&folder, &["run", name, "--json", "--model", "sample"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
    }
    folder.write("large.png", &grey(2000, 1000));
    let output = vrt(&folder, &["run", "large.png", "--max-pixels", "1M", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let [failure] = json_lines(&output).try_into().unwrap();
    assert_eq!(failure["error"]["kind"], "too-large");
    assert!(failure["error"]["message"].as_str().unwrap().contains("--max-pixels"));
    assert_eq!(vrt(&folder, &["run", "large.png", "--max-pixels", "2M", "--model", "sample"]).status.code(), Some(0));
}

#[test]
fn what_can_not_be_read_is_named_with_a_reason() {
    let folder = Folder::new();
    folder.write("empty.jpg", b"");
    folder.write("text.png", b"hello");
    folder.write("still.gif", b"GIF89a\x01\x00\x01\x00");
    fs::create_dir(folder.path("hollow")).unwrap();
    let mut cases = vec![
        ("empty.jpg", "is empty"),
        ("text.png", "no picture this program reads"),
        ("still.gif", "a GIF"),
        ("missing.png", "check the path"),
        ("hollow", "no pictures in hollow"),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere.png", folder.path("link.png")).unwrap();
        cases.push(("link.png", "a link may point nowhere"));
    }
    for (name, reason) in cases {
        let output = vrt(&folder, &["run", name]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(stderr(&output).contains(name) && stderr(&output).contains(reason), "{name}: {}", stderr(&output));
    }
}

#[test]
fn the_content_decides_what_a_file_is() {
    let folder = Folder::new();
    folder.copy(&scene(1), "in/really-a-jpeg.png");
    folder.copy(&scene(2), "in/no-ending");
    let output = vrt(&folder, &["run", "in", "--json", "--model", "sample"]);
    assert_eq!((output.status.code(), json_lines(&output).len()), (Some(0), 2), "{}", stderr(&output));
}

#[test]
fn a_file_given_twice_is_done_once() {
    let folder = Folder::new();
    folder.copy(&scene(1), "a.jpg");
    let output = vrt(&folder, &["run", "a.jpg", "./a.jpg", ".", "--model", "sample", "--json"]);
    assert_eq!((output.status.code(), json_lines(&output).len()), (Some(0), 1));
    assert!(stderr(&output).contains("2 files given more than once"), "{}", stderr(&output));
}

#[test]
fn results_never_replace_pictures() {
    let folder = Folder::new();
    let picture = folder.copy(&scene(1), "overlay.png");
    let before = fs::read(&picture).unwrap();
    let output = vrt(&folder, &["run", "overlay.png", "--out", "."]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("would replace the picture"), "{}", stderr(&output));
    assert_eq!(fs::read(&picture).unwrap(), before);
}

#[test]
fn a_folder_that_can_not_be_written_is_refused_before_any_work() {
    let folder = Folder::new();
    folder.copy(&scene(1), "a.jpg");
    folder.write("taken", b"a file");
    for out in ["taken", "taken/below"] {
        for args in [vec!["run", "a.jpg", "--json", "--out", out], vec!["demo", "--out", out]] {
            let output = vrt(&folder, &args);
            assert_eq!(output.status.code(), Some(1), "{args:?}");
            assert!(stderr(&output).contains("can't write results to") && stderr(&output).contains("--out"), "{}", stderr(&output));
            assert_eq!(stdout(&output), "", "{args:?}");
        }
    }
    assert_eq!(fs::read(folder.path("taken")).unwrap(), b"a file");
}

#[test]
fn older_results_are_replaced_whole() {
    let folder = Folder::new();
    folder.copy(&scene(1), "a.jpg");
    folder.copy(&scene(2), "b.jpg");
    for name in ["a.jpg", "b.jpg"] {
        assert_eq!(vrt(&folder, &["run", name, "--model", "sample"]).status.code(), Some(0));
        let text = fs::read_to_string(folder.path("vrt-out/result.json")).unwrap();
        assert!(text.contains(name));
    }
    let mut names: Vec<_> = fs::read_dir(folder.path("vrt-out")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["depth.png", "overlay.png", "result.json"]);
}

#[test]
fn colours_are_for_terminals() {
    let folder = Folder::new();
    let colours = |name: &str, value: &str| command(&folder, &["models"]).env(name, value).output().unwrap();
    assert!(!stdout(&vrt(&folder, &["models"])).contains('\u{1b}'));
    assert!(stdout(&colours("CLICOLOR_FORCE", "1")).contains('\u{1b}'));
    assert!(!stdout(&colours("NO_COLOR", "1")).contains('\u{1b}'));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    let mut child = command(&folder, &["demo", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert!(!stderr(&output).contains("error"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_whole_files() {
    let folder = Folder::new();
    for number in 0..60 {
        folder.copy(&scene(number % 12), &format!("in/{number:02}.jpg"));
    }
    let mut child =
        command(&folder, &["run", "in", "--json", "--model", "sample"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    // With the first byte of the first document the work has begun.
    out.read_exact(&mut [0]).unwrap();
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let done: Vec<_> = fs::read_dir(folder.path("vrt-out")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!done.is_empty() && done.len() < 60, "{}", done.len());
    for place in done {
        let names: Vec<_> = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(!names.iter().any(|name| name.to_string_lossy().ends_with(".tmp")), "{names:?}");
        for name in names {
            let bytes = fs::read(place.join(&name)).unwrap();
            if name == "result.json" {
                serde_json::from_slice::<serde_json::Value>(&bytes).unwrap();
            } else {
                vrt_picture::decode_picture(&bytes, "result").unwrap();
            }
        }
    }
}
