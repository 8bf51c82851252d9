//! The C++ of the checks: declarations for a library without headers, objects that record calls, programs that compare.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::Result;
use crate::abi::{Abi, Interface, Slot};
use crate::emit::{Method, NOTICE};
use crate::merge::Merged;
use crate::names::Kind;

fn parameters(slot: &Slot) -> String {
    let list: Vec<String> = slot.args.iter().enumerate().map(|(i, a)| format!("{a} a{i}")).collect();
    list.join(", ")
}

fn constness(slot: &Slot) -> &'static str {
    if slot.is_const { " const" } else { "" }
}

/// Objects are reached through `apiv::V*`; the ones a program is called by, and the parser's, directly.
fn is_object(interface: &Interface) -> bool {
    interface.class.contains("::apiv::")
}

fn split(class: &str) -> (Vec<&str>, &str) {
    let mut parts: Vec<&str> = class.split("::").collect();
    let name = parts.pop().unwrap_or_default();
    (parts, name)
}

fn in_namespaces(out: &mut String, class: &str, body: &str) -> Result<()> {
    let (spaces, _) = split(class);
    let open: String = spaces.iter().map(|n| format!("namespace {n} {{ ")).collect();
    writeln!(out, "{open}\n{body}{}", "}".repeat(spaces.len()))?;
    Ok(())
}

/// `bindings/mock/FAMILY_api.hpp`: declares what the headers of the family's newest release declare, as far as this
/// project calls it or is called by it, so that the tests need no headers.
pub fn api(merged: &Merged) -> Result<String> {
    let abi = &merged.newest;
    let version = abi.version()?;
    let mut out = NOTICE.to_owned();
    writeln!(out, "// The interfaces of {} {version} in bindings/abi, declared for the tests.", merged.family.product())?;
    out.push_str("#pragma once\n#include <cstddef>\n#include <cstdint>\n#include <utility>\n#include <vector>\n\n");
    for (part, value) in [("MAJOR", version.major), ("MINOR", version.minor), ("PATCH", version.patch)] {
        writeln!(out, "#define NV_TENSORRT_{part} {value}")?;
    }
    out.push_str("#define NV_TENSORRT_VERSION (NV_TENSORRT_MAJOR * 10000 + NV_TENSORRT_MINOR * 100 + NV_TENSORRT_PATCH)\n");
    out.push_str("#define MOCK_HAS_PARSER 1\n\nstruct CUstream_st;\nstruct CUevent_st;\ntypedef CUstream_st* cudaStream_t;\n\n");
    forward(&mut out, abi)?;
    structs(&mut out, abi)?;
    for base in ["IVersionedInterface", "ILogger"] {
        if let Some(interface) = abi.interfaces.get(base) {
            class(&mut out, base, interface, abi)?;
        }
    }
    for (name, interface) in &abi.interfaces {
        if !["IVersionedInterface", "ILogger"].contains(&name.as_str()) {
            class(&mut out, name, interface, abi)?;
        }
    }
    for (name, facade) in &abi.facades {
        let implementation = format!("V{}", name.trim_start_matches('I'));
        let pointer = pointer_name(name);
        let mut body = format!("class {name} {{\npublic:\n    virtual ~{name}() noexcept = default;\n");
        for slot in facade.slots.iter().filter(|s| !s.is_destructor()) {
            let arguments: Vec<String> = (0..slot.args.len()).map(|i| format!("a{i}")).collect();
            let call = format!("{pointer}->{}({})", slot.name, arguments.join(", "));
            writeln!(
                body,
                "    virtual {} {}({}){} noexcept {{ return {call}; }}",
                slot.returns,
                slot.name,
                parameters(slot),
                constness(slot)
            )?;
        }
        writeln!(body, "protected:\n    apiv::{implementation}* {pointer};\n}};")?;
        in_namespaces(&mut out, "nvinfer1::X", &body)?;
    }
    Ok(out)
}

/// The member through which a facade reaches its implementation.
pub fn pointer_name(facade: &str) -> &'static str {
    if facade == "ILayer" { "mLayer" } else { "mImpl" }
}

/// Every class that a signature names, and every enum with its values.
fn forward(out: &mut String, abi: &Abi) -> Result<()> {
    let defined: BTreeSet<&str> = abi.interfaces.values().map(|i| i.class.as_str()).chain(abi.structs.keys().map(String::as_str)).collect();
    let mut by_space: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let interfaces = abi.interfaces.values().flat_map(|i| i.slots.iter());
    for text in interfaces.flat_map(|s| s.args.iter().chain([&s.returns])) {
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':')) {
            let is_enum = abi.enums.contains_key(&word.replace("::v_1_0::", "::"));
            if word.starts_with("nv") && !is_enum && !defined.contains(word) {
                let (spaces, name) = split(word);
                by_space.entry(spaces.join("::")).or_default().insert(format!("class {name};\n"));
            }
        }
    }
    for class in &defined {
        let (spaces, name) = split(class);
        if !abi.structs.contains_key(*class) {
            by_space.entry(spaces.join("::")).or_default().insert(format!("class {name};\n"));
        }
    }
    for (space, classes) in by_space {
        let body: String = classes.into_iter().collect();
        in_namespaces(out, &format!("{space}::X"), &body)?;
    }
    for (name, found) in &abi.enums {
        let nested = abi.interfaces.contains_key(split(name).0.last().copied().unwrap_or_default());
        if !nested {
            in_namespaces(out, name, &enumeration(split(name).1, found)?)?;
        }
    }
    Ok(())
}

