//! A server that speaks the protocol of the Hugging Face Hub, with its faults: two origins on this machine, the hub and the host that it
//! sends downloads to.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use vrt_hub::Sha256;

pub const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";
pub const OTHER_COMMIT: &str = "fedcba9876543210fedcba9876543210fedcba98";

/// Which of the two origins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Hub,
    Cdn,
}

/// What the next answers do wrong, one fault an answer.
#[derive(Debug, Clone)]
pub enum Fault {
    /// Nothing.
    None,
    /// This status and these headers instead of an answer.
    Status(u16, Vec<(&'static str, String)>),
    /// The connection ends after so many bytes of the body.
    Cut(usize),
    /// The same, and ranges are ignored: it never gets any further.
    CutWithoutRanges(usize),
    /// Some byte is another.
    WrongByte(usize),
    /// So many bytes at a time, with pauses.
    Slow { chunk: usize, pause: Duration },
    /// Nothing more after so many bytes, while the connection stays open.
    Stall(usize),
    /// 200 and everything, whatever range was asked for.
    IgnoreRange,
    /// 206, but from another byte on.
    WrongRange,
    /// A Content-Length that is so much more (or less) than the body.
    Length(i64),
    /// More bytes than there are, in chunks of unknown number.
    Longer(usize),
    /// Content-Encoding: gzip.
    Compressed,
    /// The connection ends before any answer.
    Hangup,
}

/// A request that came.
#[derive(Debug, Clone)]
pub struct Request {
    pub side: Side,
    pub method: String,
    pub target: String,
    pub headers: BTreeMap<String, String>,
}

#[derive(Debug, Clone)]
struct Stored {
    contents: Vec<u8>,
    large: bool,
}

#[derive(Debug, Default)]
struct World {
    /// By commit and path.
    files: BTreeMap<(String, String), Stored>,
    main: String,
    token: Option<String>,
    gated: bool,
    faults: Vec<(Side, Fault)>,
    lies: VecDeque<(&'static str, String)>,
    requests: Vec<Request>,
    hub: String,
    cdn: String,
}

/// The server. It answers until the test ends.
pub struct Server {
    world: Arc<Mutex<World>>,
}

impl Server {
    pub fn start() -> Self {
        let (hub, cdn) = (TcpListener::bind("127.0.0.1:0").unwrap(), TcpListener::bind("127.0.0.1:0").unwrap());
        let address = |address: SocketAddr| format!("http://{address}");
        let world = World {
            main: COMMIT.to_owned(),
            hub: address(hub.local_addr().unwrap()),
            cdn: address(cdn.local_addr().unwrap()),
            ..World::default()
        };
        let world = Arc::new(Mutex::new(world));
        for (side, listener) in [(Side::Hub, hub), (Side::Cdn, cdn)] {
            let world = Arc::clone(&world);
            std::thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    let world = Arc::clone(&world);
                    // A client that goes away is part of the tests.
                    std::thread::spawn(move || drop(serve(side, stream, &world)));
                }
            });
        }
        Self { world }
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    pub fn address(&self) -> String {
        self.world().hub.clone()
    }

    pub fn cdn(&self) -> String {
        self.world().cdn.clone()
    }

    /// A large file (Git LFS) at the commit of `main`.
    pub fn put(&self, path: &str, contents: &[u8]) {
        self.put_at(COMMIT, path, contents, true);
    }

    pub fn put_at(&self, commit: &str, path: &str, contents: &[u8], large: bool) {
        let stored = Stored { contents: contents.to_vec(), large };
        self.world().files.insert((commit.to_owned(), path.to_owned()), stored);
    }

    /// `main` becomes another commit.
    pub fn set_main(&self, commit: &str) {
        self.world().main = commit.to_owned();
    }

    /// Only whoever has this token is answered.
    pub fn set_token(&self, token: &str) {
        self.world().token = Some(token.to_owned());
    }

    pub fn set_gated(&self) {
        self.world().gated = true;
    }

    /// What the next answer of a side does wrong that has no fault yet.
    pub fn fault(&self, side: Side, fault: Fault) {
        self.world().faults.push((side, fault));
    }

    /// A header of the next answers of the hub, instead of the right one; empty leaves it out.
    pub fn lie(&self, header: &'static str, value: impl Into<String>) {
        self.world().lies.push_back((header, value.into()));
    }

    pub fn requests(&self) -> Vec<Request> {
        self.world().requests.clone()
    }

    pub fn forget_requests(&self) {
        self.world().requests.clear();
    }

    /// Downloads that were asked for, with the ranges.
    pub fn downloads(&self) -> Vec<Option<String>> {
        let gets = self.requests().into_iter().filter(|request| request.side == Side::Cdn && request.method == "GET");
        gets.map(|request| request.headers.get("range").cloned()).collect()
    }
}

struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Answer {
    fn new(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { status, headers, body: body.to_vec() }
    }

    fn error(status: u16, code: &str, message: &str) -> Self {
        Self::new(status, &[("X-Error-Code", code), ("X-Error-Message", message)], message.as_bytes())
    }
}

fn serve(side: Side, stream: TcpStream, world: &Mutex<World>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(()) };
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) => drop(headers.insert(name.to_ascii_lowercase(), value.to_owned())),
            None => break,
        }
    }
    let request = Request { side, method: method.to_owned(), target: target.to_owned(), headers };
    let (answer, fault) = {
        let mut world = world.lock().unwrap();
        world.requests.push(request.clone());
        let fault = match world.faults.iter().position(|(of, _)| *of == side) {
            Some(index) => world.faults.remove(index).1,
            None => Fault::None,
        };
        let mut answer = match (&fault, side) {
            (Fault::Status(status, headers), _) => {
                let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
                Answer::new(*status, &headers, b"refused")
            }
            (_, Side::Hub) => hub(&request, &world),
            (_, Side::Cdn) => cdn(&request, &world, &fault),
        };
        if side == Side::Hub {
            for (header, value) in &world.lies {
                answer.headers.retain(|(name, _)| !name.eq_ignore_ascii_case(header));
                if !value.is_empty() {
                    answer.headers.push(((*header).to_owned(), value.clone()));
                }
            }
        }
        (answer, fault)
    };
    send(stream, &request, answer, &fault)
}

