"""Reads one set of TensorRT headers with libclang and prints its binary interface as JSON.

    extract.py DIR [--target TRIPLE] > bindings/abi/VERSION.json

DIR holds NvInfer.h (directly or in include/) and, where the release publishes it, NvOnnxParser.h (also in onnx/).
What is written: for each interface its virtual functions in vtable order (Itanium C++ ABI: a virtual destructor takes two
slots, `~D1` then `~D0`), with canonical types; each enum's values; size and offsets of the plain structs; the `extern "C"`
functions. Nothing else of the headers is kept.
"""

import argparse
import ctypes
import json
import re
import subprocess
import sys
from pathlib import Path

import clang.cindex as ci
from clang.cindex import CursorKind, Index

STUB = Path(__file__).resolve().parent / "stub"

# The implementation side (`apiv::V*`) of each object that an application holds, named as its public face.
OBJECTS = """Runtime CudaEngine ExecutionContext HostMemory Builder NetworkDefinition BuilderConfig OptimizationProfile
TimingCache Tensor Layer EngineInspector Refitter SerializationConfig RuntimeConfig""".split()
# Implemented by the application, called by the library.
CALLBACKS = """IVersionedInterface ILogger IProgressMonitor IErrorRecorder IOutputAllocator IGpuAllocator
IGpuAsyncAllocator IStreamReader IStreamReaderV2 IStreamWriter IDebugListener IProfiler""".split()
PARSER = "IParser IParserError IParserRefitter".split()
# Passed or returned by value somewhere. Not every release has every one.
STRUCTS = ["nvinfer1::Dims64", "nvinfer1::InterfaceInfo", "nvinfer1::Weights", "nvinfer1::v_1_0::TimingCacheValue"]

FUNCTIONS = """createInferBuilder_INTERNAL createInferRuntime_INTERNAL createInferRefitter_INTERNAL getInferLibVersion
getInferLibMajorVersion getInferLibMinorVersion getInferLibPatchVersion getInferLibBuildVersion
createNvOnnxParser_INTERNAL createNvOnnxParserRefitter_INTERNAL getNvOnnxParserVersion""".split()


class HeaderError(Exception):
    """The headers are not what this reader understands."""


def header_dirs(root):
    """The include path of one header set: every folder of it that holds NvInfer.h or NvOnnxParser.h."""
    root = Path(root)
    candidates = [root, root / "include", root / "onnx"]
    dirs = [d for d in candidates if (d / "NvInfer.h").is_file() or (d / "NvOnnxParser.h").is_file()]
    if not any((d / "NvInfer.h").is_file() for d in dirs):
        raise HeaderError(f"{root}: no NvInfer.h in it, nor in its include/")
    return dirs


def header_version(dirs):
    """(product, "major.minor.patch", build) from NvInferVersion.h, whose macros may refer to other macros."""
    path = next((d / "NvInferVersion.h" for d in dirs if (d / "NvInferVersion.h").is_file()), None)
    if path is None:
        raise HeaderError(f"{dirs[0]}: no NvInferVersion.h beside NvInfer.h")
    macros = dict(re.findall(r"^#define\s+(\w+)\s+(\w+)", path.read_text(), re.M))

    def value(name):
        word = macros.get(name)
        while word in macros:
            word = macros[word]
        if word is None or not word.isdigit():
            raise HeaderError(f"{path}: {name} is {word!r}, not a number")
        return int(word)

    major, minor, patch, build = (value(f"NV_TENSORRT_{part}") for part in ("MAJOR", "MINOR", "PATCH", "BUILD"))
    # TensorRT-RTX counts from 1, the full product has been at 10 or more since it exists beside it.
    product = "TensorRT-RTX" if major < 5 else "TensorRT"
    return product, f"{major}.{minor}.{patch}", build


def compiler_args(dirs, target):
    """libclang comes without its own builtin headers: g++'s stand in. The C++ library's are found by the driver."""
    cross = "aarch64-linux-gnu-g++" if target and target.startswith("aarch64") else "g++"
    builtin = subprocess.run([cross, "-print-file-name=include"], capture_output=True, text=True, check=True)
    args = ["-x", "c++", "-std=c++17", f"-I{STUB}"] + [f"-I{d}" for d in dirs] + ["-isystem", builtin.stdout.strip()]
    return args + ([f"--target={target}"] if target else [])


