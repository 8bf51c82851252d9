//! The Rust that `vrt-sys` compiles: slot tables, typed calls, enums.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::Result;
use crate::abi::{Abi, Family, Version};
use crate::bound::{CALLBACKS, ENUMS, METHODS};
use crate::merge::Merged;
use crate::names::{Kind, kind, object, pascal, snake, variant};

pub const NOTICE: &str = "// Made by `cargo xtask bindings` from bindings/abi. Do not edit.\n";

/// A method that `vrt-sys` calls, as it stands in every family.
pub struct Method {
    pub interface: &'static str,
    pub name: String,
    pub args: Vec<Kind>,
    pub returns: Kind,
    pub slots: BTreeMap<Family, (usize, Version)>,
    signature: String,
}

impl Method {
    pub fn function(&self) -> String {
        format!("{}_{}", object(self.interface), snake(&self.name))
    }

    pub fn variant(&self) -> String {
        pascal(&self.function())
    }

    pub fn path(&self) -> String {
        format!("{}::{}", self.interface, self.name)
    }
}

/// Every bound method with its slots. Fails where a method is in no family or differs between two.
pub fn methods(families: &[Merged]) -> Result<Vec<Method>> {
    let mut out = Vec::new();
    for bound in METHODS {
        for text in bound.methods {
            out.push(method(families, bound.interface, text)?);
        }
    }
    Ok(out)
}

fn method(families: &[Merged], interface: &'static str, text: &str) -> Result<Method> {
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => (name, Some(rest.trim_end_matches(')'))),
        None => (text, None),
    };
    let mut found: Option<Method> = None;
    for merged in families {
        let Some((slot, entry)) = merged.find(interface, name, arguments)? else { continue };
        let args = entry.slot.args.iter().map(|a| kind(a, merged)).collect::<Result<Vec<_>>>()?;
        let returns = kind(&entry.slot.returns, merged)?;
        let method = found.get_or_insert_with(|| Method {
            interface,
            name: name.to_owned(),
            args: args.clone(),
            returns,
            slots: BTreeMap::new(),
            signature: entry.slot.signature(),
        });
        if method.args != args || method.returns != returns {
            return Err(format!("{interface}::{name}: `{}` elsewhere is `{}`", method.signature, entry.slot.signature()).into());
        }
        method.slots.insert(merged.family, (slot, entry.since));
    }
    found.ok_or_else(|| format!("{interface}::{name} is in no family").into())
}

/// `TensorRT 10.0, TensorRT-RTX 1.5; not in TensorRT 11`.
fn availability(since: &BTreeMap<Family, Version>) -> String {
    let short = |f: &Family| match f {
        Family::Trt10 => "TensorRT 10",
        Family::Trt11 => "TensorRT 11",
        Family::Rtx => "TensorRT-RTX",
    };
    let there: Vec<String> = since.iter().map(|(f, v)| format!("{} {}.{}", f.product(), v.major, v.minor)).collect();
    let missing: Vec<&str> = Family::ALL.iter().filter(|f| !since.contains_key(f)).map(short).collect();
    let not = if missing.is_empty() { String::new() } else { format!("; not in {}", missing.join(" or ")) };
    format!("Since {}{not}", there.join(", "))
}

/// `bindings/src/methods.rs`: the list of methods and one typed call for each.
pub fn calls(methods: &[Method]) -> Result<String> {
    let mut out = NOTICE.to_owned();
    out.push_str("\n/// Every method of TensorRT that this crate calls.\n");
    out.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(u16)]\npub enum Method {\n");
    for m in methods {
        let since = m.slots.iter().map(|(f, (_, v))| (*f, *v)).collect();
        writeln!(out, "    /// `{}`. {}.\n    {},", m.path(), availability(&since), m.variant())?;
    }
    writeln!(out, "}}\n\nimpl Method {{\n    /// How many there are.\n    pub const COUNT: usize = {};", methods.len())?;
    out.push_str("\n    /// All of them, in the order of the slot tables.\n    pub const ALL: [Self; Self::COUNT] = [\n");
    for m in methods {
        writeln!(out, "        Self::{},", m.variant())?;
    }
    out.push_str("    ];\n\n    /// Its name in C++.\n    pub const fn name(self) -> &'static str {\n        match self {\n");
    for m in methods {
        writeln!(out, "            Self::{} => \"{}\",", m.variant(), m.path())?;
    }
    out.push_str("        }\n    }\n}\n\nimpl Abi {\n");
    for m in methods {
        call(&mut out, m)?;
    }
    out.push_str("}\n");
    Ok(out)
}

