#!/usr/bin/env python3
"""Reference results of rfdetr's own postprocessing, for tests/vectors.rs.

    pip install torch torchvision pycocotools rfdetr==1.11.2
    python make_vectors.py > vectors.json

Network outputs are not stored: both sides make them from the same formulas (splitmix64 of seed and index, then operations that float32
rounds the same everywhere), and compare a checksum. What is stored is what rfdetr's PostProcess made of them; masks as COCO RLE.
"""

import json
import sys
import zlib

import numpy as np
import torch
from pycocotools import mask as coco
from rfdetr.models.postprocess import PostProcess

F = np.float32


def unit(seed, count):
    """`count` numbers in [0, 1), multiples of 2^-24."""
    with np.errstate(over="ignore"):
        z = np.arange(count, dtype=np.uint64) + (np.uint64(seed) << np.uint64(32)) + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return (z >> np.uint64(40)).astype(F) * F(2.0**-24)


def spread(seed, count, low, high):
    return unit(seed, count) * (F(high) - F(low)) + F(low)


def make_labels(case):
    q, c = case["queries"], case["classes"]
    low, high = case["logits"]
    labels = spread(case["seed"], q * c, low, high).reshape(q, c)
    if "equal" in case:
        labels[:] = F(case["equal"])
    for query, slot, logit in case.get("spikes", []):
        labels[query, slot] = F(logit)
    return labels


def make_boxes(case):
    q = case["queries"]
    center = spread(case["seed"] + 1, q * 2, *case["centers"]).reshape(q, 2)
    size = spread(case["seed"] + 2, q * 2, *case["sizes"]).reshape(q, 2)
    return np.concatenate([center, size], axis=1)


def make_masks(case):
    q, (w, h) = case["queries"], case["mask"]
    kind, seed = case["mask_kind"], case["seed"] + 3
    noise = spread(seed, q * h * w, -1.0, 1.0).reshape(q, h, w)
    if kind == "noise":
        return noise
    if kind == "positive":
        return np.abs(noise) + F(0.5)
    if kind == "negative":
        return -np.abs(noise)
    if kind == "zero":
        return noise * F(0.0)
    if kind == "small":
        return noise * F(2.0**-100)
    if kind == "mixed-scale":
        power = np.floor(unit(seed + 1, q * h * w).reshape(q, h, w) * F(60.0)) - F(30.0)
        return noise * np.ldexp(F(1.0), power.astype(np.int32)).astype(F)
    assert kind == "blob"
    place = unit(seed + 1, q * 3).reshape(q, 3)
    cx = np.floor(place[:, 0] * F(w))[:, None, None]
    cy = np.floor(place[:, 1] * F(h))[:, None, None]
    r = np.floor(place[:, 2] * F(max(w, h)) * F(0.375))[:, None, None] + F(1.0)
    x, y = np.arange(w, dtype=F)[None, None, :], np.arange(h, dtype=F)[None, :, None]
    return (r * r - (x - cx) * (x - cx) - (y - cy) * (y - cy)) * F(0.015625) + noise * F(0.25)


def keep(case, scores, slots):
    """Which of the selected pairs are returned: drops, thresholds and limit, as the documentation defines them."""
    options = case["options"]
    no_object = {"none": None, "last": case["classes"] - 1, "first": 0}[case["no_object"]]
    per_class = {int(k): v for k, v in options.get("per_class", {}).items()}
    kept = []
    for i, (score, slot) in enumerate(zip(scores, slots)):
        threshold = F(per_class.get(slot, options["threshold"]))
        wanted = slot != no_object and slot not in case.get("unused", []) and slot in options.get("classes", [slot])
        if wanted and score > threshold:
            kept.append(i)
    return kept[: options.get("max_detections", len(kept))]


def run(case):
    labels, boxes, masks = make_labels(case), make_boxes(case), make_masks(case)
    width, height = case["picture"]
    post = PostProcess(num_select=case["select"])
    outputs = {
        "pred_logits": torch.from_numpy(labels)[None],
        "pred_boxes": torch.from_numpy(boxes)[None],
        "pred_masks": torch.from_numpy(masks)[None],
    }
    scores, slots, queries = (t[0].numpy() for t in post._select_topk(outputs["pred_logits"]))
    kept = keep(case, scores, slots)
    # Only what is kept goes through the mask stage, as rfdetr does it when it knows the threshold.
    result = post(outputs, torch.tensor([[height, width]]), score_threshold=2.0)[0]
    assert len(result["scores"]) == 0
    all_boxes = post._gather_and_scale_boxes(
        outputs["pred_boxes"], torch.from_numpy(queries)[None], torch.tensor([[height, width]])
    )[0].numpy()
    index = torch.tensor(kept, dtype=torch.long)
    empty = post._postprocess_masks(
        outputs["pred_masks"],
        torch.from_numpy(scores)[index][None],
        torch.from_numpy(slots)[index][None],
        torch.from_numpy(all_boxes)[index][None],
        torch.from_numpy(queries)[index][None],
        torch.tensor([[height, width]]),
    )[0]
    found = []
    for i, plane in zip(kept, empty["masks"][:, 0].numpy()):
        rle = coco.encode(np.asfortranarray(plane.astype(np.uint8)))
        assert rle["size"] == [height, width]
        found.append(
            {
                "query": int(queries[i]),
                "slot": int(slots[i]),
                "score": float(scores[i]),
                "box": [float(v) for v in all_boxes[i]],
                "counts": rle["counts"].decode(),
                "area": int(plane.sum()),
            }
        )
    checksum = zlib.crc32(labels.tobytes() + boxes.tobytes() + masks.astype(F).tobytes())
    return {**case, "checksum": checksum, "found": found}


