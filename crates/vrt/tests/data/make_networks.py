#!/usr/bin/env python3
"""Makes the small networks in networks/ and what ONNX Runtime computes with them.

    python3 make_networks.py

Made with onnx 1.23.2, onnxruntime 1.32.0 and NumPy 2.4.6, Python 3.11.

plain.bin, little-endian, for a batch of 1 and of 2 inputs `wave(shape)`: u32 number of outputs; for each u32 rank, u32 sizes, f32 values.
tests/common/mod.rs repeats `wave`.
"""
import struct
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

FOLDER = Path(__file__).parent / "networks"
PICTURE = ["batch", 3, 8, 8]


def wave(shape):
    """The numbers 0, 1, 2, .. folded into -1..1, exact in f32."""
    return ((np.arange(np.prod(shape)) * 37 % 129 - 64) / 64).astype(np.float32).reshape(shape)


def value(name, shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def constant(name, array):
    return numpy_helper.from_array(np.asarray(array), name)


def model(nodes, inputs, outputs, constants=(), opset=17, domains=(), check=True):
    graph = helper.make_graph(nodes, "network", inputs, outputs, list(constants))
    imports = [helper.make_opsetid("", opset)] + [helper.make_opsetid(domain, 1) for domain in domains]
    made = helper.make_model(graph, opset_imports=imports, ir_version=8)
    if check:
        onnx.checker.check_model(made)
    return made


def save(name, made):
    (FOLDER / name).write_bytes(made.SerializeToString())


node = helper.make_node


def plain(weights):
    return model(
        [
            node("Conv", ["pixels", "weights", "bias"], ["features"], name="conv", kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]),
            node("Relu", ["features"], ["positive"], name="relu"),
            node("ReduceMean", ["positive"], ["pooled"], name="pool", axes=[2, 3], keepdims=0),
        ],
        [value("pixels", PICTURE)],
        [value("features", ["batch", 4, 8, 8]), value("pooled", ["batch", 4])],
        [constant("weights", weights), constant("bias", np.array([0.5, -0.25, 0, 1], np.float32))],
    )


def cubic(shape, target="shape", **attributes):
    """Position embeddings for 4x4 patches of 14 pixels, resized to the picture's number of patches."""
    nodes = [node("Conv", ["pixels", "weights"], ["patches"], name="patches", kernel_shape=[14, 14], strides=[14, 14])]
    constants = [constant("weights", wave((2, 3, 14, 14)) / 16), constant("positions", wave((1, 2, 4, 4)))]
    if target == "shape":  # as torch.onnx writes interpolate(size=x.shape / 14)
        constants += [constant("two", np.array([2])), constant("four", np.array([4])), constant("patch", np.array([14])), constant("channels", np.array([1, 2]))]
        nodes += [
            node("Shape", ["pixels"], ["shape"], name="shape"),
            node("Slice", ["shape", "two", "four"], ["pixels_size"], name="slice"),
            node("Div", ["pixels_size", "patch"], ["patches_size"], name="div"),
            node("Concat", ["channels", "patches_size"], ["sizes"], name="concat", axis=0),
        ]
        inputs = ["positions", "", "", "sizes"]
    elif target == "values":  # depends on what is in the picture
        constants += [constant("channels", np.array([1, 2]))]
        nodes += [
            node("ReduceMax", ["pixels"], ["brightest"], name="brightest", axes=[0, 1], keepdims=0),
            node("ReduceMax", ["brightest"], ["row"], name="row", axes=[0], keepdims=0),
            node("Slice", ["row", "zero", "end"], ["some"], name="some"),
            node("Cast", ["some"], ["numbers"], name="cast", to=TensorProto.INT64),
            node("Concat", ["channels", "numbers"], ["sizes"], name="concat", axis=0),
        ]
        constants += [constant("zero", np.array([0])), constant("end", np.array([2]))]
        inputs = ["positions", "", "", "sizes"]
    elif target == "empty":  # opset 11: empty scales, sizes count
        constants += [constant("empty", np.array([], np.float32)), constant("sizes", np.array([1, 2, 4, 4]))]
        inputs = ["positions", "empty", "empty", "sizes"]
    else:
        constants += [constant("scales", np.array(target, np.float32))]
        inputs = ["positions", "", "scales"]
    nodes += [
        node("Resize", inputs, ["resized"], name="resize_positions", mode="cubic", **attributes),
        node("Add", ["patches", "resized"], ["out"], name="add"),
    ]
    return model(nodes, [value("pixels", shape)], [value("out", None)], constants, check=False)


def cubic_in_branch():
    branch = lambda name, scale: helper.make_graph(
        [node("Resize", ["pixels", "", name], [name + "_out"], name=name + "_resize", mode="cubic")], name, [], [value(name + "_out", None)],
        [constant(name, np.array([1, 1, scale, scale], np.float32))],
    )
    choose = node("If", ["yes"], ["out"], name="choose", then_branch=branch("same", 1), else_branch=branch("double", 2))
    return model([choose], [value("pixels", [1, 3, 8, 8])], [value("out", None)], [constant("yes", np.array(True))], check=False)


