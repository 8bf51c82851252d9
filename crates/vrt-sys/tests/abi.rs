//! Every typed call, made on objects that record what reaches them.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing assumption is the test's failure")]

mod common;

use std::collections::BTreeMap;
use std::ffi::{CStr, c_void};
use std::process::Command;

use common::{Controls, Mock, mocks};
use vrt_sys::Family;
use vrt_sys::raw::{Abi, Method, Missing};

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/bindings/selftest.rs"));

/// Calls every method that `abi` has. Gives how many were called and what came out wrong.
fn call_everything(mock: &Mock, controls: &Controls, abi: Abi) -> (usize, Vec<String>) {
    let mut objects: BTreeMap<&str, *mut c_void> = BTreeMap::new();
    let (mut calls, mut wrong) = (0, Vec::new());
    for method in Method::ALL {
        let interface = method.name().split("::").next().unwrap();
        let object = *objects.entry(interface).or_insert_with(|| controls.recorder(interface));
        let Ok(slot) = abi.slot(method) else { continue };
        if object.is_null() {
            // Most 10.x releases publish no parser header.
            assert!(interface.starts_with("IParser") && !controls.has_parser(), "{mock:?} has no {interface}");
            continue;
        }
        // SAFETY: a recording object of the method's interface.
        let (expected, right) = unsafe { call(abi, method, object, usize::from(slot)) }.unwrap();
        calls += 1;
        let found = controls.last_call();
        if found != expected || !right {
            wrong.push(format!("{} (slot {slot}): expected {expected}, found {found}, answer right: {right}", method.name()));
        }
    }
    for (interface, object) in objects {
        if interface.starts_with("IParser") || object.is_null() {
            continue;
        }
        // SAFETY: made above, used by nothing else.
        unsafe { vrt_sys::raw::delete(object) };
        let events = controls.events();
        assert!(events.ends_with(&format!("-{interface} ")), "deleting {interface}: {events}");
    }
    (calls, wrong)
}

#[test]
fn every_call_reaches_its_method_with_its_arguments() {
    for mock in mocks() {
        let library = mock.open();
        let controls = mock.controls(library);
        controls.reset(0);
        let (calls, wrong) = call_everything(&mock, &controls, library.abi());
        println!("{library}: {calls} calls, {} wrong", wrong.len());
        assert!(wrong.is_empty(), "{library}: {wrong:#?}");
        assert!(calls > 110, "{library}: only {calls} calls");
    }
}

/// With another family's table the same check must fail: otherwise it would prove nothing. Such a call may end the process,
/// so a child makes it.
#[test]
fn a_wrong_table_is_noticed() {
    for mock in mocks() {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_with_a_wrong_table", "--ignored", "--nocapture"])
            .env("VRT_MOCK_FOLDER", &mock.folder)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("child is calling"), "the child did not start: {text}");
        assert!(!output.status.success(), "{mock:?}: the wrong table passed");
    }
}

#[test]
#[ignore = "run by a_wrong_table_is_noticed in a process of its own"]
fn child_with_a_wrong_table() {
    let mock = Mock { folder: std::env::var_os("VRT_MOCK_FOLDER").unwrap().into() };
    let library = mock.open();
    let controls = mock.controls(library);
    let other = if library.family() == Family::Trt10 { Abi::new(Family::Trt11, 119_900) } else { Abi::new(Family::Trt10, 109_900) };
    println!("child is calling");
    let (_, wrong) = call_everything(&mock, &controls, other);
    assert!(wrong.is_empty());
}
