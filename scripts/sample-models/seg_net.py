"""The segmentation network: a small query network with the inputs and outputs of RF-DETR-Seg.

A convolutional backbone and feature pyramid; `queries` learned queries that three decoder layers refine, each attending
to where the mask that the query drew so far lies (Cheng et al., "Masked-attention Mask Transformer for Universal Image
Segmentation", 2022); scores by sigmoid, so that no query needs to be suppressed afterwards. In training several groups
of queries learn side by side (Chen et al., "Group DETR", 2022); the first group alone is exported.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from layers import Attention, ConvBn, Depthwise, EncoderLayer, Residual, feed_forward, position_encoding, upsample
from renderer import CLASSES

SIZE = 256
QUERIES = 40
#: One slot a class and a last one that is never trained: it stands for "no object".
HEAD_WIDTH = len(CLASSES) + 1
WIDTH = 128
MASK_WIDTH = 64
#: Side of the masks, and of the pixel embeddings.
MASK_SIDE = SIZE // 4


@dataclass
class Prediction:
    """What the queries say after one layer. N = queries of all groups."""

    logits: Tensor  #: [B, N, HEAD_WIDTH]
    boxes: Tensor  #: [B, N, 4]: cx, cy, w, h in 0..1
    embeddings: Tensor  #: [B, N, MASK_WIDTH]; their product with the pixels' embeddings are the masks' logits


def soft_box(mask: Tensor) -> Tensor:
    """The logit of the box [B, N, 4] around soft masks [B, N, side, side] of logits.

    A row belongs to the box as far as its most certain pixel belongs to the mask; the rows' sum is the height, their
    mean place the centre. Likewise for columns.
    """
    side = int(mask.shape[-1])
    inside = mask.sigmoid()
    place = ((torch.arange(side, device=mask.device) + 0.5) / side)[:, None]
    centres, sizes = [], []
    for across in (2, 3):
        line = (inside.amax(across) * 1.2 - 0.1).clamp(0.0, 1.0)
        total = line.sum(-1, keepdim=True)
        centres.append((line @ place) / (total + 1e-4))
        sizes.append(total / side)
    box = torch.cat([*centres, *sizes], -1).clamp(0.004, 0.996)
    return torch.log(box / (1 - box))


class Backbone(nn.Module):
    """Features at strides 16, 8 and 4; the last as embeddings of pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.to4 = nn.Sequential(ConvBn(3, 24, stride=2), ConvBn(24, 40, stride=2), Residual(40))
        self.to8 = nn.Sequential(ConvBn(40, 64, stride=2), Residual(64), Residual(64))
        self.to16 = nn.Sequential(ConvBn(64, 112, stride=2), Residual(112), Residual(112))
        self.to32 = nn.Sequential(
            ConvBn(112, WIDTH, stride=2, relu=False),
            EncoderLayer(WIDTH, SIZE // 32, 2 * WIDTH),
            EncoderLayer(WIDTH, SIZE // 32, 2 * WIDTH),
        )
        self.side16, self.side8 = ConvBn(112, WIDTH, 1, relu=False), ConvBn(64, WIDTH, 1, relu=False)
        self.side4 = ConvBn(40, MASK_WIDTH, 1, relu=False)
        self.join16, self.join8 = Depthwise(WIDTH), Depthwise(WIDTH)
        self.narrow = nn.Conv2d(WIDTH, MASK_WIDTH, 1)
        self.join4 = nn.Sequential(ConvBn(MASK_WIDTH, MASK_WIDTH), Depthwise(MASK_WIDTH))
        self.embed = nn.Conv2d(MASK_WIDTH, MASK_WIDTH, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        c4 = self.to4(x)
        c8 = self.to8(c4)
        c16 = self.to16(c8)
        p16 = self.join16(self.side16(c16) + upsample(self.to32(c16), SIZE // 16))
        p8 = self.join8(self.side8(c8) + upsample(p16, SIZE // 8))
        p4 = self.join4(F.relu(self.side4(c4) + upsample(self.narrow(p8), SIZE // 4)))
        return p16, p8, p4, self.embed(p4)


class DecoderLayer(nn.Module):
    """Queries look at the picture, then at the other queries of their group."""

    def __init__(self) -> None:
        super().__init__()
        self.look, self.talk, self.mlp = Attention(WIDTH), Attention(WIDTH), feed_forward(WIDTH, 2 * WIDTH)
        self.norm1, self.norm2, self.norm3 = (nn.LayerNorm(WIDTH) for _ in range(3))

    def forward(self, q: Tensor, place: Tensor, memory: Tensor, position: Tensor, bias: Tensor, groups: int) -> Tensor:
        q = self.norm1(q + self.look(q + place, memory + position, memory, bias))
        total = int(q.shape[1])
        if groups > 1:
            place = place.reshape(-1, total // groups, WIDTH)
            q = q.reshape(-1, total // groups, WIDTH)
        q = self.norm2(q + self.talk(q + place, q + place, q))
        q = self.norm3(q + self.mlp(q))
        return q.reshape(-1, total, WIDTH) if groups > 1 else q


class Heads(nn.Module):
    """Class, box and mask of each query; the same after every layer."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.classify = nn.Linear(WIDTH, HEAD_WIDTH)
        self.embed = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(inplace=True), nn.Linear(WIDTH, MASK_WIDTH))
        self.box_query, self.box_mask, self.box_out = nn.Linear(WIDTH, WIDTH), nn.Linear(4, WIDTH), nn.Linear(WIDTH, 4)
        nn.init.constant_(self.classify.bias, -4.0)
        nn.init.zeros_(self.box_out.weight)
        nn.init.zeros_(self.box_out.bias)

    def forward(self, q: Tensor, pixels: Tensor) -> tuple[Prediction, Tensor]:
        """Predictions of q [B, N, WIDTH], and the masks' logits at the size of `pixels` [B, MASK_WIDTH, side, side].

        The box is that of the mask, corrected by the query: hidden parts and stray pixels are what it corrects for.
        """
        side = int(pixels.shape[-1])
        q = self.norm(q)
        embeddings = self.embed(q)
        masks = (embeddings.detach() @ pixels.detach().flatten(2)).reshape(-1, int(q.shape[1]), side, side)
        with torch.autocast(q.device.type, enabled=False):
            of_mask = soft_box(masks.float())
            correction = self.box_out(F.relu(self.box_query(q.float()) + self.box_mask(of_mask)))
            boxes = (of_mask + correction).sigmoid()
        return Prediction(self.classify(q), boxes, embeddings), masks


@dataclass
class Training:
    """What the loss needs."""

    layers: list[Prediction]  #: before the first decoder layer, and after each
    pixels: Tensor  #: [B, MASK_WIDTH, 64, 64]
    pixels8: Tensor  #: [B, MASK_WIDTH, 32, 32]
    semantic: Tensor  #: [B, classes + 1, 64, 64]: class of each pixel, the first for none


class SegNet(nn.Module):
    def __init__(self, groups: int = 1) -> None:
        super().__init__()
        self.groups = groups
        self.backbone = Backbone()
        self.content = nn.Parameter(torch.randn(1, groups * QUERIES, WIDTH) * 0.5)
        self.place = nn.Parameter(torch.randn(1, groups * QUERIES, WIDTH) * 0.5)
        self.place_of_box = nn.Linear(4, WIDTH)
        self.layers = nn.ModuleList(DecoderLayer() for _ in range(3))
        self.heads = Heads()
        self.semantic = nn.Conv2d(MASK_WIDTH, len(CLASSES) + 1, 1)  # trained with the rest, never exported
        self.register_buffer("position16", position_encoding(SIZE // 16, WIDTH), persistent=False)
        self.register_buffer("position8", position_encoding(SIZE // 8, WIDTH), persistent=False)

    def first_group(self) -> dict[str, Tensor]:
        """The weights of a network with the first group of queries alone."""
        weights = dict(self.state_dict())
        for name in ("content", "place"):
            weights[name] = weights[name][:, :QUERIES].clone()
        return weights

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor] | Training:
        """`dets` [B, Q, 4], `labels` [B, Q, HEAD_WIDTH] and `masks` [B, Q, 64, 64]; in training what the loss needs."""
        groups = self.groups if self.training else 1
        p16, p8, p4, pixels = self.backbone(x)
        pixels8 = F.avg_pool2d(pixels, 2)
        pixels16 = F.avg_pool2d(pixels8, 2)
        memories = [(p16, self.position16, pixels16), (p8, self.position8, pixels8), (p8, self.position8, pixels8)]
        count = groups * QUERIES
        q = self.content[:, :count]
        if self.training:
            q = q.expand(len(x), -1, -1)
        said, masks = self.heads(q, pixels8)
        layers = [said]
        for k, layer in enumerate(self.layers):
            features, position, at = memories[k]
            bias = (said.embeddings.detach() @ at.detach().flatten(2)).mul(2.0).clamp(-12.0, 0.0).unsqueeze(1)
            place = self.place[:, :count] + self.place_of_box(said.boxes.detach() - 0.5)
            q = layer(q, place, features.flatten(2).transpose(1, 2), position, bias, groups)
            said, masks = self.heads(q, pixels8 if k + 1 < len(self.layers) else pixels)
            layers.append(said)
        if self.training:
            return Training(layers, pixels, pixels8, self.semantic(p4))
        return said.boxes, said.logits, masks
