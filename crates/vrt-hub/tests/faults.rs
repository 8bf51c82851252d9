//! Fetching from a hub that does not behave.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

mod support;

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use support::{COMMIT, Fault, Fixture, Side, bytes};
use vrt_hub::{Error, FetchOptions, Phase, Progress, Sha256, quiet};

/// Fetches past some faults of the host that files come from, and says which ranges were asked for.
fn downloads(faults: &[Fault]) -> Vec<Option<String>> {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    faults.iter().for_each(|fault| fixture.server.fault(Side::Cdn, fault.clone()));
    let model = fixture.fetch(&spec).unwrap();
    assert_eq!(fs::read(model.onnx).unwrap(), contents);
    assert_eq!(fixture.blobs(), [Sha256::of(&contents).to_string()]);
    fixture.server.downloads()
}

/// Fetches a file that can't be had, checks that nothing was put in place, and gives the error.
fn refused(prepare: impl FnOnce(&Fixture)) -> Error {
    let fixture = Fixture::new();
    let (_, spec) = fixture.large();
    prepare(&fixture);
    let error = fixture.fetch(&spec).unwrap_err();
    assert!(!fixture.repository().join("snapshots").exists());
    assert!(fixture.blobs().iter().all(|name| name.ends_with(".vrt.incomplete")), "{:?}", fixture.blobs());
    error
}

#[test]
fn a_connection_that_breaks_is_continued() {
    assert_eq!(downloads(&[Fault::Cut(400_000)]), [None, Some("bytes=400000-".to_owned())]);
    // More often than there are retries, but something arrives each time.
    let cuts = vec![Fault::Cut(90_000); 9];
    assert_eq!(downloads(&cuts).len(), 10);
    assert_eq!(downloads(&[Fault::Hangup, Fault::Cut(0), Fault::Hangup]), [None, None, None, None]);
}

#[test]
fn a_connection_on_which_nothing_comes_is_given_up_and_continued() {
    assert_eq!(downloads(&[Fault::Stall(300_000)]), [None, Some("bytes=300000-".to_owned())]);
    // Slower than the time-out as a whole, but something always comes.
    assert_eq!(downloads(&[Fault::Slow { chunk: 50_000, pause: Duration::from_millis(100) }]), [None]);
}

#[test]
fn ranges_are_believed_only_if_they_are_right() {
    let rest = Some("bytes=400000-".to_owned());
    assert_eq!(downloads(&[Fault::Cut(400_000), Fault::IgnoreRange]), [None, rest.clone()]);
    assert_eq!(downloads(&[Fault::Cut(400_000), Fault::WrongRange]), [None, rest, None]);
}

#[test]
fn a_server_that_always_breaks_at_the_same_byte_is_given_up() {
    let error = refused(|fixture| (0..20).for_each(|_| fixture.server.fault(Side::Cdn, Fault::CutWithoutRanges(500_000))));
    assert!(matches!(error, Error::Network { attempts: 4, .. }), "{error}");
}

#[test]
fn wrong_bytes_are_thrown_away() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    fixture.server.fault(Side::Cdn, Fault::WrongByte(123_456));
    let error = fixture.fetch(&spec).unwrap_err();
    let mut wrong = contents.clone();
    wrong[123_456] ^= 1;
    let told = error.to_string();
    for said in [&Sha256::of(&contents).to_string(), &Sha256::of(&wrong).to_string(), &fixture.server.address(), "the model registry"] {
        assert!(told.contains(said), "{told} should say {said}");
    }
    assert_eq!(fixture.blobs(), [""; 0]);
    assert!(!fixture.repository().join("snapshots").exists());
    // The next run begins again.
    assert_eq!(fs::read(fixture.fetch(&spec).unwrap().onnx).unwrap(), contents);
}

#[test]
fn a_broken_file_in_the_cache_is_replaced() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let model = fixture.fetch(&spec).unwrap();
    let blob = fs::canonicalize(&model.onnx).unwrap();
    let mut broken = contents.clone();
    broken[7] ^= 1;
    fs::write(&blob, &broken).unwrap();

    // What can't be replaced stays as it is.
    fixture.server.fault(Side::Cdn, Fault::WrongByte(9));
    assert!(matches!(fixture.fetch(&spec), Err(Error::Mismatch(_))));
    assert_eq!(fs::read(&blob).unwrap(), broken);

    assert_eq!(fs::read(fixture.fetch(&spec).unwrap().onnx).unwrap(), contents);
    assert_eq!(fs::read(&blob).unwrap(), contents);
}