def qualified(cursor):
    parts = []
    while cursor is not None and cursor.kind != CursorKind.TRANSLATION_UNIT:
        if cursor.spelling and not cursor.spelling.startswith("("):
            parts.append(cursor.spelling)
        cursor = cursor.semantic_parent
    return "::".join(reversed(parts))


def overridden(method):
    """USRs of the methods that `method` overrides directly (libclang's Python layer does not wrap this call)."""
    lib = ci.conf.lib
    lib.clang_getOverriddenCursors.argtypes = [
        ci.Cursor,
        ctypes.POINTER(ctypes.POINTER(ci.Cursor)),
        ctypes.POINTER(ctypes.c_uint),
    ]
    lib.clang_disposeOverriddenCursors.argtypes = [ctypes.POINTER(ci.Cursor)]
    found = ctypes.POINTER(ci.Cursor)()
    count = ctypes.c_uint()
    lib.clang_getOverriddenCursors(method, ctypes.byref(found), ctypes.byref(count))
    usrs = [found[i].get_usr() for i in range(count.value)]
    if count.value:
        lib.clang_disposeOverriddenCursors(found)
    return usrs


class Headers:
    """Everything of one translation unit that includes the header set."""

    def __init__(self, dirs, target):
        includes = "#include <NvInfer.h>\n"
        self.parser = any((d / "NvOnnxParser.h").is_file() for d in dirs)
        if self.parser:
            includes += "#include <NvOnnxParser.h>\n"
        unit = Index.create().parse(
            "all.cpp", args=compiler_args(dirs, target), unsaved_files=[("all.cpp", includes)]
        )
        errors = [d for d in unit.diagnostics if d.severity >= ci.Diagnostic.Error]
        if errors:
            raise HeaderError(f"{dirs[0]}: libclang says {errors[0]}")
        self.roots = [str(d) for d in dirs]
        self.classes, self.enums, self.functions = {}, {}, {}
        self.unit = unit
        self._visit(unit.cursor)
        self.tables = {}

    def _visit(self, cursor):
        for child in cursor.get_children():
            where = child.location.file
            if where is None or not any(where.name.startswith(root) for root in self.roots):
                continue
            kind = child.kind
            if kind in (CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC, CursorKind.UNEXPOSED_DECL):
                self._visit(child)
            elif kind in (CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL) and child.is_definition():
                self.classes[qualified(child)] = child
                self._visit(child)
            elif kind == CursorKind.ENUM_DECL and child.is_definition():
                values = [
                    (e.spelling, e.enum_value)
                    for e in child.get_children()
                    if e.kind == CursorKind.ENUM_CONSTANT_DECL
                ]
                self.enums[qualified(child)] = (child.enum_type.get_canonical().spelling, values)
            elif kind == CursorKind.FUNCTION_DECL and child.spelling in FUNCTIONS:
                args = ", ".join(a.type.get_canonical().spelling for a in child.get_arguments())
                result = child.result_type.get_canonical().spelling
                self.functions[child.spelling] = f"{result} ({args})"

    def bases(self, name):
        specifiers = (c for c in self.classes[name].get_children() if c.kind == CursorKind.CXX_BASE_SPECIFIER)
        return [qualified(s.type.get_canonical().get_declaration()) for s in specifiers]

    def table(self, name):
        """The class's vtable, as a list of slots. A class with two polymorphic bases has no single table: refused."""
        if name not in self.tables:
            self.tables[name] = self._table(name)
        return self.tables[name]

    def _table(self, name):
        inherited = [self.table(base) for base in self.bases(name) if base in self.classes]
        inherited = [table for table in inherited if table]
        if len(inherited) > 1:
            raise HeaderError(f"{name}: more than one polymorphic base")
        slots = [dict(slot) for slot in inherited[0]] if inherited else []
        for member in self.classes[name].get_children():
            if member.kind == CursorKind.CXX_METHOD and member.is_virtual_method():
                slot = {
                    "name": member.spelling,
                    "returns": member.result_type.get_canonical().spelling,
                    "args": [a.type.get_canonical().spelling for a in member.get_arguments()],
                    "const": member.is_const_method(),
                    "public": member.access_specifier == ci.AccessSpecifier.PUBLIC,
                    "usr": {member.get_usr()},
                }
                replaced = set(overridden(member))
                at = next((i for i, s in enumerate(slots) if s["usr"] & replaced), None)
                if at is None:
                    slots.append(slot)
                else:
                    slot["usr"] |= slots[at]["usr"]
                    slots[at] = slot
            elif member.kind == CursorKind.DESTRUCTOR and member.is_virtual_method():
                if not any(s["name"] == "~D0" for s in slots):
                    public = member.access_specifier == ci.AccessSpecifier.PUBLIC
                    for which in ("~D1", "~D0"):
                        destructor = {"name": which, "returns": "void", "args": [], "const": False, "public": public}
                        slots.append(destructor | {"usr": set()})
        return slots

    def find(self, short):
        """The class called `short`, in whichever (possibly versioned) namespace this release has put it."""
        names = [n for n in self.classes if n.split("::")[-1] == short and n.split("::")[0] != "impl"]
        names = [n for n in names if not n.startswith(("nvinfer1::safe", "nvinfer1::consistency", "nvinfer2"))]
        if len(names) > 1:
            raise HeaderError(f"{short}: several classes of that name: {names}")
        return names[0] if names else None