fn hub(request: &Request, world: &World) -> Answer {
    let authorization = request.headers.get("authorization").map(String::as_str);
    if let Some(token) = &world.token {
        match authorization {
            None => return Answer::error(401, "", "Invalid username or password."),
            Some(found) if found != format!("Bearer {token}") => {
                return Answer::error(401, "", "Invalid credentials in Authorization header");
            }
            Some(_) => {}
        }
    }
    let path = request.target.split('?').next().unwrap_or_default();
    if let Some(rest) = path.strip_prefix(&format!("/api/resolve-cache/models/org/model/{}/", world.main)) {
        let stored = &world.files[&(world.main.clone(), rest.to_owned())];
        return content(request, stored, &Fault::None);
    }
    let Some((revision, path)) = path.strip_prefix("/org/model/resolve/").and_then(|rest| rest.split_once('/')) else {
        return match authorization {
            None => Answer::error(401, "", "Invalid username or password."),
            Some(_) => Answer::error(404, "RepoNotFound", "Repository not found"),
        };
    };
    match (world.gated, authorization) {
        (true, None) => return Answer::error(401, "GatedRepo", "Access to model org/model is restricted. Please log in."),
        (true, Some(_)) => return Answer::error(403, "GatedRepo", "You are not in the authorized list."),
        _ => {}
    }
    let commit = match revision {
        "main" => world.main.clone(),
        COMMIT | OTHER_COMMIT => revision.to_owned(),
        _ => return Answer::error(404, "RevisionNotFound", &format!("Invalid rev id: {revision}")),
    };
    let Some(stored) = world.files.get(&(commit.clone(), path.to_owned())) else {
        let mut answer = Answer::error(404, "EntryNotFound", "Entry not found");
        answer.headers.push(("X-Repo-Commit".to_owned(), commit));
        return answer;
    };
    let size = stored.contents.len().to_string();
    if stored.large {
        let sha256 = Sha256::of(&stored.contents).to_string();
        let location = format!("{}/blob/{sha256}?Signature=secret&Expires=1", world.cdn);
        let headers = [
            ("Location", location.as_str()),
            ("X-Repo-Commit", &commit),
            ("X-Linked-Etag", &format!("\"{sha256}\"")),
            ("X-Linked-Size", &size),
            ("ETag", "\"of-the-redirect\""),
        ];
        return Answer::new(302, &headers, b"Found. Redirecting to another host");
    }
    let etag = git_like(&stored.contents);
    let location = format!("/api/resolve-cache/models/org/model/{commit}/{path}?etag=%22{etag}%22");
    let headers =
        [("Location", location.as_str()), ("X-Repo-Commit", &commit), ("X-Linked-Etag", &format!("\"{etag}\"")), ("X-Linked-Size", &size)];
    Answer::new(307, &headers, b"Temporary Redirect")
}

