//! Proxies and certificates.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

mod support;

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use support::{COMMIT, Fixture};
use vrt_hub::{Error, FetchOptions, Hub, quiet};

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Everything up to the empty line.
fn head(stream: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte)? > 0 {
        head.push(byte[0]);
    }
    Ok(head)
}

/// Answers each connection in a thread of its own, until the test ends.
fn listen(serve: impl Fn(TcpStream) -> std::io::Result<()> + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serve = Arc::new(serve);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let serve = Arc::clone(&serve);
            std::thread::spawn(move || drop(serve(stream)));
        }
    });
    address
}

/// An https server that hands requests on to a plain one.
fn https(upstream: String) -> SocketAddr {
    let chain = vec![CertificateDer::from_pem_file(data("server.pem")).unwrap()];
    let key = PrivateKeyDer::from_pem_file(data("server.key")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(chain, key).unwrap());
    listen(move |stream| {
        let connection = ServerConnection::new(Arc::clone(&config)).map_err(std::io::Error::other)?;
        let mut stream = StreamOwned::new(connection, stream);
        let request = head(&mut stream)?;
        let mut plain = TcpStream::connect(upstream.trim_start_matches("http://"))?;
        plain.write_all(&request)?;
        std::io::copy(&mut plain, &mut stream)?;
        stream.conn.send_close_notify();
        stream.flush()
    })
}

fn fetch(hub: &Hub, spec: &vrt_hub::ModelSpec) -> Result<Vec<u8>, Error> {
    Ok(std::fs::read(hub.fetch(spec, &FetchOptions::default(), &mut quiet)?.onnx).unwrap())
}

#[test]
fn certificates_decide() {
    let fixture = Fixture::new();
    fixture.server.put_at(COMMIT, "small.onnx", b"small", false);
    let spec = fixture.model("small.onnx", b"small");
    let endpoint = format!("https://localhost:{}", https(fixture.server.address()).port());
    let builder = || fixture.builder().endpoint(&*endpoint);

    let error = fetch(&builder().build().unwrap(), &spec).unwrap_err();
    assert!(matches!(error, Error::Network { attempts: 1, .. }) && error.to_string().contains("SSL_CERT_FILE"), "{error}");
    assert_eq!(fixture.server.requests().len(), 0);
    assert_eq!(fetch(&builder().certificates(data("ca.pem")).build().unwrap(), &spec).unwrap(), b"small");

    assert!(matches!(builder().certificates(data("server.key")).build(), Err(Error::Setting { .. })));
    assert!(matches!(builder().certificates(data("none.pem")).build(), Err(Error::Io { .. })));
}

#[test]
fn a_redirect_out_of_https_is_not_followed() {
    let fixture = Fixture::new();
    let (_, spec) = fixture.large();
    let endpoint = format!("https://localhost:{}", https(fixture.server.address()).port());
    let hub = fixture.builder().endpoint(endpoint).certificates(data("ca.pem")).build().unwrap();
    let error = fetch(&hub, &spec).unwrap_err();
    assert!(matches!(error, Error::Protocol { .. }) && error.to_string().contains("not https"), "{error}");
    assert!(!error.to_string().contains("Signature"), "{error}");
    assert_eq!(fixture.server.downloads().len(), 0);
}

#[test]
fn a_proxy_is_gone_through() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let note = Arc::clone(&asked);
    let proxy = listen(move |mut client| {
        let head = String::from_utf8(head(&mut client)?).map_err(std::io::Error::other)?;
        let mut words = head.split_whitespace();
        let (Some("CONNECT"), Some(target)) = (words.next(), words.next()) else { return Ok(()) };
        note.lock().unwrap().push(target.to_owned());
        let mut server = TcpStream::connect(target)?;
        client.write_all(b"HTTP/1.1 200 Connected\r\n\r\n")?;
        let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut from_client, &mut to_server);
            let _ = to_server.shutdown(Shutdown::Write);
        });
        std::io::copy(&mut server, &mut client)?;
        client.shutdown(Shutdown::Both)
    });
    let fixture = Fixture::new();
    let (contents, spec) = fixture.large();
    let hub = fixture.builder().proxy(format!("http://{proxy}")).build().unwrap();
    assert_eq!(fetch(&hub, &spec).unwrap(), contents);
    let host = |address: String| address.trim_start_matches("http://").to_owned();
    let mut asked = asked.lock().unwrap().clone();
    asked.dedup();
    assert_eq!(asked, [host(fixture.server.address()), host(fixture.server.cdn())]);

    let error = fixture.builder().proxy("http://user:secret@[").build().unwrap_err().to_string();
    assert!(error.contains("proxy") && !error.contains("secret"), "{error}");
}
