//! Models by name, against a server on this machine that speaks the hub's protocol.

#![cfg(feature = "hub")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
#[path = "../../vrt-hub/tests/support/server.rs"]
#[allow(dead_code)]
mod server;
#[cfg(all(feature = "cuda", target_os = "linux"))]
#[path = "../../vrt/tests/fake/stand_in.rs"]
mod stand_in;

use std::path::Path;
use std::process::{Command, Output};

use common::{Folder, command, json_lines, scene, stderr, stdout};
use serde_json::Value;
use server::{Fault, Server, Side};
use vrt_hub::Sha256;

/// A server, and a program that knows no other.
struct Place {
    server: Server,
    folder: Folder,
}

const LABELS: &str = "cube\nball\ncylinder\ncone\nring\npyramid\n";

impl Place {
    fn new() -> Self {
        Self { server: Server::start(), folder: Folder::new() }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = command(&self.folder, args);
        // Nothing of whoever runs the tests.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if ["HF_", "HUGGING", "VRT_", "XDG_"].iter().any(|prefix| name.starts_with(prefix)) || name.to_lowercase().ends_with("_proxy") {
                command.env_remove(&*name);
            }
        }
        command.env_remove("XDG_CONFIG_HOME").env("HOME", self.folder.path("home")).env("HF_HUB_CACHE", self.folder.path("cache"));
        command.env("VRT_CACHE_DIR", self.folder.path("state")).env("HF_ENDPOINT", self.server.address());
        command
    }

    fn vrt(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Runs it and expects this exit code.
    fn expect(&self, code: i32, args: &[&str]) -> (String, String) {
        let output = self.vrt(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}{}", stdout(&output), stderr(&output));
        (stdout(&output), stderr(&output))
    }

    /// The sample model as `table` in a registry file, with this hash and licence.
    fn registry(&self, sha256: Option<&Sha256>, license: &str) {
        let sha256 = sha256.map_or_else(String::new, |sha256| format!(", sha256 = \"{sha256}\""));
        let json = std::fs::read(common::model("seg.json")).unwrap();
        self.server.put("seg.onnx", &sample());
        self.server.put("seg.json", &json);
        let text = format!(
            "format = \"vrt-registry/1\"\n[[model]]\nname = \"table\"\ntask = \"instance-segmentation\"\nfamily = \"rfdetr-seg\"\n\
             license = \"{license}\"\nrepository = \"org/model\"\nfiles = [\n{{ role = \"onnx\", path = \"seg.onnx\"{sha256} }},\n\
             {{ role = \"metadata\", path = \"seg.json\", sha256 = \"{}\" }},\n]\n",
            Sha256::of(&json)
        );
        self.folder.write("home/.config/vrt/registry.toml", text.as_bytes());
    }

    fn blobs(&self) -> usize {
        let blobs = self.folder.path("cache").join("models--org--model/blobs");
        std::fs::read_dir(blobs).map_or(0, |entries| entries.count())
    }
}

fn sample() -> Vec<u8> {
    std::fs::read(common::model("seg.onnx")).unwrap()
}

fn entry(listing: &str, name: &str) -> Value {
    let models: Vec<Value> = serde_json::from_str(listing).unwrap();
    models.into_iter().find(|model| model["name"] == name).unwrap()
}

