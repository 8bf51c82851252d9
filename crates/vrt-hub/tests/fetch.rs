//! Fetching from a hub that behaves.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

mod support;

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use support::{COMMIT, Fault, Fixture, OTHER_COMMIT, Side, bytes};
use vrt_hub::{EngineKey, Error, FetchOptions, Phase, Progress, Sha256, quiet};

#[test]
fn a_large_file_is_put_where_all_tools_look() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let model = fixture.fetch(&spec).unwrap();
    assert_eq!(fs::read(&model.onnx).unwrap(), contents);
    assert_eq!(model.onnx, fixture.repository().join("snapshots").join(COMMIT).join("model.onnx"));
    assert_eq!(fixture.blobs(), [Sha256::of(&contents).to_string()]);
    assert_eq!(fs::read_to_string(fixture.repository().join("refs/main")).unwrap(), COMMIT);
    assert!(model.files[0].downloaded && model.files[0].sha256 == Sha256::of(&contents));
    let theirs = hf_hub::Cache::new(fixture.cache()).model("org/model".to_owned()).get("model.onnx");
    assert_eq!(theirs, Some(model.onnx.clone()));

    fixture.server.forget_requests();
    let again = fixture.fetch(&spec).unwrap();
    assert_eq!((again.onnx, again.files[0].downloaded), (model.onnx, false));
    assert_eq!(fixture.server.requests().len(), 0);
}

#[test]
fn a_small_file_comes_from_the_hub_itself() {
    let fixture = Fixture::new();
    fixture.server.put_at(COMMIT, "a/deep/model.onnx", b"small", false);
    let model = fixture.fetch(&fixture.model("a/deep/model.onnx", b"small")).unwrap();
    assert_eq!(fs::read(&model.onnx).unwrap(), b"small");
    // Its name is git's hash, which is no SHA-256.
    assert_eq!(fixture.blobs()[0].len(), 40);
    assert_eq!(fixture.server.downloads().len(), 0);
    // Something else of the same name is not it.
    let error = Fixture::fetch(&fixture, &fixture.model("a/deep/model.onnx", b"other")).unwrap_err();
    assert!(matches!(error, Error::Mismatch(_)), "{error}");
    assert_eq!(fs::read(&model.onnx).unwrap(), b"small");
}

#[test]
fn the_token_goes_to_the_hub_alone() {
    let fixture = Fixture::new();
    let (_, spec) = fixture.large();
    fixture.server.set_token("hf_secret");
    let hub = fixture.builder().token("hf_secret").build().unwrap();
    hub.fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap();
    for request in fixture.server.requests() {
        let sent = request.headers.get("authorization").map(String::as_str);
        assert_eq!(sent, (request.side == Side::Hub).then_some("Bearer hf_secret"), "{request:?}");
    }
    assert!(!format!("{hub:?}").contains("hf_secret"));
}

#[test]
fn a_download_is_continued_by_the_next_run() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    fixture.fetch_some(&spec, 100_000);
    let part = fixture.repository().join("blobs").join(format!("{}.vrt.incomplete", Sha256::of(&contents)));
    let here = fs::metadata(&part).unwrap().len();
    assert!(here >= 100_000 && !fixture.repository().join("snapshots").exists());

    fixture.server.forget_requests();
    let mut phases = Vec::new();
    let mut note = |progress: &Progress<'_>| {
        phases.push(progress.phase.clone());
        assert_eq!((progress.model, progress.file, progress.index, progress.count), ("m", "model.onnx", 0, 1));
        ControlFlow::Continue(())
    };
    let model = fixture.hub().fetch(&spec, &FetchOptions::default(), &mut note).unwrap();
    assert_eq!(fs::read(model.onnx).unwrap(), contents);
    assert_eq!(fixture.server.downloads(), [Some(format!("bytes={here}-"))]);
    assert!(!part.exists());
    phases.dedup();
    assert_eq!(phases.first(), Some(&Phase::Connecting));
    assert_eq!(phases.last(), Some(&Phase::Done));
    assert!(phases.contains(&Phase::Downloading));
}

