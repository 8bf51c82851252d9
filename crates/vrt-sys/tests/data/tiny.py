"""Makes tiny.onnx (a small convolutional network with a dynamic batch), tiny_input.f32 and tiny_output.f32.

    pip install onnx==1.23.2 onnxruntime==1.32.0 numpy && python tiny.py

The output is what onnxruntime computes for the input: [2, 3, 16, 16] -> [2, 5], little-endian f32.
"""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

here = Path(__file__).resolve().parent
random = np.random.default_rng(7)


def weights(name, *shape):
    return numpy_helper.from_array((random.standard_normal(shape) * 0.3).astype(np.float32), name)


nodes = [
    helper.make_node("Conv", ["x", "w1", "b1"], ["c1"], kernel_shape=[3, 3], pads=[1, 1, 1, 1], name="conv"),
    helper.make_node("Relu", ["c1"], ["r1"], name="relu"),
    helper.make_node("GlobalAveragePool", ["r1"], ["p1"], name="pool"),
    helper.make_node("Flatten", ["p1"], ["f1"], name="flatten"),
    helper.make_node("Gemm", ["f1", "w2", "b2"], ["y"], transB=1, name="head"),
]
graph = helper.make_graph(
    nodes,
    "tiny",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 3, 16, 16])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 5])],
    [weights("w1", 8, 3, 3, 3), weights("b1", 8), weights("w2", 5, 8), weights("b2", 5)],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="vrt")
onnx.checker.check_model(model)
onnx.save(model, here / "tiny.onnx")

x = random.standard_normal((2, 3, 16, 16)).astype(np.float32)
session = onnxruntime.InferenceSession(here / "tiny.onnx", providers=["CPUExecutionProvider"])
(y,) = session.run(None, {"x": x})
x.tofile(here / "tiny_input.f32")
y.astype(np.float32).tofile(here / "tiny_output.f32")
print(y)
