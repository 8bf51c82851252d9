"""Inputs, and what ONNX Runtime computes from them, for the example gpu_evidence.

    python make_inputs.py --out DIR NAME=MODEL.onnx ... [--fp16 NAME ...] [--tests ../../tests/data/onnx]

Writes DIR/plan.json and beside it the models, inputs and expected outputs. Needs onnxruntime and numpy. Symbolic sides become 1.
"""

import argparse
import json
import pathlib
import shutil

import numpy as np
import onnxruntime

parser = argparse.ArgumentParser()
parser.add_argument("--out", type=pathlib.Path, required=True)
parser.add_argument("--tests", type=pathlib.Path, default=pathlib.Path(__file__).parent / "../../tests/data/onnx")
parser.add_argument("--precisions", default="fp32,fp16")
parser.add_argument("--build-seconds", type=int, default=330)
parser.add_argument("--level", type=int, default=3)
parser.add_argument("models", nargs="+", metavar="NAME=MODEL.onnx")
arguments = parser.parse_args()
arguments.out.mkdir(parents=True, exist_ok=True)
random = np.random.default_rng(11)
KINDS = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(int32)": np.int32}
NAMES = {np.dtype(np.float32): "f32", np.dtype(np.int64): "i64", np.dtype(np.int32): "i32"}


def array(model, name, value):
    file = f"{model}.{name.replace('/', '_')}.bin"
    value = np.ascontiguousarray(value)
    value.tofile(arguments.out / file)
    return {"name": name, "file": file, "shape": list(value.shape), "dtype": NAMES[value.dtype]}


models = []
for argument in arguments.models:
    name, path = argument.split("=", 1)
    path = pathlib.Path(path)
    shutil.copyfile(path, arguments.out / f"{name}.onnx")
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    feed = {}
    for tensor in session.get_inputs():
        shape = [side if isinstance(side, int) and side > 0 else 1 for side in tensor.shape]
        kind = KINDS[tensor.type]
        # As a picture after normalisation: smooth, about -2 to 2.
        value = random.standard_normal(shape) if kind == np.float32 else np.zeros(shape)
        if value.ndim == 4 and value.shape[2] > 32:
            for axis in (2, 3):
                value = sum(np.roll(value, shift, axis) for shift in range(16)) / 4
        feed[tensor.name] = np.clip(value, -2, 2).astype(kind)
    outputs = session.run(None, feed)
    models.append({
        "name": name, "onnx": f"{name}.onnx", "precisions": arguments.precisions.split(","), "level": arguments.level,
        "inputs": [array(name, key, value) for key, value in feed.items()],
        "outputs": [array(name, tensor.name, value) for tensor, value in zip(session.get_outputs(), outputs)],
    })
for file in ("unsupported.onnx", "missing.onnx", "dynamic.onnx"):
    shutil.copyfile(arguments.tests / file, arguments.out / file)
(arguments.out / "cut.onnx").write_bytes((arguments.out / "dynamic.onnx").read_bytes()[:700])
plan = {
    "models": models, "broken": ["unsupported.onnx", "missing.onnx", "cut.onnx", "not-there.onnx"], "dynamic": "dynamic.onnx",
    "store": "engines", "build_seconds": arguments.build_seconds, "seconds_per_step": 3.0, "soak_seconds": 40.0,
    "frames": 20000, "cycles": 200,
}
(arguments.out / "plan.json").write_text(json.dumps(plan, indent=1) + "\n")