#[test]
fn what_hf_hub_fetched_is_used() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let cache = hf_hub::Cache::new(fixture.cache());
    let builder = hf_hub::api::sync::ApiBuilder::from_cache(cache).with_endpoint(fixture.server.address()).with_progress(false);
    let theirs = builder.build().unwrap().model("org/model".to_owned()).get("model.onnx").unwrap();
    fixture.server.forget_requests();
    let model = fixture.fetch(&spec).unwrap();
    assert_eq!((model.onnx, fs::read(&theirs).unwrap()), (theirs, contents));
    assert_eq!(fixture.server.requests().len(), 0);
}

#[test]
fn two_that_want_the_same_file_download_it_once() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    fixture.server.fault(Side::Cdn, Fault::Slow { chunk: 100_000, pause: Duration::from_millis(60) });
    let downloaded: Vec<bool> = std::thread::scope(|scope| {
        let fetches: Vec<_> = (0..3).map(|_| scope.spawn(|| fixture.fetch(&spec).unwrap())).collect();
        let models = fetches.into_iter().map(|fetch| fetch.join().unwrap());
        models
            .map(|model| (fs::read(&model.onnx).unwrap() == contents, model.files[0].downloaded))
            .map(|(right, downloaded)| right && downloaded)
            .collect()
    });
    assert_eq!(downloaded.iter().filter(|downloaded| **downloaded).count(), 1);
    assert_eq!(fixture.server.downloads().len(), 1);
    assert!(fixture.cache().join(".locks/models--org--model").join(format!("{}.lock", Sha256::of(&contents))).exists());
}

#[test]
fn offline_opens_no_connection() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let fetch = || fixture.offline().fetch(&spec, &FetchOptions::default(), &mut quiet);
    let error = fetch().unwrap_err();
    let told = error.to_string();
    assert!(matches!(error, Error::Offline { .. }) && told.contains("vrt pull m") && told.contains("HF_HUB_OFFLINE"), "{told}");
    assert!(told.contains(&fixture.repository().display().to_string()), "{told}");
    assert_eq!(fixture.server.requests().len(), 0);
    fixture.fetch(&spec).unwrap();
    fixture.server.forget_requests();
    assert_eq!(fs::read(fetch().unwrap().onnx).unwrap(), contents);
    fs::write(fixture.repository().join("blobs").join(Sha256::of(&contents).to_string()), "broken").unwrap();
    let error = fetch().unwrap_err();
    assert!(matches!(error, Error::Mismatch(_)), "{error}");
    assert_eq!(fixture.server.requests().len(), 0);
}

#[test]
fn a_pinned_commit_stays_while_main_moves() {
    let fixture = Fixture::new();
    let (contents, _) = fixture.large();
    fixture.server.put_at(OTHER_COMMIT, "model.onnx", b"newer", true);
    fixture.server.set_main(OTHER_COMMIT);
    let pinned = format!(
        "revision = \"{COMMIT}\"\nfiles = [{{ role = \"onnx\", path = \"model.onnx\", sha256 = \"{}\", size = {} }}]",
        Sha256::of(&contents),
        contents.len()
    );
    let model = fixture.fetch(&fixture.spec(&pinned)).unwrap();
    assert_eq!(fs::read(model.onnx).unwrap(), contents);
    assert!(!fixture.repository().join("refs/main").exists());

    // A branch that moved on: the hash says no before anything is fetched, and what is here already will do.
    let hashed = fixture.model("model.onnx", &contents);
    assert_eq!(fs::read(fixture.fetch(&hashed).unwrap().onnx).unwrap(), contents);
    fs::remove_dir_all(fixture.repository()).unwrap();
    fixture.server.forget_requests();
    let error = fixture.fetch(&hashed).unwrap_err();
    let told = error.to_string();
    assert!(matches!(error, Error::Mismatch(_)) && told.contains("Nothing was downloaded"), "{told}");
    assert!(told.contains(&Sha256::of(b"newer").to_string()) && told.contains(&Sha256::of(&contents).to_string()), "{told}");
    assert_eq!(fixture.server.downloads().len(), 0);
}