#[test]
fn pulled_run_verified_and_removed() {
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    let picture = scene(7);
    let run = ["run", picture.to_str().unwrap(), "--model", "table", "--json"];

    // Nothing is downloaded behind the user's back.
    let (_, error) = place.expect(2, &run);
    assert!(error.contains("vrt pull table") && error.contains("Apache-2.0") && error.contains("--onnx FILE"), "{error}");
    assert!(place.server.requests().is_empty());
    assert_eq!(entry(&place.expect(0, &["models", "--json"]).0, "table")["file"]["here"], "missing");

    let (out, progress) = place.expect(0, &["pull", "table"]);
    assert!(out.contains("table: ") && out.contains("downloaded and checked (hashed, Apache-2.0)"), "{out}");
    assert!(progress.contains("downloading seg.onnx of table") && progress.contains("MB"), "{progress}");
    let again = place.vrt(&["pull", "table", "--json"]);
    let [document] = json_lines(&again).try_into().unwrap();
    assert_eq!(document["files"][0]["downloaded"], false);
    assert_eq!(document["files"][0]["sha256"], Sha256::of(&sample()).to_string());
    assert!(Path::new(document["onnx"].as_str().unwrap()).is_file() && document["metadata"].is_string());

    // From here on without any network.
    let mut offline = place.command(&run);
    let output = offline.env("HF_ENDPOINT", "http://127.0.0.1:9").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let [result] = json_lines(&output).try_into().unwrap();
    let built_in = json_lines(&place.vrt(&["run", picture.to_str().unwrap(), "--model", "sample", "--json"])).remove(0);
    assert_eq!(result["objects"][0]["mask"], built_in["objects"][0]["mask"]);
    let (listing, _) = place.expect(0, &["models"]);
    assert!(listing.lines().any(|line| line.contains("table") && line.contains("hashed") && line.contains("verified")), "{listing}");

    let (out, _) = place.expect(0, &["verify"]);
    assert_eq!(out.matches("right").count(), 2, "{out}");
    assert!(place.expect(0, &["rm", "table"]).0.contains("2 files removed"), "files");
    assert_eq!(place.blobs(), 0);
    assert!(place.expect(0, &["rm", "table"]).0.contains("nothing of it is on this machine"), "twice");
    let (_, error) = place.expect(1, &["verify", "table"]);
    assert!(error.contains("`vrt pull` gets it"), "{error}");
}

#[test]
fn a_file_that_was_changed_is_found_and_not_used() {
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    place.expect(0, &["pull", "table"]);
    let [document] = json_lines(&place.vrt(&["pull", "table", "--json"])).try_into().unwrap();
    let blob = std::fs::canonicalize(document["onnx"].as_str().unwrap()).unwrap();
    let mut bytes = sample();
    bytes[1000] ^= 1;
    std::fs::write(&blob, bytes).unwrap();
    let (out, error) = place.expect(3, &["verify", "table"]);
    assert!(out.contains("wrong") && error.contains("`vrt rm table` and `vrt pull table`"), "{out}{error}");
    let (_, error) = place.expect(1, &["run", scene(7).to_str().unwrap(), "--model", "table"]);
    assert!(error.contains("vrt pull table"), "{error}");
    place.expect(0, &["rm", "table"]);
    place.expect(0, &["pull", "table"]);
    place.expect(0, &["verify", "table"]);
}

#[test]
fn what_must_be_allowed_is_a_usage_error_with_its_option() {
    let place = Place::new();
    place.registry(None, "CC-BY-NC-4.0");
    let (_, error) = place.expect(2, &["pull", "table"]);
    assert!(error.contains("--accept-license CC-BY-NC-4.0"), "{error}");
    let (_, error) = place.expect(2, &["pull", "table", "--accept-licence", "CC-BY-NC-4.0"]);
    assert!(error.contains("--allow-unverified"), "{error}");
    assert!(place.server.downloads().is_empty());
    let (_, warning) = place.expect(0, &["pull", "table", "--accept-license", "CC-BY-NC-4.0", "--allow-unverified"]);
    assert!(warning.contains("recorded and demanded from now on"), "{warning}");
    // Both are remembered.
    place.expect(0, &["pull", "table"]);
    place.expect(0, &["run", scene(7).to_str().unwrap(), "--model", "table"]);
}

#[test]
fn names_that_do_not_exist_are_told_before_anything_is_done() {
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    for command in ["pull", "rm", "verify"] {
        let (_, error) = place.expect(2, &[command, "table", "rfdetr-seg-nan0"]);
        assert!(error.contains("did you mean \"rfdetr-seg-nano\"?"), "{error}");
    }
    assert!(place.server.requests().is_empty());
    let (_, error) = place.expect(2, &["run", "x.jpg", "--model", "tabel"]);
    assert!(error.contains("did you mean \"table\"?"), "{error}");
}

