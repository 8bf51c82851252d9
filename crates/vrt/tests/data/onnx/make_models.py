"""Small ONNX files for the tests of the GPU half, and what onnxruntime computes with them.

    python make_models.py        # needs onnx, onnxruntime, numpy; writes beside itself

Each model is as small as what it shows: external weights, dynamic shapes, half precision, Q/DQ nodes, subgraphs, an operator that no
TensorRT has, an int64 output, an output whose shape depends on the data. `expected.json` lists what a reader of the files must find,
counted by the onnx package.
"""

import hashlib
import json
import pathlib

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).parent
RANDOM = np.random.default_rng(7)


def save(name, nodes, inputs, outputs, weights, opset=17, imports=(), **options):
    graph = helper.make_graph(nodes, name, inputs, outputs, [numpy_helper.from_array(v, k) for k, v in weights.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset), *imports], ir_version=9)
    model.producer_name = "vrt tests"
    path = HERE / f"{name}.onnx"
    for location in [options.get("location")] if options else []:
        (HERE / location).unlink(missing_ok=True)
    onnx.save(model, path, **options)
    return path


def value(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)


def conv_weights(kind=np.float32):
    return {
        "weight": (RANDOM.standard_normal((8, 3, 3, 3)) * 0.2).astype(kind),
        "bias": RANDOM.standard_normal(8).astype(kind),
    }


def conv_nodes():
    return [
        helper.make_node("Conv", ["x", "weight", "bias"], ["c"], "conv", pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["y"], "relu"),
    ]


def main():
    f32, f16, i64 = TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.INT64
    weights = conv_weights()
    fixed = [value("x", f32, [1, 3, 16, 16])], [value("y", f32, [1, 8, 16, 16])]
    save("plain", conv_nodes(), *fixed, weights)
    save("dynamic", conv_nodes(), [value("x", f32, ["batch", 3, 16, 16])], [value("y", f32, ["batch", 8, 16, 16])], weights)
    save("external", conv_nodes(), *fixed, weights, save_as_external_data=True, location="external.weights", size_threshold=0)
    save("missing", conv_nodes(), *fixed, weights, save_as_external_data=True, location="gone.weights", size_threshold=0)
    (HERE / "gone.weights").unlink()
    save("half", conv_nodes(), [value("x", f16, [1, 3, 16, 16])], [value("y", f16, [1, 8, 16, 16])], conv_weights(np.float16))

    scales = {"sx": np.float32(0.02), "zx": np.int8(0), "sw": np.float32(0.01), "qw": RANDOM.integers(-127, 127, (8, 3, 3, 3)).astype(np.int8)}
    quantized = [
        helper.make_node("QuantizeLinear", ["x", "sx", "zx"], ["qx"], "quantize_x"),
        helper.make_node("DequantizeLinear", ["qx", "sx", "zx"], ["dx"], "dequantize_x"),
        helper.make_node("DequantizeLinear", ["qw", "sw", "zx"], ["dw"], "dequantize_w"),
        helper.make_node("Conv", ["dx", "dw"], ["y"], "conv", pads=[1, 1, 1, 1]),
    ]
    save("qdq", quantized, *fixed, scales)

    then = helper.make_graph([helper.make_node("Mul", ["x", "two"], ["t"], "mul")], "then", [], [value("t", f32, None)],
                             [numpy_helper.from_array(np.float32(2), "two")])
    other = helper.make_graph([helper.make_node("Neg", ["x"], ["n"], "neg")], "else", [], [value("n", f32, None)])
    save("subgraph", [helper.make_node("If", ["flag"], ["y"], "choice", then_branch=then, else_branch=other)],
         [value("flag", TensorProto.BOOL, []), value("x", f32, [4])], [value("y", f32, [4])], {})

    custom = [helper.make_opsetid("example.nowhere", 1)]
    save("unsupported", [helper.make_node("FoldSpace", ["x"], ["a"], "fold_first", domain="example.nowhere"),
                         helper.make_node("Relu", ["a"], ["b"], "relu"),
                         helper.make_node("BendTime", ["b"], ["y"], "bend_second", domain="example.nowhere")],
         [value("x", f32, [1, 4])], [value("y", f32, [1, 4])], {}, imports=custom)

    save("top", [helper.make_node("TopK", ["x", "k"], ["values", "indices"], "top", axis=1)],
         [value("x", f32, [1, 64])], [value("values", f32, [1, 5]), value("indices", i64, [1, 5])], {"k": np.array([5], np.int64)})
    save("nonzero", [helper.make_node("NonZero", ["x"], ["y"], "nonzero")],
         [value("x", f32, [1, 16])], [value("y", i64, [2, "count"])], {})
    # exp(x) overflows f16 from 11.1 on and never f32 here; the logarithm brings it back. The product keeps the three apart.
    save("overflow", [helper.make_node("Exp", ["x"], ["e"], "exp"), helper.make_node("MatMul", ["e", "one"], ["m"], "matmul"),
                      helper.make_node("Log", ["m"], ["y"], "log")],
         [value("x", f32, [1, 16])], [value("y", f32, [1, 16])], {"one": np.eye(16, dtype=np.float32)})

    inputs = {
        "plain": {"x": RANDOM.standard_normal((1, 3, 16, 16)).astype(np.float32)},
        "dynamic": {"x": RANDOM.standard_normal((3, 3, 16, 16)).astype(np.float32)},
        "top": {"x": RANDOM.standard_normal((1, 64)).astype(np.float32)},
        "overflow": {"x": np.linspace(12, 14, 16, dtype=np.float32)[None]},
    }
    for name, feed in inputs.items():
        session = onnxruntime.InferenceSession(HERE / f"{name}.onnx", providers=["CPUExecutionProvider"])
        outputs = dict(zip([o.name for o in session.get_outputs()], session.run(None, feed)))
        for key, array in [*feed.items(), *outputs.items()]:
            kind = "i64" if array.dtype == np.int64 else "f32"
            array.tofile(HERE / f"{name}.{key}.{kind}")

    expected = {}
    for path in sorted(HERE.glob("*.onnx")):
        model = onnx.load(path, load_external_data=False)
        operators, weights, casts, external = {}, {}, set(), set()

        def tensor(t):
            weights[str(t.data_type)] = weights.get(str(t.data_type), 0) + 1
            external.update(e.value for e in t.external_data if e.key == "location")

        def graph(g):
            for t in g.initializer:
                tensor(t)
            for node in g.node:
                key = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
                operators[key] = operators.get(key, 0) + 1
                for a in node.attribute:
                    if a.type == onnx.AttributeProto.GRAPH:
                        graph(a.g)
                    if a.type == onnx.AttributeProto.TENSOR:
                        tensor(a.t)
                    if node.op_type == "Cast" and a.name == "to":
                        casts.add(a.i)

        graph(model.graph)
        sides = lambda v: [d.dim_param if d.HasField("dim_param") else d.dim_value for d in v.type.tensor_type.shape.dim]
        expected[path.name] = {
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "nodes": sum(operators.values()), "operators": operators, "weights": weights, "casts": sorted(casts),
            "external": sorted(external),
            "inputs": [[v.name, v.type.tensor_type.elem_type, sides(v)] for v in model.graph.input],
            "outputs": [[v.name, v.type.tensor_type.elem_type, sides(v)] for v in model.graph.output],
            "opset": next(o.version for o in model.opset_import if o.domain in ("", "ai.onnx")),
        }
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1, sort_keys=True) + "\n")


main()