#[test]
fn an_unverified_file_is_held_to_its_first_download() {
    let fixture = Fixture::new();
    fixture.server.put("model.onnx", b"first");
    let spec = fixture.unverified("model.onnx");
    let error = fixture.fetch(&spec).unwrap_err();
    assert!(matches!(error, Error::Unverified { .. }) && error.to_string().contains("--allow-unverified"), "{error}");
    assert_eq!(fixture.server.requests().len(), 0);

    fixture.fetch_unverified(&spec).unwrap();
    // Now its hash is known, so nothing more needs to be allowed.
    let model = fixture.fetch(&spec).unwrap();
    assert_eq!(fs::read(&model.onnx).unwrap(), b"first");

    fixture.server.put("model.onnx", b"second");
    fs::remove_dir_all(fixture.repository()).unwrap();
    let error = fixture.fetch_unverified(&spec).unwrap_err();
    assert!(matches!(error, Error::Mismatch(_)) && error.to_string().contains("recorded at the first download"), "{error}");
    // Removing the model forgets the record.
    fixture.hub().remove(&spec).unwrap();
    assert_eq!(fs::read(fixture.fetch_unverified(&spec).unwrap().onnx).unwrap(), b"second");
}

#[test]
fn of_two_first_downloads_the_one_that_ends_first_counts() {
    let fixture = Fixture::new();
    fixture.server.put("model.onnx", b"first");
    let spec = fixture.unverified("model.onnx");
    // While one is under way, the file changes at its source, and another process (with a cache of its own) fetches it.
    let elsewhere = fixture.builder().cache_dir(fixture.folder().join("elsewhere")).build().unwrap();
    let options = FetchOptions::default().allow_unverified(true);
    let mut other = None;
    let mut meanwhile = |progress: &Progress<'_>| {
        if progress.phase == Phase::Downloading && other.is_none() {
            fixture.server.put("model.onnx", b"second");
            other = Some(elsewhere.fetch(&spec, &options, &mut quiet).unwrap());
        }
        ControlFlow::Continue(())
    };
    let error = fixture.hub().fetch(&spec, &options, &mut meanwhile).unwrap_err();
    let told = error.to_string();
    assert!(matches!(error, Error::Mismatch(_)) && told.contains("recorded at the first download"), "{told}");
    assert_eq!(fs::read(other.unwrap().onnx).unwrap(), b"second");
    assert_eq!(fixture.blobs(), [""; 0]);
    assert!(!fixture.repository().join("snapshots").exists());
}

#[test]
fn a_licence_against_commercial_use_must_be_accepted_once() {
    let fixture = Fixture::new();
    let (contents, _) = fixture.large();
    let spec = fixture.spec(&format!(
        "license = \"CC-BY-NC-4.0\"\nfiles = [{{ role = \"onnx\", path = \"model.onnx\", sha256 = \"{}\" }}]",
        Sha256::of(&contents)
    ));
    let error = fixture.fetch(&spec).unwrap_err();
    assert!(matches!(error, Error::License { .. }) && error.to_string().contains("--accept-license CC-BY-NC-4.0"), "{error}");
    let other = FetchOptions::default().accept_license("CC-BY-NC-SA-4.0");
    assert!(matches!(fixture.hub().fetch(&spec, &other, &mut quiet), Err(Error::License { .. })));
    assert_eq!(fixture.server.requests().len(), 0);
    let accept = FetchOptions::default().accept_license("CC-BY-NC-4.0");
    fixture.hub().fetch(&spec, &accept, &mut quiet).unwrap();
    fixture.fetch(&spec).unwrap();
}

#[test]
fn all_files_of_a_model_are_in_one_folder() {
    let fixture = Fixture::new();
    let (graph, tensors) = (bytes(1000), bytes(200_000));
    fixture.server.put("onnx/model.onnx", &graph);
    fixture.server.put("onnx/model.onnx_data", &tensors);
    fixture.server.put_at(COMMIT, "model.json", b"{}", false);
    let lines = |commit: &str| {
        format!(
            "revision = \"{commit}\"\nfiles = [{{ role = \"external-data\", path = \"onnx/model.onnx_data\", sha256 = \"{}\" }},\n\
             {{ role = \"metadata\", path = \"model.json\", sha256 = \"{}\" }},\n{{ role = \"onnx\", path = \"onnx/model.onnx\", sha256 = \"{}\" }}]",
            Sha256::of(&tensors),
            Sha256::of(b"{}"),
            Sha256::of(&graph)
        )
    };
    let model = fixture.fetch(&fixture.spec(&lines(COMMIT))).unwrap();
    assert_eq!(fs::read(model.onnx.with_file_name("model.onnx_data")).unwrap(), tensors);
    assert_eq!(fs::read(model.metadata.unwrap()).unwrap(), b"{}");

    // A later commit changes the graph alone: the tensors are here, but must be beside the new graph.
    let newer = bytes(1001);
    fixture.server.put_at(OTHER_COMMIT, "onnx/model.onnx", &newer, true);
    let model =
        fixture.fetch(&fixture.spec(&lines(OTHER_COMMIT).replace(&Sha256::of(&graph).to_string(), &Sha256::of(&newer).to_string())));
    let model = model.unwrap();
    assert!(model.onnx.to_string_lossy().contains(OTHER_COMMIT));
    assert_eq!(fs::read(model.onnx.with_file_name("model.onnx_data")).unwrap(), tensors);
}