fn call(out: &mut String, m: &Method) -> Result<()> {
    let params: String = m.args.iter().enumerate().map(|(i, a)| format!(", a{i}: {}", a.rust())).collect();
    let types: String = m.args.iter().map(|a| format!(", {}", a.rust())).collect();
    let values: String = (0..m.args.len()).map(|i| format!(", a{i}")).collect();
    let arrow = if m.returns == Kind::Void { String::new() } else { format!(" -> {}", m.returns.rust()) };
    let reach = if Abi::is_direct(m.interface) { "direct" } else { "implementation" };
    writeln!(out, "    /// Calls `{}`.", m.signature.replace("nvinfer1::", "").replace("v_1_0::", ""))?;
    writeln!(out, "    ///\n    /// # Errors\n    /// [`Missing`] where the loaded library has no such method.\n    ///")?;
    writeln!(out, "    /// # Safety\n    /// `this` is a live `{}` of the library that this table belongs to, used as its", m.interface)?;
    writeln!(out, "    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.")?;
    writeln!(
        out,
        "    #[inline]\n    pub unsafe fn {}(self, this: *mut c_void{params}) -> Result<{}, Missing> {{",
        m.function(),
        m.returns.rust()
    )?;
    writeln!(out, "        let slot = self.slot(Method::{})?;", m.variant())?;
    out.push_str("        // SAFETY: the caller's promise; slot and signature come from this family's headers.\n        unsafe {\n");
    writeln!(out, "            let (object, entry) = {reach}(this, slot);")?;
    writeln!(out, "            type Function = unsafe extern \"C\" fn(*mut c_void{types}){arrow};")?;
    writeln!(out, "            let function = std::mem::transmute::<*const c_void, Function>(entry);")?;
    let answer = if m.returns == Kind::Void {
        format!("function(object{values});\n            Ok(())")
    } else {
        format!("Ok(function(object{values}))")
    };
    writeln!(out, "            {answer}\n        }}\n    }}\n")?;
    Ok(())
}

/// `nvinfer1::v_1_0::ILogger` as its type information is named (Itanium C++ ABI).
fn mangled(class: &str) -> String {
    let parts: String = class.split("::").map(|p| format!("{}{p}", p.len())).collect();
    format!("N{parts}E")
}

/// `bindings/src/trt10.rs` and its siblings: where everything stands in one family.
pub fn table(merged: &Merged, methods: &[Method]) -> Result<String> {
    let mut out = NOTICE.to_owned();
    let newest = merged.newest.version()?;
    writeln!(out, "\n/// {} {}.x, from headers up to {newest}.", merged.family.product(), newest.major)?;
    writeln!(out, "pub static TABLE: Table = Table {{\n    family: Family::{},", merged.family.variant())?;
    writeln!(out, "    newest: {},\n    slots: [", newest.number())?;
    for m in methods {
        let cell = match m.slots.get(&merged.family) {
            Some((slot, since)) => format!("at({slot}, {})", since.number()),
            None => "NONE".to_owned(),
        };
        writeln!(out, "        {cell}, // {}", m.path())?;
    }
    out.push_str("    ],\n");
    for name in CALLBACKS {
        let interface = merged.newest.interfaces.get(*name).ok_or_else(|| format!("no {name}"))?;
        let mut classes: Vec<String> = interface.bases.iter().rev().map(|b| mangled(b)).collect();
        classes.push(mangled(&interface.class));
        let classes: Vec<String> = classes.iter().map(|c| format!("c\"{c}\"")).collect();
        let slots: Vec<String> = interface.slots.iter().map(|s| format!("\"{}\"", s.name)).collect();
        writeln!(out, "    {}: Layout {{\n        classes: &[{}],", object(name), classes.join(", "))?;
        writeln!(out, "        slots: &[{}],\n    }},", slots.join(", "))?;
    }
    let parser = merged.newest.interfaces.get("IParser").ok_or("no IParser in the newest header")?;
    let delete = parser.slots.iter().position(|s| s.name == "~D0").ok_or("IParser has no destructor")?;
    writeln!(out, "    parser_delete: {delete},\n}};")?;
    for (name, facade) in &merged.newest.facades {
        if facade.implementation_offset != 8 || facade.delete_slot != 1 {
            return Err(format!("{name}: implementation at {}, delete at {}", facade.implementation_offset, facade.delete_slot).into());
        }
    }
    Ok(out)
}

/// `bindings/src/enums.rs`: one enum over all families, with each constant's value where it exists.
pub fn enums(families: &[Merged]) -> Result<String> {
    let mut out = NOTICE.to_owned();
    for (cpp, rust, what) in ENUMS {
        let mut constants: Vec<String> = Vec::new();
        let mut values: BTreeMap<String, BTreeMap<Family, Version>> = BTreeMap::new();
        for merged in families {
            let mut taken = BTreeSet::new();
            for (constant, value, since) in merged.enums.get(*cpp).map_or(&[][..], Vec::as_slice) {
                // A second name for a value is a former name of the same thing.
                if !taken.insert(*value) {
                    continue;
                }
                if !constants.contains(constant) {
                    constants.push(constant.clone());
                }
                values.entry(constant.clone()).or_default().insert(merged.family, *since);
            }
        }
        if constants.is_empty() {
            return Err(format!("{cpp} is in no family").into());
        }
        one_enum(&mut out, (cpp, rust, what), &constants, &values)?;
    }
    Ok(out)
}

