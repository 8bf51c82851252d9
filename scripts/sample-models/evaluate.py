"""Held-out figures of the exported models, by pycocotools for the segmentation network.

    python3 evaluate.py --models ../../models/sample --out ../../models/sample/metrics.json

Everything is measured as a user of the models meets it: scenes of 640 x 480, scaled to the network's input without
antialiasing, run by onnxruntime on the CPU, masks and depth scaled back to 640 x 480.
"""

from __future__ import annotations

import argparse
import json
import platform
from importlib.metadata import version
from pathlib import Path

import numpy as np
import onnxruntime
import torch
import torch.nn.functional as F
from torch import Tensor

from coco_figures import Truth, encode, figures, rounded
from layers import Normalize
from renderer import CLASSES, Batch, Renderer
from tasks import TASKS

#: Training seeds are small numbers.
HELD_OUT_SEED = 900001
WIDTH, HEIGHT = 640, 480
#: Samples a pixel: twice what a frame of the networks' size has in training.
SAMPLES = 4
DETECTIONS = 100  #: a picture, as COCO counts them


class Model:
    def __init__(self, task: str, folder: Path):
        self.task = TASKS[task]
        path = folder / f"{task}.onnx"
        self.session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        self.normalize = Normalize()

    def __call__(self, image: Tensor) -> list[Tensor]:
        """Outputs for pictures [B, H, W, 3] u8."""
        side = self.task.size
        scaled = F.interpolate(image.permute(0, 3, 1, 2).float(), (side, side), mode="bilinear", align_corners=False)
        pictures = self.normalize(scaled.permute(0, 2, 3, 1)).contiguous().numpy()
        return [torch.from_numpy(x) for x in self.session.run(list(self.task.outputs), {self.task.input: pictures})]


def detections(logits: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """RF-DETR's rule for one picture's [Q, C]: the best (query, class) pairs by sigmoid. The last slot is no class."""
    scores = logits.sigmoid()[:, :-1]
    best, index = scores.flatten().topk(min(DETECTIONS, scores.numel()))
    return best, index // scores.shape[1], index % scores.shape[1]


def add_truth(truth: Truth, name: str, scene: Batch) -> int:
    """Adds the annotated objects of a scene (a batch of one on the CPU); returns the picture's id."""
    valid = scene.valid[0]
    return truth.add(name, scene.masks()[0][valid].numpy(), scene.classes[0][valid].tolist())


class SegmentationFigures:
    """Collects truth and detections picture by picture."""

    def __init__(self) -> None:
        self.truth = Truth(CLASSES)
        self.found: list[dict] = []

    def add(self, scene: Batch, boxes: Tensor, logits: Tensor, masks: Tensor) -> None:
        """A scene (a batch of one) and what the network says of it: [Q, 4], [Q, C], [Q, h, w]."""
        picture = add_truth(self.truth, f"{len(self.truth.dataset['images'])}", scene)
        full = F.interpolate(masks[None], (HEIGHT, WIDTH), mode="bilinear", align_corners=False)[0] > 0
        rles = encode(full.numpy())
        size = torch.tensor([WIDTH, HEIGHT, WIDTH, HEIGHT])
        corner = torch.cat([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, 2:]], 1) * size
        for score, query, kind in zip(*(x.tolist() for x in detections(logits))):
            found = {"image_id": picture, "category_id": kind, "score": score}
            self.found.append(found | {"segmentation": rles[query], "bbox": corner[query].tolist()})

    def figures(self) -> dict:
        return figures(self.truth.dataset, self.found)


class DepthFigures:
    """Means over pictures of each picture's own means."""

    def __init__(self) -> None:
        self.rows: list[dict[str, float]] = []
        self.nearest, self.farthest = float("inf"), 0.0  # of the truth

    def add(self, scene: Batch, depth: Tensor) -> None:
        """A scene (a batch of one) and the network's depth [h, w] in metres."""
        truth = scene.depth[0]
        ours = F.interpolate(depth[None, None], (HEIGHT, WIDTH), mode="bilinear", align_corners=False)[0, 0]
        relative = (ours - truth).abs() / truth
        scaled = ours * (truth / ours).median()
        on_objects = scene.ids[0] > 0
        row = {
            "abs_rel": relative.mean(),
            "abs_rel_median_scaled": ((scaled - truth).abs() / truth).mean(),
            "rmse_m": (ours - truth).square().mean().sqrt(),
            "mae_m": (ours - truth).abs().mean(),
            "delta1": (torch.maximum(ours / truth, truth / ours) < 1.25).float().mean(),
        }
        if on_objects.any():
            row["abs_rel_on_objects"] = relative[on_objects].mean()
        self.rows.append({k: float(v) for k, v in row.items()})
        self.nearest, self.farthest = min(self.nearest, float(truth.min())), max(self.farthest, float(truth.max()))

    def figures(self) -> dict:
        extent = {"nearest_m": round(self.nearest, 3), "farthest_m": round(self.farthest, 3)}
        keys = dict.fromkeys(k for row in self.rows for k in row)
        means = {k: rounded(np.mean([row[k] for row in self.rows if k in row])) for k in keys}
        return {"scenes": len(self.rows), **means, **extent}


def evaluate(models: Path, tasks: list[str], scenes: int, device: str, seed: int = HELD_OUT_SEED) -> dict:
    networks = {name: Model(name, models) for name in tasks}
    segmentation, depth = SegmentationFigures(), DepthFigures()
    renderer = Renderer(device, WIDTH, HEIGHT, SAMPLES)
    for index in range(scenes):
        scene = renderer.batch(seed, index, 1)
        scene = Batch(**{name: value.cpu() for name, value in vars(scene).items()})
        if "seg" in networks:
            segmentation.add(scene, *(x[0] for x in networks["seg"](scene.image)))
        if "depth" in networks:
            depth.add(scene, networks["depth"](scene.image)[0][0])
    result: dict = {"seed": seed, "width": WIDTH, "height": HEIGHT}
    result["versions"] = {
        "python": platform.python_version(),
        "onnxruntime": onnxruntime.__version__,
        "pycocotools": version("pycocotools"),
        "torch": torch.__version__,
    }
    if "seg" in networks:
        result["segmentation"] = segmentation.figures()
    if "depth" in networks:
        result["depth"] = depth.figures()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True, help="folder of seg.onnx and depth.onnx")
    parser.add_argument("--tasks", nargs="+", choices=sorted(TASKS), default=["seg", "depth"])
    parser.add_argument("--scenes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=HELD_OUT_SEED)
    parser.add_argument("--device", default="cpu", help="where scenes are rendered")
    parser.add_argument("--out", type=Path, help="file for the figures")
    options = parser.parse_args()
    text = json.dumps(evaluate(options.models, options.tasks, options.scenes, options.device, options.seed), indent=1)
    print(text)
    if options.out:
        options.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
