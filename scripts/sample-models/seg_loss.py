"""What the segmentation network is trained to make small.

After every layer, and for every group of queries, each object is given to one query by optimal assignment. That query's
score is drawn towards how well its mask and box fit, its mask and box towards the object's; all other scores towards 0.

Nothing here waits for the GPU or copies to it (so no `prod`, whose gradient counts zeros on the host, and no `where`
with a number): the whole step is captured as one CUDA graph.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from renderer import MAX_OBJECTS, Batch, assign_queries
from seg_net import HEAD_WIDTH, QUERIES, Training


def corners(box: Tensor) -> Tensor:
    """cx, cy, w, h to x0, y0, x1, y1."""
    centre, half = box[..., :2], box[..., 2:] / 2
    return torch.cat([centre - half, centre + half], -1)


def _area(size: Tensor) -> Tensor:
    size = size.clamp(min=0)
    return size[..., 0] * size[..., 1]


def generalized_iou(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Generalised IoU (Rezatofighi et al., 2019) and IoU of x0, y0, x1, y1 boxes; broadcasts."""
    shared = _area(torch.minimum(a[..., 2:], b[..., 2:]) - torch.maximum(a[..., :2], b[..., :2]))
    union = _area(a[..., 2:] - a[..., :2]) + _area(b[..., 2:] - b[..., :2]) - shared
    hull = _area(torch.maximum(a[..., 2:], b[..., 2:]) - torch.minimum(a[..., :2], b[..., :2]))
    iou = shared / (union + 1e-7)
    return iou - (hull - union) / (hull + 1e-7), iou


def near_edges(mask: Tensor, reach: int, elsewhere: float) -> Tensor:
    """Weights [.., P] for the pixels of masks [B, G, h, w]: 1 up to `reach` pixels around them, then `elsewhere`."""
    near = (F.max_pool2d(mask, 2 * reach + 1, 1, reach) > 0).to(mask.dtype)
    return (elsewhere + (1 - elsewhere) * near).flatten(2)


