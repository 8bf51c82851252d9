"""Inputs, and what ONNX Runtime computes from them, for the example gpu_evidence.

    python make_inputs.py --out DIR [--picture scene.png] NAME=MODEL.onnx ...

Writes DIR/plan.json and beside it the models, inputs and expected outputs. Needs onnxruntime, numpy and, for --picture, Pillow. Symbolic
sides become 1. Give a real picture where a detector is among the models: on noise its queries have nearly equal scores, and rounding
decides which of them come out.
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
parser.add_argument("--picture", type=pathlib.Path)
parser.add_argument("--precisions", default="fp32,fp16")
parser.add_argument("--build-seconds", type=int, default=330)
parser.add_argument("--level", type=int, default=3)
parser.add_argument("--bare", help="bare.cpp, compiled on the machine with the GPU: its path there, from the folder of plan.json")
parser.add_argument("--seconds", type=float, default=3.0, help="for one measurement")
parser.add_argument("--soak-seconds", type=float, default=40.0)
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


def picture(height, width):
    """The picture as networks trained on ImageNet take it."""
    from PIL import Image

    pixels = Image.open(arguments.picture).convert("RGB").resize((width, height), Image.Resampling.BILINEAR)
    pixels = np.asarray(pixels, np.float32).transpose(2, 0, 1)[None] / 255
    mean, deviation = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
    return (pixels - mean[None, :, None, None]) / deviation[None, :, None, None]


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
        value = random.standard_normal(shape) if kind == np.float32 else np.zeros(shape)
        if arguments.picture and value.ndim == 4 and shape[1] == 3:
            value = np.repeat(picture(*shape[2:]), shape[0], axis=0)
        feed[tensor.name] = value.astype(kind)
    outputs = session.run(None, feed)
    models.append({
        "name": name, "onnx": f"{name}.onnx", "precisions": arguments.precisions.split(","), "level": arguments.level,
        "inputs": [array(name, key, value) for key, value in feed.items()],
        "outputs": [array(name, tensor.name, value) for tensor, value in zip(session.get_outputs(), outputs)],
    })
for file in ("plain.onnx", "unsupported.onnx", "missing.onnx", "dynamic.onnx"):
    shutil.copyfile(arguments.tests / file, arguments.out / file)
(arguments.out / "cut.onnx").write_bytes((arguments.out / "dynamic.onnx").read_bytes()[:700])
plan = {
    "models": models, "broken": ["unsupported.onnx", "missing.onnx", "cut.onnx", "not-there.onnx"], "dynamic": "dynamic.onnx",
    "tiny": "plain.onnx", "bare": arguments.bare, "store": "engines", "build_seconds": arguments.build_seconds,
    "seconds_per_step": arguments.seconds, "soak_seconds": arguments.soak_seconds, "frames": 20000, "cycles": 200,
}
(arguments.out / "plan.json").write_text(json.dumps(plan, indent=1) + "\n")