def unsupported():
    branch = lambda name, op: helper.make_graph([node(op, ["pixels"], [name + "_out"], name=name + "_node")], name, [], [value(name + "_out", None)])
    return model(
        [
            node("Celu", ["pixels"], ["a"], name="first_celu"),
            node("Celu", ["a"], ["b"], name="second_celu", alpha=2.0),
            node("Relu", ["b"], ["c"], name="relu"),
            node("Attention", ["c"], ["d"], name="attention", domain="com.microsoft", num_heads=1),
            node("GridSample", ["d", "grid"], ["e"], name="sample", mode="bicubic"),
            node("If", ["yes"], ["f"], name="choose", then_branch=branch("yes_branch", "Relu"), else_branch=branch("no_branch", "Hardmax")),
            node("Add", ["e", "f"], ["out"], name="add"),
        ],
        [value("pixels", [1, 3, 8, 8])],
        [value("out", None)],
        [constant("grid", np.zeros((1, 8, 8, 2), np.float32)), constant("yes", np.array(True))],
        domains=["com.microsoft"],
        check=False,
    )


def with_side_file(name, location):
    made = plain(wave((4, 3, 3, 3)))
    weights = made.graph.initializer[0]
    data = weights.raw_data
    weights.ClearField("raw_data")
    weights.data_location = TensorProto.EXTERNAL
    for key, text in [("location", location), ("offset", "0"), ("length", str(len(data)))]:
        weights.external_data.add(key=key, value=text)
    save(name, made)
    return data


def identity(name, inputs, outputs, nodes=None):
    save(name, model(nodes or [node("Identity", [inputs[0].name if inputs else "nothing"], [outputs[0].name if outputs else "out"])], inputs, outputs, check=False))


def main():
    FOLDER.mkdir(exist_ok=True)
    weights = wave((4, 3, 3, 3))
    save("plain.onnx", plain(weights))
    session = onnxruntime.InferenceSession(FOLDER / "plain.onnx", providers=["CPUExecutionProvider"])
    data = b""
    for batch in (1, 2):
        outputs = session.run(None, {"pixels": wave((batch, 3, 8, 8))})
        data += struct.pack("<I", len(outputs))
        for output in outputs:
            data += struct.pack(f"<{1 + output.ndim}I", output.ndim, *output.shape) + output.tobytes()
    (FOLDER / "plain.bin").write_bytes(data)
    save("nan.onnx", plain(np.where(np.arange(108).reshape(weights.shape) == 5, np.nan, weights).astype(np.float32)))
    # A dimension product that does not fit into 64 bits.
    overflow = plain(weights)
    overflow.graph.initializer[0].dims[:] = [1 << 40, 1 << 40, 3, 3]
    save("overflow.onnx", overflow)

    save("cubic-same-size.onnx", cubic([1, 3, 56, 56]))
    save("cubic-other-size.onnx", cubic([1, 3, 70, 56]))
    save("cubic-any-size.onnx", cubic([1, 3, "height", "width"]))
    save("cubic-scales-one.onnx", cubic([1, 3, "height", "width"], [1, 1, 1, 1]))
    save("cubic-scales-two.onnx", cubic([1, 3, 112, 112], [1, 1, 2, 2]))
    save("cubic-scales-near-one.onnx", cubic([1, 3, 56, 56], [1, 1, 1.1, 1.1]))
    save("cubic-empty-scales.onnx", cubic([1, 3, 56, 56], "empty"))
    save("cubic-by-values.onnx", cubic([1, 3, 56, 56], "values"))
    save("cubic-in-branch.onnx", cubic_in_branch())
    save("linear-resize.onnx", model([node("Resize", ["pixels", "", "scales"], ["out"], name="up", mode="linear")], [value("pixels", PICTURE)], [value("out", None)], [constant("scales", np.array([1, 1, 2, 2], np.float32))], check=False))
    save("unsupported.onnx", unsupported())
    functions = model([node("Magic", ["pixels"], ["out"], name="magic", domain="com.example")], [value("pixels", PICTURE)], [value("out", None)], domains=["com.example"], check=False)
    save("functions.onnx", functions)

    (FOLDER / "side.onnx.data").write_bytes(with_side_file("side.onnx", "side.onnx.data"))
    with_side_file("side-missing.onnx", "missing.onnx.data")
    with_side_file("side-outside.onnx", "../outside.data")
    with_side_file("side-absolute.onnx", "/etc/hostname.data")
    (FOLDER / "short.data").write_bytes(with_side_file("side-short.onnx", "short.data")[:100])
    (FOLDER / "weights.bin").write_bytes(with_side_file("side-suffix.onnx", "weights.bin"))

    identity("int-input.onnx", [value("ids", [1, 3, 8, 8], TensorProto.INT64)], [value("out", None, TensorProto.INT64)])
    identity("half-input.onnx", [value("pixels", [1, 3, 8, 8], TensorProto.FLOAT16)], [value("out", None, TensorProto.FLOAT16)])
    identity("no-input.onnx", [], [value("out", None)])
    identity("two-inputs.onnx", [value("pixels", [1, 3, 8, 8]), value("size", [2])], [value("out", None)])
    identity("three-dimensions.onnx", [value("pixels", [3, 8, 8])], [value("out", None)])
    identity("zero-size.onnx", [value("pixels", [1, 3, 0, 8])], [value("out", None)])
    identity("negative-size.onnx", [value("pixels", [-1, 3, 8, 8])], [value("out", None)])
    identity("no-output.onnx", [value("pixels", [1, 3, 8, 8])], [])
    identity("int-output.onnx", [value("pixels", PICTURE)], [value("classes", None, TensorProto.INT64)], [node("ArgMax", ["pixels"], ["classes"], axis=1)])
    # Fails while it runs: a reshape to another number of values.
    identity("wrong-reshape.onnx", [value("pixels", PICTURE)], [value("out", None)], [node("Constant", [], ["seven"], value=constant("seven", np.array([7]))), node("Reshape", ["pixels", "seven"], ["out"], name="reshape")])


if __name__ == "__main__":
    main()