fn enumeration(name: &str, found: &crate::abi::Enum) -> Result<String> {
    let mut body = format!("enum class {name} : {} {{\n", found.kind);
    for (constant, value) in found.constants() {
        writeln!(body, "    {constant} = {value},")?;
    }
    body.push_str("};\n");
    Ok(body)
}

fn structs(out: &mut String, abi: &Abi) -> Result<()> {
    in_namespaces(out, "nvinfer1::v_1_0::X", "struct TimingCacheValue { uint64_t tacticHash; float timingMSec; };\n")?;
    let mut body = String::from(
        "struct Dims64 { static constexpr int32_t MAX_DIMS{8}; int32_t nbDims; int64_t d[MAX_DIMS]; };\nusing Dims = Dims64;
struct InterfaceInfo { char const* kind; int32_t major; int32_t minor; };
struct Weights { DataType type; void const* values; int64_t count; };\n",
    );
    for (name, layout) in &abi.structs {
        writeln!(body, "static_assert(sizeof({name}) == {}, \"\");", layout.size)?;
    }
    in_namespaces(out, "nvinfer1::X", &body)
}

fn class(out: &mut String, short: &str, interface: &Interface, abi: &Abi) -> Result<()> {
    let (_, name) = split(&interface.class);
    // Implementations are written out whole; the versioned interfaces keep their base, for their type information.
    let base = abi.interfaces.values().find(|i| interface.bases.first() == Some(&i.class));
    let inherited = base.map_or(0, |b| b.slots.len());
    let heritage = base.map_or_else(String::new, |b| format!(" : public {}", b.class));
    let mut body = format!("class {name}{heritage} {{\npublic:\n");
    for (path, found) in &abi.enums {
        let (owner, nested) = split(path);
        if owner.last() == Some(&short) && !is_object(interface) {
            body.push_str(&enumeration(nested, found)?);
        }
    }
    for slot in interface.slots.iter().skip(inherited) {
        match slot.name.as_str() {
            "~D1" => writeln!(body, "    virtual ~{name}() noexcept = default;")?,
            "~D0" => {}
            _ => writeln!(body, "    virtual {} {}({}){} noexcept = 0;", slot.returns, slot.name, parameters(slot), constness(slot))?,
        }
    }
    body.push_str("};\n");
    in_namespaces(out, &interface.class, &body)?;
    let (spaces, _) = split(&interface.class);
    if let [outer, "v_1_0"] = spaces[..] {
        in_namespaces(out, &format!("{outer}::X"), &format!("using {name} = v_1_0::{name};\n"))?;
    }
    Ok(())
}

/// Classes that note each call made on them, as text, and return what belongs to the slot. `mock.hpp` has `record`.
pub fn recorders(abi: &Abi) -> Result<String> {
    let mut out = NOTICE.to_owned();
    out.push_str("#pragma once\n");
    for (short, interface) in &abi.interfaces {
        if !is_object(interface) && !matches!(short.as_str(), "IParser" | "IParserError") {
            continue;
        }
        writeln!(out, "\nstruct Record{short} : {} {{", interface.class)?;
        for (i, slot) in interface.slots.iter().enumerate().filter(|(_, s)| !s.is_destructor()) {
            let arguments: String = slot
                .args
                .iter()
                .enumerate()
                .map(|(n, a)| if a.ends_with('&') { format!(", static_cast<void const*>(&a{n})") } else { format!(", a{n}") })
                .collect();
            writeln!(
                out,
                "    {} {}({}){} noexcept override {{ return record<{}>(\"{short}::{}\", {i}{arguments}); }}",
                slot.returns,
                slot.name,
                parameters(slot),
                constness(slot),
                slot.returns,
                slot.name
            )?;
        }
        out.push_str("};\n");
        if abi.facades.contains_key(short) {
            let pointer = pointer_name(short);
            writeln!(out, "template <class Implementation> struct Face{short} : nvinfer1::{short} {{")?;
            writeln!(out, "    Implementation implementation;\n    Face{short}() {{ {pointer} = &implementation; }}")?;
            writeln!(out, "    ~Face{short}() noexcept override {{ deleted(\"{short}\"); }}\n}};")?;
        }
    }
    out.push_str("\nstatic void* new_recorder(char const* name) {\n");
    for (short, interface) in &abi.interfaces {
        if is_object(interface) {
            writeln!(
                out,
                "    if (!std::strcmp(name, \"{short}\")) return static_cast<nvinfer1::{short}*>(new Face{short}<Record{short}>);"
            )?;
        } else if matches!(short.as_str(), "IParser" | "IParserError") {
            writeln!(out, "    if (!std::strcmp(name, \"{short}\")) return static_cast<{}*>(new Record{short});", interface.class)?;
        }
    }
    out.push_str("    return nullptr;\n}\n");
    Ok(out)
}