#[test]
fn what_an_earlier_run_left_is_not_believed() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let part = fixture.repository().join("blobs").join(format!("{}.vrt.incomplete", Sha256::of(&contents)));
    fs::create_dir_all(part.parent().unwrap()).unwrap();
    for left in [bytes(300_000), bytes(2_000_000), bytes(1_000_000)] {
        fs::write(&part, left).unwrap();
        assert_eq!(fs::read(fixture.fetch(&spec).unwrap().onnx).unwrap(), contents);
        assert!(!part.exists());
        fs::remove_dir_all(fixture.repository().join("snapshots")).unwrap();
        fs::remove_file(fixture.repository().join("blobs").join(Sha256::of(&contents).to_string())).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_download_is_not_written_through_a_symbolic_link() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let (blobs, precious) = (fixture.repository().join("blobs"), fixture.folder().join("precious"));
    fs::create_dir_all(&blobs).unwrap();
    fs::write(&precious, "precious").unwrap();
    let part = blobs.join(format!("{}.vrt.incomplete", Sha256::of(&contents)));
    std::os::unix::fs::symlink(&precious, &part).unwrap();
    assert_eq!(fs::read(fixture.fetch(&spec).unwrap().onnx).unwrap(), contents);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert!(fs::symlink_metadata(blobs.join(Sha256::of(&contents).to_string())).unwrap().is_file());
}

#[test]
fn lengths_are_not_believed() {
    let told = |fault: Fault| {
        let error = refused(|fixture| fixture.server.fault(Side::Cdn, fault));
        assert!(matches!(error, Error::Size { expected: 1_000_000, .. }), "{error}");
    };
    told(Fault::Length(-1));
    told(Fault::Length(50));
    told(Fault::Longer(1));
    // What the error is hangs on whether another crate has switched on decompression in ureq.
    let error = refused(|fixture| fixture.server.fault(Side::Cdn, Fault::Compressed));
    assert!(matches!(error, Error::Protocol { .. } | Error::Network { .. }), "{error}");
}

#[test]
fn a_length_in_the_registry_counts_before_anything_is_fetched() {
    let fixture = Fixture::new();
    let (contents, _) = fixture.large();
    let spec =
        fixture.spec(&format!("files = [{{ role = \"onnx\", path = \"model.onnx\", sha256 = \"{}\", size = 5 }}]", Sha256::of(&contents)));
    let error = fixture.fetch(&spec).unwrap_err();
    assert!(matches!(error, Error::Size { expected: 5, found: 1_000_000, .. }), "{error}");
    assert_eq!(fixture.server.downloads().len(), 0);
}

#[test]
fn servers_in_trouble_are_asked_again() {
    for status in [408, 429, 500, 502, 503, 504] {
        assert_eq!(downloads(&[Fault::Status(status, Vec::new()), Fault::Status(status, Vec::new())]), [None, None, None]);
    }
    // A signed address that has expired: the hub gives a new one.
    assert_eq!(downloads(&[Fault::Status(403, Vec::new())]), [None, None]);
    let error = refused(|fixture| {
        (0..4).for_each(|_| fixture.server.fault(Side::Hub, Fault::Status(503, vec![("X-Error-Message", "busy".to_owned())])))
    });
    assert!(matches!(&error, Error::Status { status: 503, attempts: 4, message, .. } if message == "busy"), "{error}");
    let error = refused(|fixture| fixture.server.fault(Side::Hub, Fault::Status(418, Vec::new())));
    assert!(matches!(error, Error::Status { status: 418, attempts: 1, .. }), "{error}");
}

#[test]
fn rate_limits_are_kept() {
    let fixture = Fixture::new();
    let (_, spec) = fixture.large();
    let mut waits = Vec::new();
    let mut note = |progress: &Progress<'_>| {
        if let Phase::Retrying { wait, reason } = &progress.phase {
            assert!(reason.contains("too many requests"), "{reason}");
            waits.push(*wait);
        }
        ControlFlow::Continue(())
    };
    fixture.server.fault(Side::Hub, Fault::Status(429, vec![("RateLimit", "\"resolvers\";r=0;t=0".to_owned())]));
    fixture.server.fault(Side::Hub, Fault::Status(429, vec![("Retry-After", "1".to_owned())]));
    fixture.hub().fetch(&spec, &FetchOptions::default(), &mut note).unwrap();
    // Each asked for one second, of which the callback hears as they pass.
    assert_eq!(waits.iter().filter(|wait| **wait == Duration::from_secs(1)).count(), 2);
    assert!(waits.len() > 4);

    let error = refused(|fixture| fixture.server.fault(Side::Hub, Fault::Status(429, vec![("Retry-After", "86400".to_owned())])));
    assert!(matches!(error, Error::RateLimited { .. }) && error.to_string().contains("86400 s"), "{error}");
}

