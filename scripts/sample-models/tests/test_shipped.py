"""What the repository ships is what the scripts say it is."""

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from PIL import Image
from pycocotools import mask as coco_mask

from evaluate import evaluate
from layers import MEAN, STD
from renderer import CLASSES
from seg_net import HEAD_WIDTH, QUERIES
from tasks import TASKS


def shapes(values) -> dict[str, list]:
    return {v.name: [d.dim_param or d.dim_value for d in v.type.tensor_type.shape.dim] for v in values}


@pytest.mark.parametrize("name", sorted(TASKS))
def test_metadata_matches_the_graph(models: Path, name: str) -> None:
    task = TASKS[name]
    graph = onnx.load(models / f"{name}.onnx").graph
    about = json.loads((models / f"{name}.json").read_text())
    given = about["input"]
    assert shapes(graph.input) == {task.input: ["batch", 3, given["height"], given["width"]]}
    assert tuple(given["mean"]) == MEAN and tuple(given["std"]) == STD
    outputs = shapes(graph.output)
    if name == "seg":
        assert about["queries"] == QUERIES and about["head_width"] == HEAD_WIDTH and about["no_object"] == "last"
        assert [label["name"] for label in about["labels"]] == list(CLASSES)
        side = task.size // 4
        rest = {"dets": [QUERIES, 4], "labels": [QUERIES, HEAD_WIDTH], "masks": [QUERIES, side, side]}
        assert outputs == {k: ["batch", *v] for k, v in rest.items()}
    else:
        assert about["output"]["kind"] == "metric"
        assert outputs == {"predicted_depth": ["batch", task.size, task.size]}


def test_models_are_small(models: Path) -> None:
    assert sum(p.stat().st_size for p in models.glob("*.onnx")) <= 12_000_000


def test_recorded_figures_meet_the_bars(models: Path) -> None:
    figures = json.loads((models / "metrics.json").read_text())
    assert figures["segmentation"]["scenes"] == figures["depth"]["scenes"] == 500
    assert figures["segmentation"]["mask"]["AP50"] >= 0.96 and figures["segmentation"]["mask"]["AP"] >= 0.86
    assert figures["depth"]["abs_rel"] <= 0.06


def test_first_held_out_scenes_agree_with_the_figures(models: Path) -> None:
    figures = evaluate(models, ["seg", "depth"], 8, "cpu")
    assert figures["segmentation"]["mask"]["AP50"] > 0.9 and figures["depth"]["abs_rel"] < 0.09


def test_scenes_hold_together(models: Path) -> None:
    files = sorted((models / "scenes").glob("scene-??.json"))
    assert len(files) == 12
    for file in files:
        scene = json.loads(file.read_text())
        camera = scene["camera"]
        assert Image.open(file.parent / scene["image"]).size == (camera["width"], camera["height"])
        depth = np.asarray(Image.open(file.parent / scene["depth"]))
        assert depth.dtype == np.uint16 and depth.shape == (camera["height"], camera["width"])
        taken = np.zeros(depth.shape, bool)
        for instance in scene["instances"]:
            assert CLASSES[instance["class_id"]] == instance["class"]
            mask = coco_mask.decode(instance["mask"]).astype(bool)
            assert mask.shape == depth.shape and mask.sum() == instance["area"] and not (mask & taken).any()
            taken |= mask
            rows, columns = mask.nonzero()
            assert instance["bbox"] == [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
            assert np.median(depth[mask]) / 1000 == pytest.approx(instance["distance_m"], abs=6e-4)