/// A program that asks g++ for the slot of every public method of every interface, and compares.
pub fn pointers_to_members(abi: &Abi) -> Result<String> {
    let parser = if abi.parser { "#include <NvOnnxParser.h>\n" } else { "" };
    let mut out = format!("#include <NvInfer.h>\n{parser}");
    out.push_str(
        "#include <cstdio>
#include <cstring>
static int bad, checked;
template <class F> void is(F f, long slot, char const* what) {
    struct { long offset, adjust; } p;
    static_assert(sizeof(f) == sizeof(p), \"\");
    std::memcpy(&p, &f, sizeof(p));
#ifdef __aarch64__
    long found = p.adjust & 1 ? p.offset / 8 : -1;
#else
    long found = p.offset & 1 ? (p.offset - 1) / 8 : -1;
#endif
    ++checked;
    if (found != slot) { ++bad; std::printf(\"%s: slot %ld here, %ld in bindings/abi\\n\", what, found, slot); }
}
int main() {
",
    );
    for interface in abi.interfaces.values() {
        for (i, slot) in interface.slots.iter().enumerate().filter(|(_, s)| !s.is_destructor() && s.public) {
            writeln!(
                out,
                "    is<{} ({}::*)({}){}>(&{}::{}, {i}, \"{}::{}\");",
                slot.returns,
                interface.class,
                slot.args.join(", "),
                constness(slot),
                interface.class,
                slot.name,
                interface.class,
                slot.name
            )?;
        }
    }
    out.push_str("    std::printf(\"%d %d\\n\", checked, bad);\n    return bad != 0;\n}\n");
    Ok(out)
}

/// The C++ twin of `bindings/src/selftest.rs`: calls every bound method through its slot as a plain C function, as Rust
/// does, for machines that have a C++ compiler but no Rust standard library.
pub fn twin(abi: &Abi, merged: &Merged, methods: &[Method]) -> Result<String> {
    let family = merged.family;
    let version = abi.version()?;
    let mut out = NOTICE.to_owned();
    out.push_str("#pragma once\nstatic int twin() {\n    int calls = 0, bad = 0;\n    size_t slot;\n    bool good;\n");
    for m in methods {
        let Some((slot, since)) = m.slots.get(&family) else { continue };
        if *since > version || (!abi.parser && Abi::is_direct(m.interface)) {
            continue;
        }
        let (mut types, mut args, mut expected) = (String::new(), String::new(), m.path());
        for (i, kind) in m.args.iter().enumerate() {
            let (kind, arg, text) = match kind {
                Kind::Bool => ("bool", "true".to_owned(), "1".to_owned()),
                Kind::F32 => ("float", format!("{i}.5f"), format!("{i}.500000")),
                Kind::I32 => ("int32_t", format!("{}", 11 + i), format!("{}", 11 + i)),
                Kind::U32 => ("uint32_t", format!("{}", 11 + i), format!("{}", 11 + i)),
                Kind::I64 | Kind::Usize => ("int64_t", format!("{}", 11 + i), format!("{}", 11 + i)),
                _ => ("void*", format!("(void*)0x{:x}", 0x2000 * (i + 1)), format!("0x{:x}", 0x2000 * (i + 1))),
            };
            write!(types, ", {kind}")?;
            write!(args, ", {arg}")?;
            write!(expected, "|{text}")?;
        }
        let (returns, check) = match m.returns {
            Kind::Void => ("void", "true".to_owned()),
            Kind::Bool => ("bool", "r == (slot % 2 == 0)".to_owned()),
            Kind::F32 => ("float", "r == float(slot)".to_owned()),
            Kind::Text => ("char const*", format!("!std::strcmp(r, \"{}\")", m.path())),
            Kind::Dims => ("PlainDims", "r.count == 4 && r.d[0] == int64_t(slot * 10) && r.d[3] == int64_t(slot * 10 + 3)".to_owned()),
            Kind::Pointer | Kind::DimsPointer => ("void*", "size_t(r) == 0x100000 + slot * 16".to_owned()),
            Kind::I32 => ("int32_t", "r == int32_t(slot)".to_owned()),
            Kind::U32 => ("uint32_t", "r == uint32_t(slot)".to_owned()),
            Kind::I64 | Kind::Usize => ("int64_t", "r == int64_t(slot)".to_owned()),
        };
        let keep = if m.returns == Kind::Void { "" } else { "auto r = " };
        let reach = if Abi::is_direct(m.interface) { "0" } else { "8" };
        writeln!(
            out,
            "    {{ void* o = reach(\"{}\", {reach}); slot = {slot}; {keep}entry<{returns} (*)(void*{types})>(o, slot)(o{args}); good = {check}; }}
    ++calls; bad += verdict(good, \"{expected}\");",
            m.interface
        )?;
    }
    out.push_str("    std::printf(\"%d %d\\n\", calls, bad);\n    return bad != 0;\n}\n");
    Ok(out)
}
