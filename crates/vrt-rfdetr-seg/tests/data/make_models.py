#!/usr/bin/env python3
"""Tiny ONNX files with the inputs and outputs of RF-DETR-Seg networks, for tests/cpu.rs: right ones, and ones with one thing wrong.

    pip install onnx numpy
    python make_models.py

Each adds 0 times the mean of the picture to constants, so that what comes out is known.
"""

import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).parent
SIZE, QUERIES, CLASSES, MASK = 8, 3, 5, 4


def values():
    labels = np.full((1, QUERIES, CLASSES), -5, np.float32)
    labels[0, 0, 1], labels[0, 2, 3] = 2.0, 3.0
    boxes = np.tile(np.float32([0.5, 0.5, 0.5, 0.25]), (1, QUERIES, 1))
    masks = np.full((1, QUERIES, MASK, MASK), -1, np.float32)
    masks[:, :, 1:3, 1:3] = 1.0
    return {"dets": boxes, "labels": labels, "masks": masks}


def save(name, outputs, *, input_shape=(1, 3, SIZE, SIZE), declared=None):
    nodes, constants, infos = [], [], []
    nodes.append(helper.make_node("ReduceMean", ["input"], ["mean"], keepdims=0))
    constants.append(numpy_helper.from_array(np.float32(0), "zero"))
    nodes.append(helper.make_node("Mul", ["mean", "zero"], ["nothing"]))
    for output, array in outputs.items():
        constants.append(numpy_helper.from_array(array, f"{output}_values"))
        nodes.append(helper.make_node("Add", [f"{output}_values", "nothing"], [output]))
        shape = (declared or {}).get(output, array.shape)
        infos.append(helper.make_tensor_value_info(output, TensorProto.FLOAT, shape))
    picture = helper.make_tensor_value_info("input", TensorProto.FLOAT, input_shape)
    graph = helper.make_graph(nodes, "tiny", [picture], infos, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="make_models.py")
    onnx.checker.check_model(model)
    onnx.save(model, HERE / f"{name}.onnx")


def main():
    right = values()
    save("tiny", right)
    # As rfdetr's dynamic exports declare it: the batch and every output dimension by name.
    symbols = {"dets": ["batch", "d1", "d2"], "labels": ["batch", "l1", "l2"], "masks": ["batch", "m1", "m2", "m3"]}
    save("tiny-dynamic", right, input_shape=("batch", 3, SIZE, SIZE), declared=symbols)
    nan = values()
    nan["labels"][0, 1, 2] = np.nan
    save("tiny-nan-labels", nan)
    nan = values()
    nan["masks"][0, 2, 0, 0] = np.inf
    save("tiny-inf-mask", nan)
    # A head of four slots looks like boxes; the names say which is which, or do not.
    four = values()
    four["labels"] = four["labels"][:, :, :4].copy()
    save("tiny-four-slots", {"masks": four["masks"], "labels": four["labels"], "dets": four["dets"]})
    save("tiny-four-slots-unnamed", {"a": four["masks"], "b": four["labels"], "c": four["dets"]})
    save("tiny-batch-2", {name: np.concatenate([array, array]) for name, array in right.items()}, input_shape=(2, 3, SIZE, SIZE))
    save("tiny-detector", {"dets": right["dets"], "labels": right["labels"]})
    # Declares other sizes than it computes.
    save("tiny-lies", {**right, "labels": right["labels"][:, :, :4].copy()}, declared={"labels": (1, QUERIES, CLASSES)})


if __name__ == "__main__":
    main()
