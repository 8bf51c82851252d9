#!/usr/bin/env python3
"""Writes stub.onnx, a network that gives the mean of each channel: `pip install onnx`, then `python3 make_stub.py`."""

import pathlib

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

# FILL IN: a small network with the real architecture and random weights, from the authors' code.
nodes = [
    helper.make_node("GlobalAveragePool", ["picture"], ["means"]),
    helper.make_node("Flatten", ["means"], ["flat"], axis=1),
    helper.make_node("MatMul", ["flat", "weights"], ["scores"]),
]
graph = helper.make_graph(
    nodes,
    "stub",
    [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, 8, 8])],
    [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, 3])],
    [numpy_helper.from_array(numpy.eye(3, dtype=numpy.float32), "weights")],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="make_stub")
onnx.checker.check_model(model)
onnx.save(model, str(pathlib.Path(__file__).with_name("stub.onnx")))
