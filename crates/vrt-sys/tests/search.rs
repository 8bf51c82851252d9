//! What is opened, what is refused, and what is said about it. The environment is the process's own, so children are asked.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing assumption is the test's failure")]

mod common;

use std::path::Path;
use std::process::Command;

use common::{driver, mock, of_version};
use vrt_sys::{Builder, DriverError, Error, Family, Library, Runtime};

fn open(folder: &Path) -> Result<Library, Error> {
    // SAFETY: compiled from this repository's sources, or no library at all.
    unsafe { Library::options().directory(folder).cuda_driver(driver(1, 0)).open() }
}

#[test]
fn each_family_is_told_by_its_own_version() {
    for family in [Family::Trt10, Family::Trt11, Family::Rtx] {
        let library = mock(family).open();
        assert_eq!(library.family(), family);
        assert_eq!(library.version().build, Some(99));
        assert!(!library.is_newer_than_known());
        assert_eq!(library.search_report().attempts().len(), 1, "{}", library.search_report());
        let again = mock(family).open();
        assert!(std::ptr::eq(library.path(), again.path()), "opened twice");
    }
}

#[test]
fn other_versions_are_refused_by_name() {
    for (number, text) in [(8_601, "8.6.1"), (120_000, "12.0.0"), (10_400, "1.4.0"), (0, "0.0.0")] {
        let error = open(&of_version(number, "libnvinfer.so")).unwrap_err();
        assert!(matches!(error, Error::UnsupportedVersion { .. }), "{error}");
        let expected = format!("is TensorRT {text}, whose binary interface is not known here: supported are");
        assert!(error.to_string().contains(&expected), "{error}");
    }
    // A release that is newer than the tables works as the newest known one.
    let newer = open(&of_version(109_900, "libnvinfer.so.10")).unwrap();
    assert!(newer.is_newer_than_known());
    // It exports nothing but its version.
    let error = Runtime::new(newer).unwrap_err();
    assert!(matches!(error, Error::Symbol { symbol: "createInferRuntime_INTERNAL", .. }), "{error}");
}

#[test]
fn an_empty_folder_and_a_broken_file() {
    let folder = tempfile::tempdir().unwrap();
    let error = open(folder.path()).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, Error::NotFound(_)) && text.contains("no libnvinfer.so"), "{text}");
    assert!(text.contains("set VRT_TENSORRT_DIR to the folder that holds libnvinfer.so"), "{text}");
    std::fs::create_dir(folder.path().join("lib")).unwrap();
    let file = folder.path().join("lib/libnvinfer.so.10");
    std::fs::write(&file, "not a library").unwrap();
    let error = open(folder.path()).unwrap_err();
    assert!(matches!(&error, Error::Open { path, .. } if *path == file), "{error}");
}

#[test]
fn a_library_that_is_not_tensorrt() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(driver(1, 0), folder.path().join("libnvinfer.so.10")).unwrap();
    let error = open(folder.path()).unwrap_err();
    assert!(matches!(error, Error::Symbol { symbol: "getInferLibVersion", .. }), "{error}");
}

/// Runs the ignored test `name` of this program in a process with other surroundings.
fn child(name: &str, environment: &[(&str, &str)]) -> (bool, String) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env_remove("VRT_TENSORRT_DIR")
        .env_remove("LD_LIBRARY_PATH")
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
#[ignore = "run by other tests in a process of its own"]
fn child_opens() {
    match Library::open() {
        Ok(library) => println!("opened {library}"),
        Err(error) => println!("refused: {error}"),
    }
}