def case(name, **changes):
    base = {
        "name": name,
        "seed": 1,
        "queries": 12,
        "classes": 7,
        "logits": [-4.0, 2.0],
        "centers": [0.1, 0.9],
        "sizes": [0.05, 0.5],
        "mask": [20, 20],
        "mask_kind": "blob",
        "picture": [97, 61],
        "select": 12,
        "no_object": "none",
        "options": {"threshold": 0.5},
    }
    return {**base, **changes}


def spikes(seed, count, queries, classes):
    place = unit(seed, count * 3)
    return [
        [int(place[3 * i] * queries), int(place[3 * i + 1] * classes), float(F(place[3 * i + 2] * F(6.0)))] for i in range(count)
    ]


NANO = {"queries": 100, "classes": 91, "mask": [78, 78], "select": 100, "logits": [-9.0, -1.0]}
CASES = [
    case("nano at 640x427", **NANO, seed=10, picture=[640, 427], spikes=spikes(90, 12, 100, 91)),
    case("nano at 1920x1080", **NANO, seed=20, picture=[1920, 1080], spikes=spikes(91, 20, 100, 91)),
    case("nano, portrait phone", **NANO, seed=30, picture=[3024, 4032], spikes=spikes(92, 4, 100, 91)),
    case(
        "2xlarge at 1280x720",
        seed=40, queries=300, classes=91, mask=[192, 192], select=300, logits=[-9.0, -1.0], picture=[1280, 720],
        spikes=spikes(93, 5, 300, 91),
    ),
    case("random, medium odd picture", seed=50, picture=[333, 217], queries=40, select=40),
    case("all scores equal", seed=60, equal=0.25, select=12),
    case("saturated scores tie", seed=61, logits=[17.0, 90.0], select=12),
    case("all saturated at 1", seed=62, equal=100.0, select=5),
    case("one query, every class", seed=70, logits=[-9.0, -5.0], spikes=[[4, c, 3.0 - 0.25 * c] for c in range(7)]),
    case("everything above the threshold, four slots", seed=80, queries=6, classes=4, select=6, logits=[1.0, 3.0]),
    case("nothing above the threshold", seed=90, logits=[-9.0, -0.5]),
    case("exactly at the threshold is out", seed=91, logits=[-9.0, -5.0], spikes=[[2, 3, 0.0], [3, 1, 1e-6], [5, 0, -1e-6]]),
    case("more selected than there are pairs", seed=100, queries=3, classes=2, select=10, options={"threshold": 0.0}),
    case("one query, one class", seed=101, queries=1, classes=1, select=1, logits=[1.0, 2.0]),
    case("picture of one pixel", seed=110, picture=[1, 1], mask_kind="noise", options={"threshold": 0.1}),
    case("picture of 2x3", seed=111, picture=[2, 3], mask_kind="noise", options={"threshold": 0.1}),
    case("smaller than the mask", seed=112, picture=[13, 7], mask_kind="noise", options={"threshold": 0.1}),
    case("one row", seed=113, picture=[301, 1], mask_kind="noise", options={"threshold": 0.1}),
    case("one column", seed=114, picture=[1, 301], mask_kind="noise", options={"threshold": 0.1}),
    case("as large as the mask", seed=115, picture=[20, 20], mask_kind="noise", options={"threshold": 0.1}),
    case("wider than high masks", seed=116, mask=[31, 9], picture=[200, 63], mask_kind="noise"),
    case("mask of one value", seed=117, mask=[1, 1], picture=[65, 3], mask_kind="noise", options={"threshold": 0.1}),
    case("exact multiples", seed=118, mask=[16, 16], picture=[128, 64], mask_kind="noise"),
    case("masks all inside", seed=120, mask_kind="positive", picture=[129, 64]),
    case("masks all outside", seed=121, mask_kind="negative", picture=[129, 64]),
    case("masks of zeros", seed=122, mask_kind="zero", picture=[129, 64]),
    case("logits of 1e-30", seed=123, mask_kind="small", picture=[129, 64]),
    case("logits of all magnitudes", seed=124, mask_kind="mixed-scale", picture=[129, 64]),
    case("boxes beyond the picture", seed=130, centers=[-1.0, 2.0], sizes=[-0.5, 2.0], options={"threshold": 0.1}),
    case("fine-tuned, last slot is no object", seed=140, no_object="last", options={"threshold": 0.3}),
    case("fine-tuned, first slot is no object", seed=141, no_object="first", options={"threshold": 0.3}),
    case("unused slots", seed=142, unused=[0, 3], options={"threshold": 0.3}),
    case("thresholds by class", seed=143, options={"threshold": 0.4, "per_class": {"1": 0.75, "2": 0.05, "5": 1.0}}),
    case("some classes only", seed=144, options={"threshold": 0.3, "classes": [1, 4]}),
    case("three at most", seed=145, options={"threshold": 0.1, "max_detections": 3, "classes": [0, 1, 2, 3]}),
]

if __name__ == "__main__":
    torch.set_num_threads(1)
    results = [run(c) for c in CASES]
    lines = ",\n".join(json.dumps(r, separators=(",", ":")) for r in results)
    print(f"[\n{lines}\n]")
    for r in results:
        print(f"{len(r['found']):4} {r['name']}", file=sys.stderr)
