"""Building blocks of both networks. Only operators that TensorRT, onnxruntime and rten all run."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

MEAN = (0.485, 0.456, 0.406)
STD = (0.229, 0.224, 0.225)


class Normalize(nn.Module):
    """[B, H, W, 3] in 0..255 to the networks' input: [B, 3, H, W] f32, /255, ImageNet mean and standard deviation."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.tensor(MEAN) * 255)
        self.register_buffer("scale", 1 / (torch.tensor(STD) * 255))

    def forward(self, image: Tensor) -> Tensor:
        return ((image.float() - self.mean) * self.scale).permute(0, 3, 1, 2)


class ConvBn(nn.Sequential):
    """Convolution without bias, batch normalisation and, if wanted, ReLU. Keeps the size at stride 1."""

    def __init__(self, inputs: int, outputs: int, kernel: int = 3, stride: int = 1, groups: int = 1, relu: bool = True):
        conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False)
        super().__init__(conv, nn.BatchNorm2d(outputs), *([nn.ReLU(inplace=True)] if relu else []))


class Residual(nn.Module):
    """Two 3 x 3 convolutions beside a shortcut; starts out as the identity."""

    def __init__(self, channels: int):
        super().__init__()
        self.first, self.second = ConvBn(channels, channels), ConvBn(channels, channels, relu=False)
        nn.init.zeros_(self.second[1].weight)

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(self.first(x)))


class Depthwise(nn.Module):
    """A 5 x 5 convolution of each channel, then a mix of the channels, beside a shortcut."""

    def __init__(self, channels: int):
        super().__init__()
        self.spread = ConvBn(channels, channels, 5, groups=channels)
        self.mix = ConvBn(channels, channels, 1, relu=False)

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.mix(self.spread(x)))


def position_encoding(side: int, width: int) -> Tensor:
    """[1, side * side, width]: waves of the place in the picture, from half a period across it to one in two cells."""
    place = (torch.arange(side) + 0.5) / side
    frequency = math.pi * torch.logspace(0, math.log2(side), width // 4, base=2)
    wave = torch.cat([(place[:, None] * frequency).sin(), (place[:, None] * frequency).cos()], -1)
    rows = wave[:, None].expand(side, side, -1)
    columns = wave[None, :].expand(side, side, -1)
    return torch.cat([rows, columns], -1).reshape(1, side * side, width)


class Attention(nn.Module):
    """Multi-head attention, written out so that its export is plain matrix products and a softmax."""

    def __init__(self, width: int, heads: int = 4):
        super().__init__()
        self.width, self.heads = width, heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def _split(self, x: Tensor, tokens: int) -> Tensor:
        return x.reshape(-1, tokens, self.heads, self.width // self.heads).transpose(1, 2)

    def forward(self, query: Tensor, key: Tensor, value: Tensor, bias: Tensor | None = None) -> Tensor:
        """query [B, N, D], key and value [B, M, D], bias [B, 1, N, M] added to the logits; returns [B, N, D]."""
        n, m = int(query.shape[1]), int(key.shape[1])
        scale = (self.width // self.heads) ** -0.5
        q, k = self._split(self.query(query) * scale, n), self._split(self.key(key), m)
        logits = q @ k.transpose(2, 3)
        if bias is not None:
            logits = logits + bias
        mixed = logits.softmax(-1) @ self._split(self.value(value), m)
        return self.out(mixed.transpose(1, 2).reshape(-1, n, self.width))


def feed_forward(width: int, hidden: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(width, hidden), nn.ReLU(inplace=True), nn.Linear(hidden, width))


class EncoderLayer(nn.Module):
    """Self-attention over the cells of a feature map [B, D, side, side], then a feed-forward network."""

    def __init__(self, width: int, side: int, hidden: int):
        super().__init__()
        self.width, self.side = width, side
        self.attention, self.mlp = Attention(width), feed_forward(width, hidden)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.register_buffer("position", position_encoding(side, width), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        t = x.flatten(2).transpose(1, 2)
        y = self.norm1(t)
        t = t + self.attention(y + self.position, y + self.position, y)
        t = t + self.mlp(self.norm2(t))
        return t.transpose(1, 2).reshape(-1, self.width, self.side, self.side)


def upsample(x: Tensor, side: int) -> Tensor:
    return F.interpolate(x, size=(side, side), mode="bilinear", align_corners=False)
