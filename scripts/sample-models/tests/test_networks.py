"""Training steps run without waiting for the GPU; exports say what PyTorch says."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from export import TOLERANCE, deployed, export, parity
from layers import Normalize
from renderer import Renderer
from seg_loss import corners, generalized_iou
from seg_net import soft_box
from tasks import TASKS, Task

#: Operators that make the host wait for a result, so that no CUDA graph can hold them.
WAITING = {"aten::item", "aten::_local_scalar_dense", "aten::nonzero", "aten::is_nonzero", "aten::equal"}


def operators(run: Callable[[], None]) -> set[str]:
    """The operators that `run` uses. (A dispatch mode would not do: some gradients take another path under one.)"""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        run()
    return {event.name for event in profile.events()}


@pytest.fixture(params=sorted(TASKS))
def task(request) -> Task:
    return TASKS[request.param]


def test_a_step_never_waits(task: Task) -> None:
    torch.manual_seed(0)
    batch = Renderer("cpu", task.size, task.size, samples=1).batch(1, 0, 2)
    network, loss, targets = task.network().train(), task.loss(), task.targets(batch)
    picture = Normalize()(batch.image)
    said = []

    def step() -> None:
        said.extend(loss(network(picture), targets))
        said[0].backward()

    used = operators(step)
    value, parts = said
    assert "aten::convolution" in used and not WAITING & used
    assert value.isfinite() and parts.isfinite().all() and len(parts) == len(loss.PARTS)
    unused = [n for n, p in network.named_parameters() if p.grad is None]
    assert not unused


def test_the_check_for_waiting_sees_what_it_should() -> None:
    x = torch.ones(3, 2, requires_grad=True)
    assert WAITING & operators(lambda: x.prod(-1).sum().backward())


def test_export_agrees_with_pytorch(task: Task, tmp_path: Path) -> None:
    torch.manual_seed(0)
    network = deployed(task, task.network().state_dict())
    path = tmp_path / "model.onnx"
    export(task, network, path)
    for count in (1, 3):
        differences = parity(task, network, path, torch.randn(count, 3, task.size, task.size))
        assert set(differences) == set(task.outputs) and max(differences.values()) < TOLERANCE


def test_boxes() -> None:
    a, b = torch.tensor([[0.0, 0.0, 2.0, 2.0]]), torch.tensor([[1.0, 1.0, 3.0, 3.0]])
    giou, iou = generalized_iou(a, b)
    assert iou.item() == pytest.approx(1 / 7) and giou.item() == pytest.approx(1 / 7 - 2 / 9)
    assert corners(torch.tensor([0.5, 0.4, 0.2, 0.6])).tolist() == pytest.approx([0.4, 0.1, 0.6, 0.7])
    mask = torch.full((1, 1, 64, 64), -12.0)
    mask[..., 8:24, 16:48] = 12.0
    assert soft_box(mask).sigmoid()[0, 0].tolist() == pytest.approx([0.5, 0.25, 0.5, 0.25], abs=1e-3)