fn one_enum(
    out: &mut String,
    (cpp, rust, what): (&str, &str, &str),
    constants: &[String],
    values: &BTreeMap<String, BTreeMap<Family, Version>>,
) -> Result<()> {
    writeln!(out, "\n/// {what} `{cpp}` in C++.")?;
    out.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[non_exhaustive]\n");
    writeln!(out, "pub enum {rust} {{")?;
    for constant in constants {
        writeln!(out, "    /// `{constant}`. {}.\n    {},", availability(&values[constant]), variant(constant))?;
    }
    writeln!(out, "}}\n\nimpl RawEnum for {rust} {{\n    const NAME: &'static str = \"{rust}\";")?;
    out.push_str("    const ALL: &'static [Self] = &[\n");
    for constant in constants {
        writeln!(out, "        Self::{},", variant(constant))?;
    }
    out.push_str("    ];\n\n    fn constant(self) -> &'static str {\n        match self {\n");
    for constant in constants {
        writeln!(out, "            Self::{} => \"{constant}\",", variant(constant))?;
    }
    out.push_str("        }\n    }\n\n    fn raw(self, family: Family) -> Option<RawValue> {\n        Some(match (family, self) {\n");
    for family in Family::ALL {
        for constant in constants {
            if let Some(since) = values[constant].get(&family) {
                let (f, path) = (family.variant(), format!("{}::{rust}::{constant}.0", family.file()));
                writeln!(out, "            (Family::{f}, Self::{}) => raw({path}, {}),", variant(constant), since.number())?;
            }
        }
    }
    out.push_str("            _ => return None,\n        })\n    }\n}\n");
    Ok(())
}

/// `bindings/src/selftest.rs`: calls every method with arguments that a recording object can tell apart.
pub fn selftest(methods: &[Method]) -> Result<String> {
    let mut out = NOTICE.to_owned();
    out.push_str(
        "
/// Calls `method` on `object`, which records calls. Gives what it has to have recorded, and whether the returned value was
/// the one that belongs to `slot`.
///
/// # Errors
/// [`Missing`] where the library that `abi` is of has no such method.
///
/// # Safety
/// `object` is a recording object of the interface that `method` is of.
pub unsafe fn call(abi: Abi, method: Method, object: *mut c_void, slot: usize) -> Result<(&'static str, bool), Missing> {
    let address = |i: usize| (0x2000 * (i + 1)) as *mut c_void;
    // SAFETY: the caller's promise; a recording object prints addresses and never follows them.
    unsafe {
        Ok(match method {
",
    );
    for m in methods {
        let mut args = String::from("object");
        let mut expected = m.path();
        for (i, kind) in m.args.iter().enumerate() {
            let (arg, text) = probe_argument(*kind, i)?;
            write!(args, ", {arg}")?;
            write!(expected, "|{text}")?;
        }
        let (pattern, check) = match m.returns {
            Kind::Void => ("()", "true".to_owned()),
            Kind::Bool => ("r", "r == slot.is_multiple_of(2)".to_owned()),
            Kind::F32 => ("r", "r.to_bits() == (slot as f32).to_bits()".to_owned()),
            Kind::Text => ("r", format!("CStr::from_ptr(r) == c\"{}\"", m.path())),
            Kind::Dims => ("r", "r.nbDims == 4 && (0..4).all(|i| r.d[i] == (slot * 10 + i) as i64)".to_owned()),
            Kind::Pointer => ("r", "r as usize == 0x10_0000 + slot * 16".to_owned()),
            Kind::Usize => ("r", "r == slot".to_owned()),
            _ => ("r", format!("r == slot as {}", m.returns.rust())),
        };
        writeln!(out, "            Method::{} => {{", m.variant())?;
        writeln!(out, "                let {pattern} = abi.{}({args})?;", m.function())?;
        writeln!(out, "                (\"{expected}\", {check})\n            }}")?;
    }
    out.push_str("        })\n    }\n}\n");
    Ok(out)
}

/// An argument in Rust that differs from its neighbours, and what a recorder prints for it.
fn probe_argument(kind: Kind, i: usize) -> Result<(String, String)> {
    let number = (11 + i).to_string();
    Ok(match kind {
        Kind::Bool => ("true".to_owned(), "1".to_owned()),
        Kind::F32 => (format!("{i}.5"), format!("{i}.500000")),
        Kind::I32 | Kind::U32 | Kind::I64 | Kind::Usize => (number.clone(), number),
        Kind::Text | Kind::DimsPointer => (format!("address({i}).cast()"), format!("0x{:x}", 0x2000 * (i + 1))),
        Kind::Pointer => (format!("address({i})"), format!("0x{:x}", 0x2000 * (i + 1))),
        Kind::Void | Kind::Dims => return Err("an argument of a type that is only returned".into()),
    })
}
