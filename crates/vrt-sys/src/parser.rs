//! Networks from ONNX files.

use std::ffi::{CStr, CString, c_void};
use std::path::Path;
use std::ptr::NonNull;

use crate::enums::{OnnxParserFlag, ParserErrorCode, RawEnum, Severity};
use crate::error::{Error, ParserError, Result};
use crate::library::{self, Library};
use crate::network::NetworkDefinition;
use crate::object;

/// Fills a network from an ONNX model. It owns the network: the network's weights stay in the parser's memory until the
/// engine is built.
#[derive(Debug)]
pub struct OnnxParser {
    object: ParserObject,
    /// After the object: a parser goes before its network.
    network: NetworkDefinition,
}

#[derive(Debug)]
struct ParserObject {
    pointer: NonNull<c_void>,
    library: Library,
}

impl Drop for ParserObject {
    fn drop(&mut self) {
        // SAFETY: a live parser that is ours alone.
        unsafe { self.library.abi().delete_parser(self.pointer.as_ptr()) }
    }
}

impl OnnxParser {
    /// A parser that fills `network`. Opens the parser's library, which lies beside TensorRT's.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the parser's library is not there, [`Error::Call`] with TensorRT's words.
    pub fn new(network: NetworkDefinition) -> Result<Self> {
        let library = network.library();
        let parser = library.parser()?;
        let symbol = "createNvOnnxParser_INTERNAL";
        let create = parser.functions.createNvOnnxParser_INTERNAL.as_ref().ok().copied();
        let create = create.ok_or_else(|| Error::Symbol { path: parser.path.clone(), symbol })?;
        let version = i32::try_from(parser.version).unwrap_or_default();
        let mark = library.logger().mark();
        // SAFETY: the function's type is the headers'; network and logger outlive the parser.
        let pointer = unsafe { create(network.pointer(), library.logger().pointer(), version) };
        let pointer = library::live(pointer).ok_or_else(|| Error::Call { call: symbol, log: library.logger().since(mark) })?;
        Ok(Self { object: ParserObject { pointer, library }, network })
    }

    fn pointer(&self) -> *mut c_void {
        self.object.pointer.as_ptr()
    }

    /// The network. After a failed parse it is incomplete.
    pub fn network(&self) -> &NetworkDefinition {
        &self.network
    }

    /// The network, to be changed before it is built.
    pub fn network_mut(&mut self) -> &mut NetworkDefinition {
        &mut self.network
    }

    /// Sets or clears a flag, before parsing.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a flag that the library does not have.
    pub fn set_flag(&mut self, flag: OnnxParserFlag, on: bool) -> Result<()> {
        let library = self.object.library;
        let raw = library.constant(flag)?;
        // SAFETY: a live parser and one of its flags.
        unsafe {
            match on {
                true => library.abi().parser_set_flag(self.pointer(), raw)?,
                false => library.abi().parser_clear_flag(self.pointer(), raw)?,
            }
        }
        Ok(())
    }

    /// Whether a flag is set.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a flag that the library does not have.
    pub fn flag(&self, flag: OnnxParserFlag) -> Result<bool> {
        let raw = self.object.library.constant(flag)?;
        // SAFETY: a live parser and one of its flags.
        Ok(unsafe { self.object.library.abi().parser_get_flag(self.pointer(), raw) }?)
    }

    /// Whether the parser knows an operator at all (with some inputs and attributes).
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn supports_operator(&self, operator: &CStr) -> Result<bool> {
        // SAFETY: a live parser.
        Ok(unsafe { self.object.library.abi().parser_supports_operator(self.pointer(), operator.as_ptr()) }?)
    }

    /// Parses a model in memory. `path` is the file it came from: external weights are looked for beside it.
    ///
    /// # Errors
    /// [`Error::Parse`] with everything that the parser found wrong, [`Error::EmptyModel`] for bytes without a graph,
    /// [`Error::Argument`] for a path that C cannot take. A parser reads one model: newer ones refuse a second.
    pub fn parse(&mut self, model: &[u8], path: Option<&Path>) -> Result<()> {
        let text = path.map(c_path).transpose()?;
        let pointer = text.as_ref().map_or(std::ptr::null(), |p| p.as_ptr());
        let (library, this) = (self.object.library, self.pointer());
        let mark = library.logger().mark();
        // SAFETY: a live parser and its live network; bytes and path are read during the call.
        let parsed = unsafe { library.abi().parser_parse(this, model.as_ptr().cast_mut().cast(), model.len(), pointer)? };
        let name = path.map_or_else(|| format!("a model of {} bytes", model.len()), |p| p.display().to_string());
        self.outcome(parsed, name, mark)
    }

    /// Parses a model's file.
    ///
    /// # Errors
    /// As [`OnnxParser::parse`].
    pub fn parse_from_file(&mut self, path: &Path) -> Result<()> {
        let text = c_path(path)?;
        let library = self.object.library;
        let mark = library.logger().mark();
        let verbosity = library.constant(Severity::Warning)?;
        // SAFETY: a live parser and its live network; the path is read during the call.
        let parsed = unsafe { library.abi().parser_parse_from_file(self.pointer(), text.as_ptr(), verbosity)? };
        self.outcome(parsed, path.display().to_string(), mark)
    }

    fn outcome(&mut self, parsed: bool, model: String, mark: u64) -> Result<()> {
        if parsed {
            // Empty files and much plain text pass for a message without a graph.
            return if self.network.output_count()? > 0 { Ok(()) } else { Err(Error::EmptyModel { model }) };
        }
        let errors = self.errors()?;
        // SAFETY: a live parser.
        unsafe { self.object.library.abi().parser_clear_errors(self.pointer())? };
        Err(Error::Parse { model, errors, log: self.object.library.logger().since(mark) })
    }

    /// What the parser has found wrong since it was last asked to forget it.
    fn errors(&self) -> Result<Vec<ParserError>> {
        let (library, this) = (self.object.library, self.pointer());
        let abi = library.abi();
        let mut out = Vec::new();
        // SAFETY: a live parser; its errors live until they are cleared, and all text is copied.
        unsafe {
            for i in 0..abi.parser_get_nb_errors(this)? {
                let Some(error) = library::live(abi.parser_get_error(this, i)?) else { continue };
                let error = error.as_ptr();
                let file = object::string(abi.parser_error_file(error)?);
                let function = object::string(abi.parser_error_func(error)?);
                out.push(ParserError {
                    code: ParserErrorCode::from_raw(library.family(), abi.parser_error_code(error)?),
                    description: object::string(abi.parser_error_desc(error)?),
                    location: format!("{file}:{} in {function}", abi.parser_error_line(error)?),
                    node: abi.parser_error_node(error)?,
                    node_name: object::optional(abi.parser_error_node_name(error)?),
                    operator: object::optional(abi.parser_error_node_operator(error)?),
                });
            }
        }
        Ok(out)
    }
}

fn c_path(path: &Path) -> Result<CString> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let reason = || format!("{path:?} contains a NUL");
    CString::new(bytes).map_err(|_| Error::Argument { argument: "path", reason: reason() })
}