#[test]
fn downloads_that_fail_say_why() {
    let place = Place::new();
    // The server has other contents than the registry demands.
    place.registry(Some(&Sha256::of(b"another file")), "Apache-2.0");
    let (_, error) = place.expect(1, &["pull", "table"]);
    assert!(error.contains(&Sha256::of(b"another file").to_string()) && error.contains("expected"), "{error}");
    assert_eq!(place.blobs(), 0, "a wrong file is not kept");
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    place.server.fault(Side::Hub, Fault::Status(403, vec![("X-Error-Code", "GatedRepo".to_owned())]));
    let (_, error) = place.expect(1, &["pull", "table"]);
    assert!(error.contains("403"), "{error}");
    let output = place.command(&["pull", "table"]).env("HF_HUB_OFFLINE", "1").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("HF_HUB_OFFLINE"), "{}", stderr(&output));
    // A pause is told once, however long it is.
    place.server.fault(Side::Hub, Fault::Status(503, vec![("X-Error-Message", "busy".to_owned())]));
    let (_, progress) = place.expect(0, &["pull", "table"]);
    assert_eq!(progress.matches("trying again").count(), 1, "{progress}");
    assert!(progress.contains("busy") && progress.contains("trying again in 1.0 s"), "{progress}");
    place.expect(0, &["rm", "table"]);
    // One byte on the way is another; the next try is right.
    place.server.fault(Side::Cdn, Fault::WrongByte(5000));
    let first = place.vrt(&["pull", "table"]);
    assert!(matches!(first.status.code(), Some(0 | 1)), "{}", stderr(&first));
    place.expect(0, &["pull", "table"]);
    place.expect(0, &["verify", "table"]);
    // One of two models fails: the other one is there.
    let (out, error) = place.expect(3, &["pull", "table", "rfdetr-seg-nano"]);
    assert!(out.contains("was here, checked") && error.contains("rfdetr"), "{out}{error}");
}

#[test]
fn a_model_of_ones_own_has_a_name() {
    let place = Place::new();
    let onnx = place.folder.copy(Path::new(&common::model("seg.onnx")), "own/own.onnx");
    let (onnx, picture) = (onnx.to_str().unwrap(), scene(7));
    place.folder.write("labels.txt", LABELS.as_bytes());
    place.folder.write("gap.txt", b"cube\n\nball\n");
    place.folder.write("few.txt", b"cube\nball\n");
    let cases: [(&[&str], i32, &str); 6] = [
        (&["add", "own", "--onnx", onnx], 1, "own.json"),
        (&["add", "own", "--onnx", onnx, "--labels", "gap.txt"], 1, "line 2 is empty"),
        (&["add", "own", "--onnx", onnx, "--labels", "few.txt"], 1, "7 class slots and 2 labels"),
        (&["add", "own", "--onnx", onnx, "--labels", "none.txt"], 1, "none.txt"),
        (&["add", "sample", "--onnx", onnx, "--labels", "labels.txt"], 2, "built-in"),
        (&["add", "../own", "--onnx", onnx, "--labels", "labels.txt"], 1, "../own"),
    ];
    for (args, code, word) in cases {
        let (_, error) = place.expect(code, args);
        assert!(error.contains(word), "{args:?}: {error}");
    }
    assert!(!place.folder.path("home/.config").exists(), "nothing is written for what can't be added");

    let (out, _) = place.expect(0, &["add", "own", "--onnx", onnx, "--labels", "labels.txt", "--license", "Apache-2.0"]);
    assert!(out.contains("own: added to") && out.contains("instance-segmentation, Apache-2.0"), "{out}");
    let run = ["run", picture.to_str().unwrap(), "--json", "--model", "own", "--classes", "cone"];
    let [result] = json_lines(&place.vrt(&run)).try_into().unwrap();
    assert_eq!(result["objects"][0]["class"], "cone");
    assert_eq!(entry(&place.expect(0, &["models", "--json"]).0, "own")["file"]["trust"], "pinned");
    let (_, error) = place.expect(1, &["add", "own", "--onnx", onnx]);
    assert!(error.contains("--replace"), "{error}");
    place.expect(0, &["add", "own", "--onnx", onnx, "--replace"]);
    // A file that was changed since is not run.
    let mut bytes = sample();
    bytes.push(0);
    std::fs::write(onnx, bytes).unwrap();
    let (_, error) = place.expect(1, &run);
    assert!(error.contains("own.onnx"), "{error}");
    let (out, _) = place.expect(0, &["rm", "own"]);
    assert!(out.contains("taken out of") && out.contains("stay in"), "{out}");
    assert!(Path::new(onnx).exists());
    place.expect(2, &run);
}