#[test]
fn the_environment_decides() {
    let (ten, eleven) = (mock(Family::Trt10).folder, mock(Family::Trt11).folder);
    let (ten, eleven) = (ten.to_str().unwrap(), eleven.to_str().unwrap());
    // VRT_TENSORRT_DIR comes before the loader.
    let (_, text) = child("child_opens", &[("VRT_TENSORRT_DIR", ten), ("LD_LIBRARY_PATH", eleven)]);
    assert!(text.contains("opened TensorRT 10."), "{text}");
    let (_, text) = child("child_opens", &[("LD_LIBRARY_PATH", eleven)]);
    assert!(text.contains("opened TensorRT 11."), "{text}");
    // With both on the loader's path the newer major is taken.
    let (_, text) = child("child_opens", &[("LD_LIBRARY_PATH", &format!("{ten}:{eleven}"))]);
    assert!(text.contains("opened TensorRT 11."), "{text}");
    // A folder without TensorRT: the search goes on.
    let empty = tempfile::tempdir().unwrap();
    let (_, text) = child("child_opens", &[("VRT_TENSORRT_DIR", empty.path().to_str().unwrap()), ("LD_LIBRARY_PATH", ten)]);
    assert!(text.contains("opened TensorRT 10."), "{text}");
    // A folder with a TensorRT that cannot be used: nothing else is taken in its place.
    let old = of_version(8_601, "libnvinfer.so");
    let (_, text) = child("child_opens", &[("VRT_TENSORRT_DIR", old.to_str().unwrap()), ("LD_LIBRARY_PATH", ten)]);
    assert!(text.contains("refused:") && text.contains("is TensorRT 8.6.1"), "{text}");
}

#[test]
fn pip_packages_are_found() {
    let environment = tempfile::tempdir().unwrap();
    let packages = environment.path().join("lib/python3.11/site-packages");
    std::fs::create_dir_all(&packages).unwrap();
    std::os::unix::fs::symlink(mock(Family::Trt10).folder, packages.join("tensorrt_libs")).unwrap();
    let (_, text) = child("child_opens", &[("VIRTUAL_ENV", environment.path().to_str().unwrap())]);
    assert!(text.contains("opened TensorRT 10."), "{text}");
}

#[test]
fn without_a_usable_driver_tensorrt_is_not_even_asked() {
    let folder = mock(Family::Trt10).folder;
    type Right = fn(&DriverError) -> bool;
    let cases: [(std::path::PathBuf, Right, &str); 4] = [
        (driver(0, 0), |e| matches!(e, DriverError::NoDevice { .. }), "shows no GPU"),
        (driver(1, 34), |e| matches!(e, DriverError::Init { code: 34, .. }), "stub library"),
        (driver(1, 803), |e| matches!(e, DriverError::Init { code: 803, .. }), "different driver versions"),
        ("/nonexistent/libcuda.so.1".into(), |e| matches!(e, DriverError::NotFound { .. }), "Install the NVIDIA driver"),
    ];
    for (path, right, says) in cases {
        // SAFETY: compiled from this repository's sources, or no library at all.
        let library = unsafe { Library::options().directory(&folder).cuda_driver(&path).open() }.unwrap();
        for error in [Runtime::new(library).unwrap_err(), Builder::new(library).unwrap_err()] {
            let Error::Driver(driver) = &error else { panic!("{error}") };
            assert!(right(driver) && error.to_string().contains(says), "{error}");
        }
    }
    // The stand-in of TensorRT is no driver.
    let path = mock(Family::Trt10).open().path();
    // SAFETY: compiled from this repository's sources.
    let error = unsafe { vrt_sys::driver::probe(Some(path)) }.unwrap_err();
    assert!(matches!(error, DriverError::Symbol { symbol: "cuInit", .. }), "{error}");
}

#[test]
fn tensorrt_rtx_builds_without_a_driver() {
    let folder = mock(Family::Rtx).folder;
    // SAFETY: compiled from this repository's sources; the driver does not exist.
    let library = unsafe { Library::options().directory(&folder).cuda_driver("/nonexistent/libcuda.so.1").open() }.unwrap();
    assert!(Builder::new(library).is_ok());
    assert!(matches!(library.driver(), Err(Error::Driver(_))));
}

#[test]
fn a_parser_that_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let name = common::file_name(Family::Trt11);
    std::fs::copy(mock(Family::Trt11).folder.join(name), folder.path().join(name)).unwrap();
    let builder = Builder::new(open(folder.path()).unwrap()).unwrap();
    let error = vrt_sys::OnnxParser::new(builder.create_network(&[]).unwrap()).unwrap_err();
    assert!(matches!(error, Error::NotFound(_)) && error.to_string().contains("no libnvonnxparser.so.11 in it"), "{error}");
}
