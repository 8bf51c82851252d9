"""Writes held-out scenes with their truth: pictures, masks, classes and metric depth.

    python3 write_scenes.py --out ../../models/sample/scenes

The scenes are the first of the held-out seed in which at least `--objects` objects are annotated, so that nobody chose
them by how well a model does on them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image
from pycocotools import mask as coco_mask

from evaluate import HEIGHT, HELD_OUT_SEED, SAMPLES, WIDTH
from renderer import CLASSES, Batch, Renderer


def instances(scene: Batch) -> list[dict]:
    """The truth about each annotated object of a batch of one."""
    depth = scene.depth[0].numpy()
    found = []
    for mask, kind, valid in zip(scene.masks()[0].numpy(), scene.classes[0].tolist(), scene.valid[0].tolist()):
        if not valid:
            continue
        rle = coco_mask.encode(np.asfortranarray(mask.astype(np.uint8)))
        x, y, w, h = coco_mask.toBbox(rle).tolist()
        found.append(
            {
                "class": CLASSES[kind],
                "class_id": kind,
                "bbox": [x, y, x + w, y + h],
                "area": int(mask.sum()),
                "mask": {"size": rle["size"], "counts": rle["counts"].decode("ascii")},
                "distance_m": round(float(np.median(depth[mask])), 4),
            }
        )
    return found


def write_scene(scene: Batch, index: int, stem: Path) -> None:
    """The picture as `stem`.jpg, its depth as `stem`.depth.png (16 bit, millimetres), the rest as `stem`.json."""
    Image.fromarray(scene.image[0].numpy()).save(stem.with_suffix(".jpg"), quality=93, subsampling=0, optimize=True)
    millimetres = np.rint(scene.depth[0].numpy() * 1000).astype(np.uint16)
    Image.fromarray(millimetres).save(stem.with_suffix(".depth.png"), optimize=True)
    fx, fy, cx, cy = (round(v, 4) for v in scene.intrinsics[0].tolist())
    truth = {
        "image": stem.with_suffix(".jpg").name,
        "depth": stem.with_suffix(".depth.png").name,
        "seed": HELD_OUT_SEED,
        "index": index,
        "camera": {"width": WIDTH, "height": HEIGHT, "fx": fx, "fy": fy, "cx": cx, "cy": cy},
        "instances": instances(scene),
    }
    stem.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=12)
    parser.add_argument("--objects", type=int, default=5)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    renderer = Renderer("cpu", WIDTH, HEIGHT, SAMPLES)
    written = index = 0
    while written < options.scenes:
        scene = renderer.batch(HELD_OUT_SEED, index, 1)
        if int(scene.valid.sum()) >= options.objects:
            write_scene(scene, index, options.out / f"scene-{written:02}")
            written += 1
        index += 1


if __name__ == "__main__":
    main()