#[test]
fn an_engine_comes_only_for_exactly_this_machine() {
    let fixture = Fixture::new();
    let (contents, _) = fixture.large();
    fixture.server.put("m.engine", b"plan");
    let spec = fixture.spec(&format!(
        "files = [{{ role = \"onnx\", path = \"model.onnx\", sha256 = \"{}\" }}]\nengines = [{{ path = \"m.engine\", sha256 = \"{}\", \
         tensorrt = \"10.6.0.26\", sm = 90, precision = \"fp16\", platform = \"linux-x86_64\" }}]",
        Sha256::of(&contents),
        Sha256::of(b"plan")
    ));
    let key = |tensorrt: &'static str, sm, precision: &'static str| EngineKey {
        platform: "linux-x86_64".into(),
        ..EngineKey::here(tensorrt, sm, precision)
    };
    for other in [key("10.6.0.27", 90, "fp16"), key("10.6.0.26", 89, "fp16"), key("10.6.0.26", 90, "fp32")] {
        let model = fixture.hub().fetch(&spec, &FetchOptions::default().with_engine(other), &mut quiet).unwrap();
        assert_eq!(model.engine, None);
    }
    let options = FetchOptions::default().with_engine(key("10.6.0.26", 90, "fp16"));
    let model = fixture.hub().fetch(&spec, &options, &mut quiet).unwrap();
    assert_eq!(fs::read(model.engine.unwrap()).unwrap(), b"plan");
}

#[test]
fn a_model_in_a_folder_is_checked_too() {
    let fixture = Fixture::new();
    let folder = fixture.folder().join("mine");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("mine.onnx"), "mine").unwrap();
    let lines = format!(
        "folder = '{}'\nfiles = [{{ role = \"onnx\", path = \"mine.onnx\", sha256 = \"{}\" }}]",
        folder.display(),
        Sha256::of(b"mine")
    );
    let spec = fixture.spec(&lines);
    let fetch = || fixture.offline().fetch(&spec, &FetchOptions::default(), &mut quiet);
    assert_eq!(fetch().unwrap().onnx, folder.join("mine.onnx"));
    fs::write(folder.join("mine.onnx"), "changed").unwrap();
    let error = fetch().unwrap_err();
    assert!(matches!(error, Error::Mismatch(_)) && error.to_string().contains("vrt add --replace"), "{error}");
    fs::remove_file(folder.join("mine.onnx")).unwrap();
    assert!(matches!(fetch(), Err(Error::LocalFile { .. })));
    assert!(matches!(fixture.hub().remove(&spec), Err(Error::NotInCache { .. })));
}

#[cfg(unix)]
#[test]
fn a_cache_behind_a_symbolic_link_is_as_good() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let (real, link) = (fixture.folder().join("real"), fixture.folder().join("link"));
    fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let hub = fixture.builder().cache_dir(&link).build().unwrap();
    let model = hub.fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap();
    assert!(model.onnx.starts_with(&link));
    assert_eq!(fs::read_link(&model.onnx).unwrap(), std::path::Path::new("../../blobs").join(Sha256::of(&contents).to_string()));
    let removed = hub.remove(&spec).unwrap();
    assert_eq!(
        (
            removed.bytes,
            fs::read_dir(&real).unwrap().filter(|entry| entry.as_ref().unwrap().path().ends_with("models--org--model")).count()
        ),
        (1_000_000, 0)
    );
}
