"""The two networks with everything that training, export and evaluation need to know about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor, nn

import depth_net
import seg_net
from depth_net import DepthLoss, DepthNet
from renderer import Batch
from seg_loss import SegLoss, targets
from seg_net import SegNet

#: Groups of queries that learn side by side.
GROUPS = 4


@dataclass(frozen=True)
class Task:
    name: str
    size: int  #: side of the square input
    input: str  #: name of the exported graph's input
    outputs: tuple[str, ...]  #: names of its outputs
    rate: float  #: highest learning rate
    network: Callable[[], nn.Module]  #: as it is trained
    deployed: Callable[[], nn.Module]  #: as it is exported
    loss: Callable[[], nn.Module]
    targets: Callable[[Batch], dict[str, Tensor]]  #: what the loss reads of a batch


TASKS = {
    "seg": Task(
        name="seg",
        size=seg_net.SIZE,
        input="input",
        outputs=("dets", "labels", "masks"),
        rate=1e-3,
        network=lambda: SegNet(GROUPS),
        deployed=SegNet,
        loss=lambda: SegLoss(GROUPS),
        targets=targets,
    ),
    "depth": Task(
        name="depth",
        size=depth_net.SIZE,
        input="pixel_values",
        outputs=("predicted_depth",),
        rate=2e-3,
        network=DepthNet,
        deployed=DepthNet,
        loss=DepthLoss,
        targets=lambda batch: {"depth": batch.depth},
    ),
}