def interface(headers, name):
    slots = [{k: v for k, v in slot.items() if k != "usr"} for slot in headers.table(name)]
    chain, at = [], name
    while at:
        polymorphic = [base for base in headers.bases(at) if base in headers.classes and headers.table(base)]
        at = polymorphic[0] if polymorphic else None
        if at:
            chain.append(at)
    return {"class": name, "bases": chain, "slots": slots}


def read(root, target=None):
    dirs = header_dirs(root)
    product, version, build = header_version(dirs)
    headers = Headers(dirs, target)
    out = {"product": product, "version": version, "build": build, "parser": headers.parser}
    interfaces, facades = {}, {}
    for short in OBJECTS:
        implementation, face = headers.find(f"V{short}"), headers.find(f"I{short}")
        if implementation is None:
            continue
        interfaces[f"I{short}"] = interface(headers, implementation)
        fields = [f for f in headers.classes[face].type.get_fields()]
        pointer = next(f for f in fields if f.type.get_canonical().spelling == f"nvinfer1::apiv::V{short} *")
        destructor = next(i for i, s in enumerate(headers.table(face)) if s["name"] == "~D0")
        facades[f"I{short}"] = {
            "implementation_offset": pointer.get_field_offsetof() // 8,
            "delete_slot": destructor,
            "slots": interface(headers, face)["slots"],
        }
    for short in CALLBACKS + PARSER:
        name = headers.find(short)
        if name:
            interfaces[short] = interface(headers, name)
    out["interfaces"], out["facades"] = interfaces, facades
    out["enums"] = {
        re.sub(r"::v_\d_\d::", "::", name): {"type": kind, "values": dict(values)}
        for name, (kind, values) in sorted(headers.enums.items())
        if name.startswith(("nvinfer1::", "nvonnxparser::")) and values and "::impl::" not in name and "::safe" not in name
    }
    out["structs"] = {}
    for name in STRUCTS:
        if name not in headers.classes:
            continue
        record = headers.classes[name].type
        offsets = {f.spelling: f.get_field_offsetof() // 8 for f in record.get_fields()}
        out["structs"][name] = {"size": record.get_size(), "align": record.get_align(), "offsets": offsets}
    out["functions"] = dict(sorted(headers.functions.items()))
    return out


def write(abi, out):
    """One slot and one enum a line, so that a diff between two versions reads as a list of changes."""
    line = lambda value: json.dumps(value, separators=(", ", ": "))
    out.write("{\n")
    for key in ("product", "version", "build", "parser"):
        out.write(f" {line(key)}: {line(abi[key])},\n")
    out.write(' "interfaces": {\n')
    last = list(abi["interfaces"])[-1]
    for name, entry in abi["interfaces"].items():
        out.write(f'  {line(name)}: {{"class": {line(entry["class"])}, "bases": {line(entry["bases"])}, "slots": [\n')
        out.write(",\n".join("   " + line(slot) for slot in entry["slots"]))
        out.write("\n  ]}" + ("\n" if name == last else ",\n"))
    out.write(" },\n")
    for key in ("facades", "enums", "structs", "functions"):
        rows = ",\n".join(f"  {line(name)}: {line(value)}" for name, value in abi[key].items())
        out.write(f" {line(key)}: {{\n{rows}\n }}" + ("\n" if key == "functions" else ",\n"))
    out.write("}\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("directory")
    arguments.add_argument("--target", help="compile for this triple, e.g. aarch64-linux-gnu")
    arguments = arguments.parse_args()
    try:
        write(read(arguments.directory, arguments.target), sys.stdout)
    except HeaderError as error:
        sys.exit(f"extract.py: {error}")


if __name__ == "__main__":
    main()
