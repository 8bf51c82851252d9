use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use super::super::manifest::tests::key;
use super::*;

fn plan(bytes: &[u8]) -> BuiltPlan {
    BuiltPlan {
        plan: bytes.to_vec(),
        precision_built: PrecisionBuilt { layers: [("fp16".to_owned(), 3)].into() },
        workspace_bytes: 1 << 30,
        build_time: Duration::from_secs(186),
    }
}

fn build(store: &EngineStore, key: &EngineKey, bytes: &[u8]) -> (StoredEngine, Vec<String>) {
    let mut events = Vec::new();
    let mut note = |event: StoreEvent<'_>| events.push(format!("{event:?}"));
    let stored = store.get_or_build::<StoreError>(key, &CancelToken::new(), &mut note, || Ok(plan(bytes))).unwrap();
    (stored, events)
}

fn never() -> Result<BuiltPlan, StoreError> {
    panic!("built although it is stored")
}

#[test]
fn an_engine_is_built_once_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path().join("not/yet/there"));
    assert!(matches!(store.lookup(&key()).unwrap(), Lookup::Miss(Miss::Absent { .. })));
    let (stored, events) = build(&store, &key(), b"engine one");
    assert!(events.len() == 1 && events[0].contains("Absent"), "{events:?}");
    assert_eq!(stored.path.file_name().unwrap(), "rfdetr-seg-nano-trt10.6.0.26-sm90-fp16.engine");
    let found = store.get_or_build(&key(), &CancelToken::new(), &mut |_| panic!("no event on a hit"), never).unwrap();
    assert_eq!(found.plan, b"engine one");
    assert_eq!(found.manifest, stored.manifest);
    assert_eq!(store.entries(), [stored.manifest]);
    assert_eq!(store.earlier_build(&key()), Some(Duration::from_secs(186)));
}

#[test]
fn any_difference_is_a_miss_that_says_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path());
    build(&store, &key(), b"engine one");
    // Same file name, another ONNX file.
    let mut changed = key();
    changed.onnx.sha256 = "b".repeat(64);
    let Lookup::Miss(miss) = store.lookup(&changed).unwrap() else { panic!("a hit for another ONNX file") };
    assert!(miss.to_string().contains("ONNX file: the stored engine has aaaaaaaaaaaa"), "{miss}");
    let (_, events) = build(&store, &changed, b"engine two");
    assert!(events[0].contains("Differs"), "{events:?}");
    assert!(matches!(store.lookup(&changed).unwrap(), Lookup::Hit(stored) if stored.plan == b"engine two"));
    // Another TensorRT has another file name: both stay.
    let other = EngineKey { tensorrt: "10.3.0.26".into(), ..changed.clone() };
    build(&store, &other, b"engine three");
    assert_eq!(store.entries().len(), 2);
}

#[test]
fn the_old_engine_stays_when_a_build_fails() {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path());
    build(&store, &key(), b"engine one");
    let changed = EngineKey { optimization_level: 5, ..key() };
    let failed = store.get_or_build(&changed, &CancelToken::new(), &mut |_| {}, || Err(StoreError::NoFolder));
    assert!(matches!(failed, Err(StoreError::NoFolder)));
    assert!(matches!(store.lookup(&key()).unwrap(), Lookup::Hit(stored) if stored.plan == b"engine one"));
}

#[test]
fn damage_is_a_miss() {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path());
    let (stored, _) = build(&store, &key(), b"engine one");
    let damaged = |store: &EngineStore| match store.lookup(&key()).unwrap() {
        Lookup::Miss(Miss::Damaged { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    fs::write(&stored.path, b"engine on").unwrap();
    assert!(damaged(&store).contains("it has 9 bytes, its manifest says 10"));
    fs::write(&stored.path, b"Engine one").unwrap();
    assert!(damaged(&store).contains("not those its manifest was written for"));
    let manifest = manifest_path(&stored.path);
    let json = fs::read_to_string(&manifest).unwrap();
    for len in [0, 1, json.len() / 2, json.len() - 3] {
        fs::write(&manifest, &json[..len]).unwrap();
        damaged(&store);
    }
    fs::write(&manifest, json.replace(MANIFEST_FORMAT, "vrt-engine/99")).unwrap();
    assert!(damaged(&store).contains("vrt-engine/99"));
    fs::remove_file(&manifest).unwrap();
    damaged(&store);
    let (repaired, _) = build(&store, &key(), b"engine one");
    assert_eq!(repaired.plan, b"engine one");
}

#[test]
fn two_builders_of_one_engine_build_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path());
    let (builds, barrier) = (Arc::new(AtomicUsize::new(0)), Arc::new(Barrier::new(4)));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (store, builds, barrier) = (store.clone(), builds.clone(), barrier.clone());
            std::thread::spawn(move || {
                barrier.wait();
                let build = || {
                    builds.fetch_add(1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(100));
                    Ok::<_, StoreError>(plan(b"engine one"))
                };
                store.get_or_build(&key(), &CancelToken::new(), &mut |_| {}, build).unwrap().plan
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), b"engine one");
    }
    assert_eq!(builds.load(Ordering::SeqCst), 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_told_before_the_build() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    fs::write(&file, b"").unwrap();
    let store = EngineStore::at(file.join("engines"));
    let error = store.get_or_build(&key(), &CancelToken::new(), &mut |_| {}, never).unwrap_err();
    assert!(matches!(error, StoreError::Unwritable { .. }), "{error}");
    assert!(error.to_string().contains("VRT_ENGINE_DIR"), "{error}");
}

#[test]
fn names_stay_inside_the_folder() {
    let store = EngineStore::at("/engines");
    for name in ["", "../x", "a/b", ".hidden", "a b", "-x", "ü"] {
        let key = EngineKey { model: name.to_owned(), ..key() };
        assert!(matches!(store.path(&key), Err(StoreError::Name(_))), "{name:?}");
    }
    assert!(store.path(&EngineKey { model: "a.b_c-2".to_owned(), ..key() }).is_ok());
}

#[test]
fn the_timing_cache_is_kept_per_version_and_gpu() {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path());
    assert_eq!(store.timing_cache(&key()), b"");
    store.keep_timing_cache(&key(), b"timings");
    assert_eq!(store.timing_cache(&key()), b"timings");
    assert_eq!(store.timing_cache(&EngineKey { sm: "87".into(), ..key() }), b"");
}

#[test]
fn waiting_for_another_builder_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path());
    store.check_writable().unwrap();
    let path = store.path(&key()).unwrap();
    let other = File::create(beside(&path, "lock")).unwrap();
    other.lock().unwrap();
    let cancel = CancelToken::new();
    let mut waited = 0;
    let mut stop = |event: StoreEvent<'_>| {
        assert!(matches!(event, StoreEvent::Waiting { .. }), "{event:?}");
        waited += 1;
        cancel.cancel();
    };
    let stopped = store.get_or_build(&key(), &cancel, &mut stop, never).unwrap_err();
    assert!(matches!(stopped, StoreError::Cancelled { .. }), "{stopped}");
    assert_eq!(waited, 1);
}
