"""Writes a trained network as ONNX (fp32, opset 17, any batch size) and compares it with PyTorch's.

python3 export.py seg --weights build/seg.pt --out ../../models/sample/seg.onnx
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from layers import Normalize
from renderer import Renderer
from seg_net import SegNet
from tasks import TASKS, Task

#: Largest difference from PyTorch, relative to the largest value of the output.
TOLERANCE = 1e-4


def deployed(task: Task, weights: dict[str, torch.Tensor]) -> nn.Module:
    """The network as it is exported, from weights as they were trained."""
    trained = task.network()
    trained.load_state_dict(weights)
    network = task.deployed()
    network.load_state_dict(trained.first_group() if isinstance(trained, SegNet) else trained.state_dict())
    return network.eval().requires_grad_(False)


def fix_output_shapes(task: Task, network: nn.Module, model: onnx.ModelProto) -> None:
    """Writes all sides but the batch as numbers; the exporter leaves some of them open."""
    outputs = network(torch.zeros(1, 3, task.size, task.size))
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    for value, output in zip(model.graph.output, outputs):
        shape = value.type.tensor_type.shape
        del shape.dim[:]
        shape.dim.add().dim_param = "batch"
        for side in output.shape[1:]:
            shape.dim.add().dim_value = side


def export(task: Task, network: nn.Module, path: Path) -> None:
    example = torch.zeros(2, 3, task.size, task.size)
    names = [task.input, *task.outputs]
    with warnings.catch_warnings():  # of the exporter's successor, and of shapes that are meant to be constants
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network, (example,), str(path), input_names=[task.input], output_names=list(task.outputs), opset_version=17,
            dynamo=False, dynamic_axes={name: {0: "batch"} for name in names},
        )  # fmt: skip
    model = onnx.load(path)
    fix_output_shapes(task, network, model)
    onnx.save(model, path)
    onnx.checker.check_model(model, full_check=True)
    foreign = {node.domain for node in model.graph.node} - {""}
    if foreign:
        raise RuntimeError(f"{path} has operators of other domains: {foreign}")


def parity(task: Task, network: nn.Module, path: Path, pictures: torch.Tensor) -> dict[str, float]:
    """Largest differences between onnxruntime and PyTorch, relative to each output's largest value."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    expected = network(pictures)
    expected = expected if isinstance(expected, tuple) else (expected,)
    found = session.run(list(task.outputs), {task.input: pictures.numpy()})
    result = {}
    for name, ours, theirs in zip(task.outputs, expected, found):
        if tuple(ours.shape) != theirs.shape:
            raise RuntimeError(f"{name} of {path} is {theirs.shape}, PyTorch's is {tuple(ours.shape)}")
        result[name] = float(np.abs(ours.numpy() - theirs).max() / np.abs(theirs).max())
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=sorted(TASKS))
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    task = TASKS[options.task]
    network = deployed(task, torch.load(options.weights, map_location="cpu")["weights"])
    export(task, network, options.out)
    pictures = Normalize()(Renderer("cpu", task.size, task.size).batch(0, 0, 3).image).contiguous()
    for count in (1, 3):
        differences = parity(task, network, options.out, pictures[:count])
        if max(differences.values()) > TOLERANCE:
            raise RuntimeError(f"{options.out} differs from PyTorch at batch {count}: {differences}")
    parameters = sum(p.numel() for p in network.parameters())
    print(f"{options.out}: {options.out.stat().st_size} bytes, {parameters} parameters, differences {differences}")


if __name__ == "__main__":
    main()