#[test]
fn what_is_missing_or_forbidden_is_told() {
    let error = refused(|fixture| fixture.server.set_token("hf_good"));
    assert!(matches!(error, Error::Access { status: 401, .. }) && error.to_string().contains("HF_TOKEN"), "{error}");

    let fixture = Fixture::new();
    let (_, spec) = fixture.large();
    fixture.server.set_token("hf_good");
    let hub = fixture.builder().token("hf_bad").build().unwrap();
    let error = hub.fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap_err().to_string();
    assert!(error.contains("wrong or has expired") && !error.contains("hf_bad"), "{error}");

    let error = refused(|fixture| fixture.server.set_gated());
    assert!(matches!(error, Error::Access { status: 401, .. }) && error.to_string().contains("Ask for access"), "{error}");
    let fixture = Fixture::new();
    let (_, spec) = fixture.large();
    fixture.server.set_gated();
    let error = fixture.builder().token("hf_x").build().unwrap().fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap_err();
    assert!(matches!(error, Error::Access { status: 403, .. }), "{error}");

    let what = |lines: &str| {
        let fixture = Fixture::new();
        fixture.large();
        match fixture.builder().token("hf_x").build().unwrap().fetch(
            &fixture.spec(lines),
            &FetchOptions::default().allow_unverified(true),
            &mut quiet,
        ) {
            Err(Error::NotFound { what, .. }) => what,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(what("files = [{ role = \"onnx\", path = \"other.onnx\" }]"), "the file");
    assert_eq!(what("revision = \"v9\"\nfiles = [{ role = \"onnx\", path = \"model.onnx\" }]"), "the revision");
    let lines = "repository = \"org/gone\"\nfiles = [{ role = \"onnx\", path = \"model.onnx\" }]";
    let fixture = Fixture::new();
    let text = fs::read_to_string({
        fixture.unverified("model.onnx");
        fixture.folder().join("registry.toml")
    });
    let path = fixture.folder().join("other.toml");
    fs::write(&path, text.unwrap().replace("repository = \"org/model\"\nfiles = [{ role = \"onnx\", path = \"model.onnx\" }]", lines))
        .unwrap();
    let registry = vrt_hub::Registry::builtin().with_file(path).unwrap();
    let error = fixture.builder().token("hf_x").build().unwrap().fetch(
        registry.get("m").unwrap(),
        &FetchOptions::default().allow_unverified(true),
        &mut quiet,
    );
    assert!(matches!(error, Err(Error::NotFound { what: "the repository", .. })), "{error:?}");
}

#[test]
fn answers_that_are_none_are_told() {
    let protocol = |header: &'static str, value: &str, said: &str| {
        let error = refused(|fixture| fixture.server.lie(header, value));
        assert!(matches!(error, Error::Protocol { .. }) && error.to_string().contains(said), "{header}: {value}: {error}");
    };
    protocol("X-Repo-Commit", "", "X-Repo-Commit");
    protocol("X-Repo-Commit", "../../evil", "../../evil");
    protocol("Location", "ftp://x/y", "ftp://x/y");
    protocol("Location", "", "without a Location");
    protocol("Location", "/org/model/resolve/main/model.onnx", "redirects");
    let fixture = Fixture::new();
    fixture.server.put("model.onnx", b"x");
    fixture.server.lie("X-Linked-Etag", "");
    assert!(matches!(fixture.fetch_unverified(&fixture.unverified("model.onnx")), Err(Error::Protocol { .. })));
}

#[test]
fn an_etag_can_not_lead_out_of_the_cache() {
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    fixture.server.lie("X-Linked-Etag", "\"../../../../evil\"");
    let model = fixture.fetch(&spec).unwrap();
    assert_eq!(fs::read(&model.onnx).unwrap(), contents);
    assert_eq!(fixture.blobs(), [Sha256::of(b"../../../../evil").to_string()]);
    assert!(model.onnx.starts_with(fixture.repository().join("snapshots").join(COMMIT)));
}

#[test]
fn a_hub_that_is_not_there_is_told_at_once() {
    let fixture = Fixture::new();
    let (_, spec) = fixture.large();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let hub = fixture.builder().endpoint(format!("http://{closed}")).build().unwrap();
    let error = hub.fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap_err();
    assert!(matches!(error, Error::Network { attempts: 2, .. }) && error.to_string().contains("HF_HUB_OFFLINE"), "{error}");
}
