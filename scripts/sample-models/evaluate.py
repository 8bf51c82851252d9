"""Held-out figures of the exported models, by pycocotools for the segmentation network.

    python3 evaluate.py --models ../../models/sample --out ../../models/sample/metrics.json

Everything is measured as a user of the models meets it: scenes of 640 x 480, scaled to the network's input without
antialiasing, run by onnxruntime on the CPU, masks and depth scaled back to 640 x 480.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import platform
from importlib.metadata import version
from pathlib import Path

import numpy as np
import onnxruntime
import torch
import torch.nn.functional as F
from pycocotools import mask as coco_mask
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from torch import Tensor

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


def encode(masks: Tensor) -> list[dict]:
    """[N, H, W] bool as COCO RLE."""
    return coco_mask.encode(np.asfortranarray(masks.permute(1, 2, 0).numpy().astype(np.uint8)))


def rounded(x: float) -> float:
    return round(float(x), 4)


def at_threshold(run: COCOeval, score: float) -> dict[str, float]:
    """Precision and recall of the detections above `score`, matched at IoU 0.5 within their class."""
    found = right = truths = 0
    for one in run.evalImgs:
        if one is None or one["aRng"] != run.params.areaRng[0]:
            continue
        sure = np.array(one["dtScores"]) > score
        found += int(sure.sum())
        right += int((one["dtMatches"][0][sure] > 0).sum())
        truths += len(one["gtIds"])
    return {"precision": rounded(right / max(found, 1)), "recall": rounded(right / max(truths, 1))}


class CocoFigures:
    """Collects truth and detections picture by picture."""

    def __init__(self) -> None:
        self.truth: list[dict] = []
        self.found: list[dict] = []
        self.pictures: list[dict] = []

    def add(self, scene: Batch, boxes: Tensor, logits: Tensor, masks: Tensor) -> None:
        """A scene (a batch of one) and what the network says of it: [Q, 4], [Q, C], [Q, h, w]."""
        picture = len(self.pictures)
        self.pictures.append({"id": picture, "width": WIDTH, "height": HEIGHT})
        valid = scene.valid[0]
        for rle, kind in zip(encode(scene.masks()[0][valid]), scene.classes[0][valid].tolist()):
            truth = {"id": len(self.truth) + 1, "image_id": picture, "category_id": kind, "segmentation": rle}
            measures = {"area": float(coco_mask.area(rle)), "bbox": coco_mask.toBbox(rle).tolist()}
            self.truth.append(truth | measures | {"iscrowd": 0})
        full = F.interpolate(masks[None], (HEIGHT, WIDTH), mode="bilinear", align_corners=False)[0] > 0
        rles = encode(full)
        size = torch.tensor([WIDTH, HEIGHT, WIDTH, HEIGHT])
        corner = torch.cat([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, 2:]], 1) * size
        for score, query, kind in zip(*(x.tolist() for x in detections(logits))):
            found = {"image_id": picture, "category_id": kind, "score": score}
            self.found.append(found | {"segmentation": rles[query], "bbox": corner[query].tolist()})

    def figures(self) -> dict:
        result: dict = {"scenes": len(self.pictures), "instances": len(self.truth)}
        with contextlib.redirect_stdout(io.StringIO()):
            coco = COCO()
            categories = [{"id": k, "name": name} for k, name in enumerate(CLASSES)]
            coco.dataset = {"info": {}, "images": self.pictures, "categories": categories, "annotations": self.truth}
            coco.createIndex()
            for kind, name in (("segm", "mask"), ("bbox", "box")):
                drop = "bbox" if kind == "segm" else "segmentation"
                found = coco.loadRes([{k: v for k, v in d.items() if k != drop} for d in self.found])
                run = COCOeval(coco, found, kind)
                run.evaluate()
                run.accumulate()
                run.summarize()
                named = zip(("AP", "AP50", "AP75", "AP_small", "AP_medium", "AP_large"), run.stats)
                result[name] = {key: rounded(value) for key, value in named}
                result[f"{name}_at_0.5"] = at_threshold(run, 0.5)
                # thresholds, recalls, classes; for all sizes and 100 detections
                precision = run.eval["precision"][:, :, :, 0, 2]
                result[f"{name}_by_class"] = {
                    c: {"AP": rounded(precision[..., k].mean()), "AP50": rounded(precision[0, :, k].mean())}
                    for k, c in enumerate(CLASSES)
                }
        return result


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
    coco, depth = CocoFigures(), DepthFigures()
    renderer = Renderer(device, WIDTH, HEIGHT, SAMPLES)
    for index in range(scenes):
        scene = renderer.batch(seed, index, 1)
        scene = Batch(**{name: value.cpu() for name, value in vars(scene).items()})
        if "seg" in networks:
            coco.add(scene, *(x[0] for x in networks["seg"](scene.image)))
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
        result["segmentation"] = coco.figures()
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