/// Forty digits, as git's hash is.
fn git_like(contents: &[u8]) -> String {
    Sha256::of(contents).to_string()[..40].to_owned()
}

fn cdn(request: &Request, world: &World, fault: &Fault) -> Answer {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    if !query.contains("Signature=secret") {
        return Answer::new(403, &[], b"<Error>expired</Error>");
    }
    // As an S3 host does that gets two kinds of authorisation.
    if request.headers.contains_key("authorization") {
        return Answer::new(400, &[], b"<Error>Only one auth mechanism allowed</Error>");
    }
    let name = path.strip_prefix("/blob/").unwrap_or_default();
    match world.files.values().find(|stored| Sha256::of(&stored.contents).to_string() == name) {
        Some(stored) => content(request, stored, fault),
        None => Answer::new(404, &[], b"<Error>NoSuchKey</Error>"),
    }
}

fn content(request: &Request, stored: &Stored, fault: &Fault) -> Answer {
    let (contents, total) = (&stored.contents, stored.contents.len());
    let etag = format!("\"{}\"", git_like(contents));
    let asked = request.headers.get("range").and_then(|range| range.strip_prefix("bytes="));
    let Some((first, last)) =
        asked.and_then(|range| range.split_once('-')).filter(|_| !matches!(fault, Fault::IgnoreRange | Fault::CutWithoutRanges(_)))
    else {
        return Answer::new(200, &[("ETag", &etag), ("Accept-Ranges", "bytes")], contents);
    };
    let first: usize = first.parse().unwrap();
    let last = last.parse().map_or(total, |last: usize| (last + 1).min(total));
    if first >= total {
        return Answer::new(416, &[("Content-Range", &format!("bytes */{total}"))], b"");
    }
    let first = if matches!(fault, Fault::WrongRange) { first + 1 } else { first };
    let range = format!("bytes {first}-{}/{total}", last - 1);
    Answer::new(206, &[("ETag", &etag), ("Content-Range", &range)], &contents[first..last])
}

fn send(mut stream: TcpStream, request: &Request, answer: Answer, fault: &Fault) -> std::io::Result<()> {
    let Answer { status, headers, mut body } = answer;
    if matches!(fault, Fault::Hangup) {
        return Ok(());
    }
    if let Fault::WrongByte(index) = fault {
        body[*index] ^= 1;
    }
    let mut head = format!("HTTP/1.1 {status} Whatever\r\nConnection: close\r\n");
    for (name, value) in &headers {
        head += &format!("{name}: {value}\r\n");
    }
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("ratelimit")) {
        head += "RateLimit: \"resolvers\";r=2999;t=300\r\n";
    }
    match fault {
        Fault::Longer(_) => head += "Transfer-Encoding: chunked\r\n",
        Fault::Length(difference) => head += &format!("Content-Length: {}\r\n", body.len() as i64 + difference),
        _ => head += &format!("Content-Length: {}\r\n", body.len()),
    }
    if matches!(fault, Fault::Compressed) {
        head += "Content-Encoding: gzip\r\n";
    }
    stream.write_all(head.as_bytes())?;
    stream.write_all(b"\r\n")?;
    if request.method == "HEAD" {
        return Ok(());
    }
    match fault {
        Fault::Cut(count) | Fault::CutWithoutRanges(count) => stream.write_all(&body[..body.len().min(*count)])?,
        Fault::Stall(count) => {
            stream.write_all(&body[..body.len().min(*count)])?;
            stream.flush()?;
            // Until the client has had enough.
            let mut nothing = [0; 1];
            let _ = stream.read(&mut nothing);
        }
        Fault::Slow { chunk, pause } => {
            for part in body.chunks(*chunk) {
                stream.write_all(part)?;
                stream.flush()?;
                std::thread::sleep(*pause);
            }
        }
        Fault::Longer(more) => {
            body.extend(vec![7; *more]);
            write!(stream, "{:x}\r\n", body.len())?;
            stream.write_all(&body)?;
            stream.write_all(b"\r\n0\r\n\r\n")?;
        }
        _ => stream.write_all(&body)?,
    }
    stream.flush()
}
