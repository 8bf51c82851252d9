#!/usr/bin/env python3
"""Writes the small graphs of `graphs.rs` beside this file, and what PyTorch and ONNX Runtime compute with them.

    pip install numpy "opencv-python-headless<5" torch transformers onnx onnxruntime plyfile
    python3 make_models.py

tiny-v2.onnx is Depth Anything V2 with 16 channels and random weights, exported with dynamic sizes by the export script. The toy graphs
have no weights: they have the outputs of real exports (toy-v3: depth and sky) or their faults.
"""

import json
import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper

HERE = pathlib.Path(__file__).parent
sys.path += [str(HERE), str(HERE.parent.parent / "scripts")]
import export_depth_anything as exporter  # noqa: E402
import make_vectors as vectors  # noqa: E402

TARGET = 28


def shorten(path):
    """Gives every tensor a short name: two thirds of a tiny graph are the names that the exporter makes."""
    model = onnx.load(path)
    graph = model.graph
    kept = {value.name for value in [*graph.input, *graph.output]} | {""}
    short = {}
    rename = lambda name: name if name in kept else short.setdefault(name, f"t{len(short)}")
    for node in graph.node:
        assert not any(attribute.HasField("g") for attribute in node.attribute), "a subgraph has names of its own"
        node.name = node.doc_string = ""
        node.input[:] = map(rename, node.input)
        node.output[:] = map(rename, node.output)
    for tensor in graph.initializer:
        tensor.name = rename(tensor.name)
    del graph.value_info[:]
    onnx.checker.check_model(model)
    onnx.save(model, path)


def tiny_v2():
    """The authors' `infer_image` with a small random network."""
    net = exporter.network(16, 2, 4, [1, 2, 3, 4], [8, 8, 16, 16], 8, grid=5)
    exporter.randomize(net, 3)
    path = HERE / "tiny-v2.onnx"
    exporter.export(net, path)
    shorten(path)
    exporter.verify(net, path, [(28, 42), (70, 70), (98, 28)])
    metadata = exporter.metadata("tiny-v2", None, source="random weights")
    metadata["input"].update(width=TARGET, height=TARGET)
    path.with_suffix(".json").write_text(json.dumps(metadata, indent=2) + "\n")
    cases = []
    for width, height in [(61, 37), (33, 71), (50, 50)]:
        picture = torch.from_numpy(vectors.v2_input(vectors.picture(width, height), TARGET))[None]
        depth = exporter.reference(net, picture)
        name = f"tiny-v2-{width}x{height}.f32"
        (HERE / name).write_bytes(vectors.resized(depth[0].numpy(), width, height, True).astype("<f4").tobytes())
        cases.append({"picture": [width, height], "network": [depth.shape[2], depth.shape[1]], "file": name})
    (HERE / "tiny-v2-cases.json").write_text(json.dumps(cases) + "\n")


def toy(name, nodes, outputs, initializers=(), size=("height", "width")):
    picture = helper.make_tensor_value_info("image", TensorProto.FLOAT, ["batch", 3, *size])
    results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs]
    graph = helper.make_graph(nodes, name, [picture], results, list(initializers))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, HERE / f"{name}.onnx")


def toys():
    one = ["batch", 1, "height", "width"]
    mean = helper.make_node("ReduceMean", ["image"], ["mean"], axes=[1], keepdims=1)
    numbers = lambda name, values: helper.make_tensor(name, TensorProto.INT64, [len(values)], values)
    first = helper.make_node("Slice", ["image", "zero", "one", "axis"], ["red"])
    slices = [numbers("zero", [0]), numbers("one", [1]), numbers("axis", [1])]
    toy("toy-v3", [mean, helper.make_node("Exp", ["mean"], ["depth"]), first, helper.make_node("Relu", ["red"], ["sky"])],
        [("depth", one), ("sky", one)], slices)
    toy("toy-nan", [mean, helper.make_node("Log", ["mean"], ["depth"])], [("depth", one)])
    large = helper.make_tensor("large", TensorProto.FLOAT, [1], [1e4])
    toy("toy-infinite", [mean, helper.make_node("Mul", ["mean", "large"], ["far"]), helper.make_node("Exp", ["far"], ["depth"])],
        [("depth", one)], [large])
    toy("toy-flat", [mean, helper.make_node("Sub", ["mean", "mean"], ["depth"])], [("depth", one)])
    pool = helper.make_node("AveragePool", ["mean"], ["depth"], kernel_shape=[2, 2], strides=[2, 2])
    toy("toy-half", [mean, pool], [("depth", ["batch", 1, "h", "w"])])
    toy("toy-fixed", [mean, helper.make_node("Exp", ["mean"], ["depth"])], [("depth", ["batch", 1, 28, 42])], size=(28, 42))
    toy("toy-two", [mean, helper.make_node("Exp", ["mean"], ["a"]), helper.make_node("Neg", ["mean"], ["b"])], [("a", one), ("b", one)])


def v3_case():
    """toy-v3 as the authors' code would use it: sky pushed far, metres by the focal length."""
    width, height = 123, 77
    picture = vectors.v3_input(vectors.picture(width, height), 42)[None]
    session = onnxruntime.InferenceSession(str(HERE / "toy-v3.onnx"), providers=["CPUExecutionProvider"])
    depth, sky = (torch.from_numpy(output[0, 0]) for output in session.run(None, {"image": picture}))
    camera = {"fx": 110.0, "fy": 112.0, "cx": 61.0, "cy": 38.0, "width": width, "height": height}
    is_sky = sky >= 0.3
    assert is_sky.sum() > 10 and (~is_sky).sum() > 10
    depth[is_sky] = torch.quantile(depth[~is_sky], 0.99)
    scaled = vectors.camera_for(camera, depth.shape[1], depth.shape[0])
    depth *= (scaled["fx"] + scaled["fy"]) / 2 / 300
    return {
        "picture": [width, height], "network": [depth.shape[1], depth.shape[0]], "camera": camera,
        "depth": depth.flatten().tolist(), "sky_pixels": int((vectors.resized(sky.numpy(), width, height, False) >= np.float32(0.3)).sum()),
    }


if __name__ == "__main__":
    tiny_v2()
    toys()
    (HERE / "toy-v3-case.json").write_text(json.dumps(v3_case(), separators=(",", ":")) + "\n")
