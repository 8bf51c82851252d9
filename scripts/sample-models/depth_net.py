"""The metric depth network: a small U-Net that says which plane each pixel lies on, and how far off it.

Inverse depth is an affine function of a pixel's place wherever the camera sees a plane, and in these scenes it mostly
sees two, the table and the wall. So the network's coarsest features give a few planes for the picture as a whole, its
finest a mixture of them for each pixel and a remainder.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from layers import ConvBn, Depthwise, EncoderLayer, Residual, upsample

SIZE = 252
CHANNELS = (20, 36, 64, 104, 144)
PLANES = 4
#: Depths that the network can say, in metres.
NEAREST, FARTHEST = 0.1, 5.0


def _halve(side: int) -> int:
    return (side + 1) // 2


class DepthNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        c1, c2, c3, c4, c5 = CHANNELS
        sides = [SIZE]
        for _ in CHANNELS:
            sides.append(_halve(sides[-1]))
        self.sides = sides
        self.down1 = nn.Sequential(ConvBn(3, c1, stride=2), ConvBn(c1, c1))
        self.down2 = nn.Sequential(ConvBn(c1, c2, stride=2), Residual(c2))
        self.down3 = nn.Sequential(ConvBn(c2, c3, stride=2), Residual(c3))
        self.down4 = nn.Sequential(ConvBn(c3, c4, stride=2), Residual(c4))
        self.down5 = nn.Sequential(ConvBn(c4, c5, stride=2, relu=False), EncoderLayer(c5, sides[5], 2 * c5))
        self.planes = nn.Sequential(nn.Linear(c5, c5), nn.ReLU(inplace=True), nn.Linear(c5, 3 * PLANES))
        self.side1, self.side2 = ConvBn(c1, c1, 1, relu=False), ConvBn(c2, c2, 1, relu=False)
        self.side3, self.side4 = ConvBn(c3, c3, 1, relu=False), ConvBn(c4, c4, 1, relu=False)
        self.narrow1, self.narrow2 = nn.Conv2d(c2, c1, 1), nn.Conv2d(c3, c2, 1)
        self.narrow3, self.narrow4 = nn.Conv2d(c4, c3, 1), nn.Conv2d(c5, c4, 1)
        self.join4, self.join3 = Depthwise(c4), nn.Sequential(Depthwise(c3), Depthwise(c3))
        self.join2, self.join1 = Residual(c2), Residual(c1)
        self.out = nn.Conv2d(c1, PLANES + 1, 3, padding=1)
        place = (torch.arange(sides[1]) + 0.5) / sides[1] * 2 - 1
        self.register_buffer("place", place, persistent=False)
        self._start_near_the_rig()

    def _start_near_the_rig(self) -> None:
        """First guess: a table and a wall as the rig sees them at its middle tilt, two more planes between them."""
        with torch.no_grad():
            nn.init.normal_(self.planes[2].weight, std=0.01)
            rig = [[1.5, 0.0, 0.7], [0.6, 0.0, -0.25], [1.6, 0.0, 0.3], [1.2, 0.0, 0.3]]
            self.planes[2].bias.copy_(torch.tensor(rig).flatten())
            nn.init.normal_(self.out.weight, std=0.01)
            nn.init.zeros_(self.out.bias)

    def forward(self, x: Tensor) -> Tensor:
        """[B, 3, 252, 252] to metres along the optical axis [B, 252, 252]."""
        f1 = self.down1(x)
        f2 = self.down2(f1)
        f3 = self.down3(f2)
        f4 = self.down4(f3)
        f5 = self.down5(f4)
        planes = self.planes(f5.mean((2, 3)))
        s = self.sides
        u4 = self.join4(F.relu(self.side4(f4) + upsample(self.narrow4(f5), s[4])))
        u3 = self.join3(F.relu(self.side3(f3) + upsample(self.narrow3(u4), s[3])))
        u2 = self.join2(F.relu(self.side2(f2) + upsample(self.narrow2(u3), s[2])))
        u1 = self.join1(F.relu(self.side1(f1) + upsample(self.narrow1(u2), s[1])))
        with torch.autocast(x.device.type, enabled=False):
            out = self.out(u1.float())
            base, right, down = planes.float().reshape(-1, PLANES, 3, 1, 1).unbind(2)
            on_planes = base + right * self.place + down * self.place[:, None]
            share = out[:, :PLANES].softmax(1)
            inverse = (share * on_planes).sum(1, keepdim=True) + out[:, PLANES:]
            inverse = upsample(inverse, s[0]).clamp(1 / FARTHEST, 1 / NEAREST)
            return (1 / inverse).reshape(-1, s[0], s[0])


class DepthLoss(nn.Module):
    """Distance of log depths, of their means over the picture, and of their differences between neighbours."""

    PARTS = ("log", "shift", "gradient", "rel")

    def forward(self, predicted: Tensor, b: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """`predicted` and b["depth"] [B, H, W] in metres."""
        error = predicted.log() - b["depth"].log()
        distance, shift = error.abs().mean(), error.mean((1, 2)).abs().mean()
        gradient = torch.zeros_like(distance)
        for step in (1, 2, 4, 8):
            e = error[:, ::step, ::step]
            gradient = gradient + (e[:, :, 1:] - e[:, :, :-1]).abs().mean() + (e[:, 1:] - e[:, :-1]).abs().mean()
        with torch.no_grad():
            relative = ((predicted - b["depth"]).abs() / b["depth"]).mean()
        loss = distance + 0.5 * shift + 0.5 * gradient
        return loss, torch.stack([distance.detach(), shift.detach(), gradient.detach(), relative])