def mask_terms(logits: Tensor, target: Tensor, weight: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Weighted cross-entropy, dice loss and (without gradient) soft IoU over the last axis."""
    entropy = ((F.softplus(logits) - logits * target) * weight).sum(-1) / weight.sum(-1)
    inside = logits.sigmoid()
    shared, total = (inside * target).sum(-1), inside.sum(-1) + target.sum(-1)
    return entropy, 1 - (2 * shared + 1) / (total + 1), (shared / (total - shared + 1e-3)).detach()


class SegLoss(nn.Module):
    """Loss and its parts (class, box, mask, mean soft IoU of the last layer's masks) for one batch."""

    PARTS = ("class", "box", "mask", "iou")

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    @torch.no_grad()
    def _assign(
        self, logits: Tensor, boxes: Tensor, embeddings: Tensor, pixels8: Tensor, target8: Tensor, b: dict
    ) -> Tensor:
        """[B, R, 8]: the query of each object in each of the R rounds (layers x groups)."""
        count, rounds = logits.shape[:2]
        kind = b["classes"].clamp(min=0).view(count, 1, 1, -1).expand(-1, rounds, QUERIES, -1)
        p = logits.sigmoid()
        focal = 0.25 * (1 - p) ** 2 * F.softplus(-logits) - 0.75 * p**2 * F.softplus(logits)
        class_cost = focal.gather(3, kind)
        ours, theirs = boxes.unsqueeze(3), b["boxes"].view(count, 1, 1, -1, 4)
        box_cost = 3 * (ours - theirs).abs().sum(-1) - 2 * generalized_iou(corners(ours), corners(theirs))[0]
        masks = embeddings.flatten(1, 2) @ pixels8.flatten(2).to(embeddings.dtype)
        target = target8.transpose(1, 2).to(masks.dtype)
        pixels = masks.shape[-1]
        entropy = F.softplus(masks).float().mean(-1, keepdim=True) - (masks @ target).float() / pixels
        inside = masks.sigmoid()
        total = inside.float().sum(-1, keepdim=True) + target8.sum(-1).unsqueeze(1)
        dice = 1 - (2 * (inside @ target).float() + 1) / (total + 1)
        cost = 2 * class_cost + box_cost + (4 * entropy + 4 * dice).view(count, rounds, QUERIES, -1)
        return assign_queries(cost.flatten(0, 1), b["valid"]).view(count, rounds, -1)

    def forward(self, out: Training, b: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """`b` holds ids, classes, valid and boxes as in Batch."""
        count, groups, rounds = out.pixels.shape[0], self.groups, len(out.layers) * self.groups
        ids = b["ids"]
        masks = (ids[:, None] == b["numbers"]).to(out.pixels.dtype)
        target2 = F.avg_pool2d(masks, 2).float()
        target4 = F.avg_pool2d(target2, 2)
        target8 = F.avg_pool2d(target4, 2).flatten(2)

        logits = torch.stack([p.logits for p in out.layers], 1).float().view(count, rounds, QUERIES, HEAD_WIDTH)
        boxes = torch.stack([p.boxes for p in out.layers], 1).float().view(count, rounds, QUERIES, 4)
        embeddings = torch.stack([p.embeddings for p in out.layers], 1).view(count, rounds, QUERIES, -1)
        chosen = self._assign(logits.detach(), boxes.detach(), embeddings.detach(), out.pixels8.detach(), target8, b)
        present = b["valid"].unsqueeze(1).float()
        # Objects in each round; the sum over rounds is divided by objects of one group.
        objects = present.sum().clamp(min=1) * groups

        def average(x: Tensor) -> Tensor:
            return (x * present).sum() / objects

        # Masks: every round at stride 8, the last layer at stride 4 and, as it is read, upsampled to stride 2.
        picked = embeddings.gather(2, chosen.unsqueeze(-1).expand(-1, -1, -1, embeddings.shape[-1]))
        coarse = (picked.flatten(1, 2) @ out.pixels8.flatten(2)).float().view(count, rounds, MAX_OBJECTS, -1)
        weight8 = near_edges(target8.view(count, MAX_OBJECTS, *out.pixels8.shape[2:]), 3, 0.06).unsqueeze(1)
        entropy, dice, overlap = mask_terms(coarse, target8.unsqueeze(1), weight8)
        mask_loss = 5 * average(entropy + dice)
        last = (picked[:, -groups:].flatten(1, 2) @ out.pixels.flatten(2)).float()
        for target, reach in ((target4, 3), (target2, 4)):
            side = target.shape[-1]
            fine = last.view(count, groups * MAX_OBJECTS, *out.pixels.shape[2:])
            if side != fine.shape[-1]:
                fine = F.interpolate(fine, size=(side, side), mode="bilinear", align_corners=False)
            weight = near_edges(target, reach, 0.03).unsqueeze(1)
            fine = fine.view(count, groups, MAX_OBJECTS, -1)
            entropy, dice, iou = mask_terms(fine, target.flatten(2).unsqueeze(1), weight)
            mask_loss = mask_loss + 5 * average(entropy + dice)
        overlap = torch.cat([overlap[:, :-groups], iou], 1)

        ours = boxes.gather(2, chosen.unsqueeze(-1).expand(-1, -1, -1, 4))
        theirs = b["boxes"].unsqueeze(1)
        giou, box_iou = generalized_iou(corners(ours), corners(theirs))
        box_loss = average(5 * (ours - theirs).abs().sum(-1) + 2 * (1 - giou))

        # Scores: drawn towards the fit where there is an object, and down elsewhere, hard cases most.
        fit = 0.3 + 0.7 * (0.7 * overlap + 0.3 * box_iou.detach().clamp(0, 1))
        place = chosen * HEAD_WIDTH + b["classes"].clamp(min=0).unsqueeze(1)
        wanted = torch.zeros_like(logits).flatten(2).scatter_add(2, place, fit * present).clamp(max=1.0).view_as(logits)
        is_object = (wanted > 0).to(logits.dtype)
        weight = is_object + (1 - is_object) * 0.75 * logits.detach().sigmoid() ** 2
        class_loss = ((F.softplus(logits) - logits * wanted) * weight).sum() / objects

        of_id = torch.cat([torch.zeros_like(b["classes"][:, :1]), b["classes"] + 1], 1)
        semantic = of_id.gather(1, ids[:, 2::4, 2::4].flatten(1).long())
        semantic_loss = F.cross_entropy(out.semantic.float().flatten(2), semantic)

        loss = 2 * class_loss + box_loss + mask_loss + semantic_loss
        mean_iou = (iou * present).sum() / objects
        return loss, torch.stack([class_loss.detach(), box_loss.detach(), mask_loss.detach(), mean_iou])


def targets(batch: Batch) -> dict[str, Tensor]:
    """The tensors of a batch that the loss reads."""
    numbers = torch.arange(1, MAX_OBJECTS + 1, dtype=torch.uint8, device=batch.ids.device).view(1, -1, 1, 1)
    return {
        "ids": batch.ids,
        "classes": batch.classes,
        "valid": batch.valid,
        "boxes": batch.boxes,
        "numbers": numbers,
    }
