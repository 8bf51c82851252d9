"""COCO's figures for objects and their masks, by pycocotools."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence

import numpy as np
from pycocotools import mask as coco_mask
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval


def encode(masks: np.ndarray) -> list[dict]:
    """[N, H, W] bool as COCO RLE, ready for JSON."""
    rles = coco_mask.encode(np.asfortranarray(masks.transpose(1, 2, 0).astype(np.uint8)))
    return [{"size": rle["size"], "counts": rle["counts"].decode("ascii")} for rle in rles]


def rounded(x: float) -> float:
    return round(float(x), 4)


class Truth:
    """Collects what is really there picture by picture, as a COCO data set."""

    def __init__(self, classes: Sequence[str]) -> None:
        self.dataset: dict = {
            "info": {},
            "images": [],
            "categories": [{"id": k, "name": name} for k, name in enumerate(classes)],
            "annotations": [],
        }

    def add(self, name: str, masks: np.ndarray, classes: list[int]) -> int:
        """A picture's file name, [N, H, W] bool and N indices of classes. Returns the picture's id."""
        pictures, annotations = self.dataset["images"], self.dataset["annotations"]
        picture = len(pictures)
        height, width = masks.shape[1:]
        pictures.append({"id": picture, "file_name": name, "width": width, "height": height})
        for rle, kind in zip(encode(masks), classes, strict=True):
            truth = {"id": len(annotations) + 1, "image_id": picture, "category_id": kind, "segmentation": rle}
            measures = {"area": float(coco_mask.area(rle)), "bbox": coco_mask.toBbox(rle).tolist()}
            annotations.append(truth | measures | {"iscrowd": 0})
        return picture


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


def figures(truth: dict, found: list[dict]) -> dict:
    """Figures of detections against a COCO data set; -1 where there is no truth, as pycocotools has it.

    Each detection has `image_id`, `category_id`, `score`, `segmentation` (RLE) and `bbox` (x, y, width, height). Masks
    are matched by masks and boxes by boxes; an object's size is its true mask's area in both.
    """
    result: dict = {"scenes": len(truth["images"]), "instances": len(truth["annotations"])}
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO()
        coco.dataset = truth
        coco.createIndex()
        for kind, name in (("segm", "mask"), ("bbox", "box")):
            drop = "bbox" if kind == "segm" else "segmentation"
            # loadRes() fails on an empty list; a COCO() without annotations is what it would return.
            ours = coco.loadRes([{k: v for k, v in d.items() if k != drop} for d in found]) if found else COCO()
            run = COCOeval(coco, ours, kind)
            run.evaluate()
            run.accumulate()
            run.summarize()
            named = zip(("AP", "AP50", "AP75", "AP_small", "AP_medium", "AP_large"), run.stats)
            result[name] = {key: rounded(value) for key, value in named}
            result[f"{name}_at_0.5"] = at_threshold(run, 0.5)
            # thresholds, recalls, classes; for all sizes and 100 detections
            precision = run.eval["precision"][:, :, :, 0, 2]
            result[f"{name}_by_class"] = {
                coco.cats[category]["name"]: {
                    "AP": rounded(precision[..., k].mean()),
                    "AP50": rounded(precision[0, :, k].mean()),
                }
                for k, category in enumerate(run.params.catIds)
            }
    return result