#[test]
fn another_registry_file_counts_where_it_is_named() {
    let place = Place::new();
    let onnx = common::model("seg.onnx");
    place.expect(0, &["add", "elsewhere", "--onnx", &onnx, "--registry", "models.toml"]);
    place.expect(2, &["verify", "elsewhere"]);
    place.expect(0, &["verify", "elsewhere", "--registry", "models.toml"]);
    let output = place.command(&["verify", "elsewhere"]).env("VRT_REGISTRY", "models.toml").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // A file that takes the place of a built-in model does not do so unseen.
    place.expect(0, &["add", "rfdetr-seg-nano", "--onnx", &onnx, "--registry", "models.toml"]);
    let (_, warning) = place.expect(0, &["verify", "rfdetr-seg-nano", "--registry", "models.toml"]);
    assert!(warning.contains("rfdetr-seg-nano is not the built-in model: models.toml"), "{warning}");
    place.folder.write("broken.toml", b"format = \"vrt-registry/1\"\n[[model]]\nname = 3\n");
    let (_, error) = place.expect(1, &["models", "--registry", "broken.toml"]);
    assert!(error.contains("broken.toml"), "{error}");
}

#[test]
fn two_processes_download_once() {
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    let slow = || Fault::Slow { chunk: 1 << 20, pause: std::time::Duration::from_millis(40) };
    place.server.fault(Side::Cdn, slow());
    let piped = |args: &[&str]| {
        let mut command = place.command(args);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap()
    };
    let both = [piped(&["pull", "table", "--json"]), piped(&["pull", "table", "--json"])];
    let outputs = both.map(|child| child.wait_with_output().unwrap());
    let downloaded = outputs.each_ref().map(|output| {
        assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
        json_lines(output)[0]["files"][0]["downloaded"].as_bool().unwrap()
    });
    assert_eq!(downloaded.iter().filter(|downloaded| **downloaded).count(), 1);
    // The network and its metadata, once each.
    assert_eq!(place.server.downloads().len(), 2);
    assert_eq!(place.blobs(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_sees_speed_and_time_left() {
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    place.server.fault(Side::Cdn, Fault::Slow { chunk: 1 << 20, pause: std::time::Duration::from_millis(60) });
    // `script` gives the program a terminal of its own.
    let plain = place.command(&["pull", "table"]);
    let mut terminal = Command::new("script");
    terminal.args(["-qec", &format!("{} pull table", env!("CARGO_BIN_EXE_vrt")), "/dev/null"]).current_dir(place.folder.path(""));
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => terminal.env(name, value),
            None => terminal.env_remove(name),
        };
    }
    let output = match terminal.env("TERM", "xterm-256color").env("COLUMNS", "100").output() {
        Ok(output) => output,
        Err(error) => return eprintln!("skipped: no `script` ({error})"),
    };
    let seen = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{seen}");
    assert!(seen.contains("MB/s") && seen.contains(" left") && seen.contains("downloaded and checked"), "{seen}");
}

#[test]
fn the_variables_of_hugging_face_count() {
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    place.server.set_token("hf_good");
    let pull = |set: &dyn Fn(&mut Command) -> &mut Command| {
        let mut command = place.command(&["pull", "table"]);
        let output = set(command.env_remove("HF_HUB_CACHE")).output().unwrap();
        (output.status.code(), stderr(&output))
    };
    let home = place.folder.path("hf");
    let (code, error) = pull(&|command| command.env("HF_HOME", &home));
    assert!(code == Some(1) && error.contains("HF_TOKEN"), "{error}");
    // From the variable into one cache, from the file of `hf auth login` into another.
    assert_eq!(pull(&|command| command.env("HF_TOKEN", "hf_good").env("HF_HUB_CACHE", place.folder.path("other"))).0, Some(0));
    assert!(
        place.folder.path("other/models--org--model/snapshots").is_dir() && !home.join("hub").join("models--org--model/blobs").exists()
    );
    place.folder.write("hf/token", b"hf_good\n");
    assert_eq!(pull(&|command| command.env("HF_HOME", &home)).0, Some(0));
    assert!(home.join("hub/models--org--model/snapshots").is_dir());
    // Of what can't be understood nothing is guessed.
    for (variable, value) in [("HF_HUB_OFFLINE", "perhaps"), ("HF_ENDPOINT", "ftp://x"), ("HTTPS_PROXY", "http://user:secret@[")] {
        let (code, error) = pull(&|command| command.env(variable, value));
        assert!(code != Some(0) && error.contains(variable) && !error.contains("secret"), "{variable}: {code:?} {error}");
    }
}

#[test]
fn a_proxy_of_the_environment_is_gone_through() {
    use std::io::{BufRead, BufReader, Write};
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    let proxy = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", proxy.local_addr().unwrap());
    let (tell, asked) = std::sync::mpsc::channel();
    // It lets nobody through, and that it was asked is what counts.
    std::thread::spawn(move || {
        for mut stream in proxy.incoming().flatten() {
            let mut line = String::new();
            let _ = BufReader::new(&stream).read_line(&mut line);
            let _ = tell.send(line);
            let _ = stream.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }
    });
    let output = place.command(&["pull", "table"]).env("ALL_PROXY", &address).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let host = place.server.address().trim_start_matches("http://").to_owned();
    let first = asked.recv_timeout(std::time::Duration::from_secs(10)).unwrap();
    assert!(first.contains(&host), "{first}");
    assert!(place.server.requests().is_empty(), "the proxy was gone around");
    // What needs no proxy says so itself.
    let mut command = place.command(&["pull", "table"]);
    assert_eq!(command.env("ALL_PROXY", &address).env("NO_PROXY", "127.0.0.1").output().unwrap().status.code(), Some(0));
}

#[test]
fn the_listing_is_narrow_whatever_is_here() {
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    place.expect(0, &["pull", "table"]);
    let (listing, _) = place.expect(0, &["models"]);
    assert!(listing.lines().all(|line| line.chars().count() <= 80), "{listing}");
    let (listing, _) = place.expect(0, &["models", "--json"]);
    let engine = &entry(&listing, "table")["file"]["engine"];
    // What there is to be seen hangs on the machine; that it is said does not.
    assert_eq!(engine["here"].is_null(), engine["reason"].is_string(), "{engine}");
}

#[cfg(all(feature = "cuda", target_os = "linux"))]
#[test]
fn engines_for_this_gpu_are_told() {
    let place = Place::new();
    place.registry(Some(&Sha256::of(&sample())), "Apache-2.0");
    let libraries = place.folder.path("libraries");
    std::fs::create_dir(&libraries).unwrap();
    if !stand_in::compile(&libraries) {
        return;
    }
    let on_gpu = |args: &[&str]| {
        let mut command = place.command(args);
        let output = stand_in::use_in(&mut command, &libraries).env("VRT_CACHE_DIR", place.folder.path("state")).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        stdout(&output)
    };
    let engine = || entry(&on_gpu(&["models", "--json"]), "table")["file"]["engine"].clone();
    on_gpu(&["pull", "table"]);
    let none = engine();
    assert_eq!((&none["here"], &none["machine"]), (&Value::from(false), &Value::from("Late GPU, TensorRT 10.6.0.26")), "{none}");
    on_gpu(&["build", "table"]);
    on_gpu(&["build", "table", "--precision", "fp32"]);
    assert_eq!((&engine()["here"], &engine()["precisions"]), (&Value::from(true), &serde_json::json!(["fp16", "fp32"])));
    let listing = on_gpu(&["models"]);
    assert!(listing.lines().any(|line| line.contains("table") && line.ends_with("fp16 +1")), "{listing}");
    assert!(
        listing.contains("built for Late GPU, TensorRT 10.6.0.26") && listing.lines().all(|line| line.chars().count() <= 80),
        "{listing}"
    );
    // Without the GPU nobody can say.
    let mut blind = place.command(&["models", "--json"]);
    let blind = blind.env("CUDA_VISIBLE_DEVICES", "-1").env("VRT_CACHE_DIR", place.folder.path("state")).output().unwrap();
    let blind = entry(&stdout(&blind), "table")["file"]["engine"].clone();
    assert!(blind["here"].is_null() && blind["reason"].is_string(), "{blind}");
}
