"""The figures are what COCO defines: all values here follow from counting."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from coco_figures import Truth, encode
from evaluate_results import documents, evaluate_results

SCRIPTS = Path(__file__).resolve().parents[1]
WIDTH, HEIGHT = 160, 120


def rectangle(x1: int, y1: int, x2: int, y2: int) -> np.ndarray:
    mask = np.zeros((HEIGHT, WIDTH), bool)
    mask[y1:y2, x1:x2] = True
    return mask


def thing(kind: int, score: float, x1: int, y1: int, x2: int, y2: int) -> dict:
    """An object of a result: a rectangle that fills its box."""
    (mask,) = encode(rectangle(x1, y1, x2, y2)[None])
    return {"class_id": kind, "score": score, "box": {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, "mask": mask}


def result(name: str, *objects: dict) -> dict:
    return {"source": f"some/where/{name}", "picture": {"width": WIDTH, "height": HEIGHT}, "objects": list(objects)}


LEFT, RIGHT, LOW = (10, 10, 60, 60), (90, 10, 140, 60), (20, 70, 70, 110)


@pytest.fixture
def truth() -> dict:
    """Two pictures: two cubes in the first, a ball in the second."""
    truth = Truth(["cube", "ball"])
    truth.add("a.jpg", np.stack([rectangle(*LEFT), rectangle(*RIGHT)]), [0, 0])
    truth.add("b.jpg", rectangle(*LOW)[None], [1])
    return truth.dataset


@pytest.fixture
def perfect() -> list[dict]:
    # In another order than the truth.
    return [result("b.jpg", thing(1, 0.8, *LOW)), result("a.jpg", thing(0, 0.9, *LEFT), thing(0, 0.3, *RIGHT))]


def aps(figures: dict, kind: str = "mask") -> list[float]:
    return [figures[kind][key] for key in ("AP", "AP50", "AP75")]


def test_truth_found_exactly_has_ap_1(truth: dict, perfect: list[dict]) -> None:
    figures = evaluate_results(truth, perfect)
    assert figures["scenes"] == 2 and figures["instances"] == 3
    for kind in ("mask", "box"):
        assert aps(figures, kind) == [1, 1, 1]
        # 2500 and 2000 pixels: all of medium size, from 32 x 32 up
        assert (figures[kind]["AP_medium"], figures[kind]["AP_small"], figures[kind]["AP_large"]) == (1, -1, -1)
        # of three objects, one has a score of 0.3
        assert figures[f"{kind}_at_0.5"] == {"precision": 1, "recall": round(2 / 3, 4)}


def test_a_missing_object_costs_the_recalls_it_would_bring(truth: dict, perfect: list[dict]) -> None:
    """Precision is sampled at 101 recalls, 0 to 1: with one cube of two, 51 of them are reached."""
    del perfect[1]["objects"][1]
    figures = evaluate_results(truth, perfect)
    for kind in ("mask", "box"):
        assert figures[f"{kind}_by_class"]["cube"]["AP"] == round(51 / 101, 4)
        assert figures[f"{kind}_by_class"]["ball"]["AP"] == 1
        assert aps(figures, kind) == [round((51 / 101 + 1) / 2, 4)] * 3


def test_a_better_scored_wrong_object_halves_the_precision(truth: dict, perfect: list[dict]) -> None:
    perfect[0]["objects"].insert(0, thing(1, 0.95, *LEFT))
    figures = evaluate_results(truth, perfect)
    assert figures["mask_by_class"]["ball"] == {"AP": 0.5, "AP50": 0.5}
    # With a lower score than the right one it costs nothing.
    perfect[0]["objects"][0]["score"] = 0.1
    assert aps(evaluate_results(truth, perfect)) == [1, 1, 1]


def test_masks_are_matched_by_masks_and_boxes_by_boxes(truth: dict, perfect: list[dict]) -> None:
    """A mask of 36 of the ball's 50 columns has IoU 0.72: enough for 5 of the 10 thresholds."""
    x1, y1, _, y2 = LOW
    (perfect[0]["objects"][0]["mask"],) = encode(rectangle(x1, y1, x1 + 36, y2)[None])
    figures = evaluate_results(truth, perfect)
    assert figures["mask_by_class"]["ball"] == {"AP": 0.5, "AP50": 1}
    assert figures["box_by_class"]["ball"] == {"AP": 1, "AP50": 1}


def test_wrong_classes_and_nothing_at_all_have_ap_0(truth: dict, perfect: list[dict]) -> None:
    for document in perfect:
        for found in document["objects"]:
            found["class_id"] = 1 - found["class_id"]
    assert aps(evaluate_results(truth, perfect)) == [0, 0, 0]
    for document in perfect:
        document["objects"] = []
    figures = evaluate_results(truth, perfect)
    assert aps(figures) == aps(figures, "box") == [0, 0, 0]
    assert figures["mask_at_0.5"] == {"precision": 0, "recall": 0}


def test_every_picture_has_exactly_one_result_of_its_size(truth: dict, perfect: list[dict]) -> None:
    with pytest.raises(ValueError, match="no result for 1 of the truth's pictures, b.jpg"):
        evaluate_results(truth, perfect[1:])
    with pytest.raises(ValueError, match="b.jpg is no picture of the truth, or has two results"):
        evaluate_results(truth, [*perfect, perfect[0]])
    failed = {"source": "b.jpg", "error": {"kind": "truncated", "message": "the file ends early"}}
    with pytest.raises(ValueError, match="b.jpg failed: the file ends early"):
        evaluate_results(truth, [failed, perfect[1]])
    other = copy.deepcopy(perfect)
    other[0]["picture"]["width"] += 1
    with pytest.raises(ValueError, match="b.jpg is .*161.*, its truth .*160"):
        evaluate_results(truth, other)


def test_documents_come_alone_and_in_lines(perfect: list[dict]) -> None:
    assert list(documents(json.dumps(perfect[0], indent=2) + "\n")) == perfect[:1]
    assert list(documents("".join(json.dumps(one) + "\n" for one in perfect))) == perfect
    assert list(documents("\n")) == []


def test_scenes_written_with_coco_truth_are_evaluated_by_it(tmp_path: Path) -> None:
    """The whole way by the two programs, with the truth itself as the result."""
    pictures, truth_file, found = tmp_path / "pictures", tmp_path / "truth.json", tmp_path / "found.jsonl"
    write = ["--out", str(pictures), "--scenes", "3", "--objects", "1", "--coco", str(truth_file)]
    subprocess.run([sys.executable, str(SCRIPTS / "write_scenes.py"), *write], check=True)
    truth = json.loads(truth_file.read_text())
    assert sorted(path.name for path in pictures.iterdir()) == [image["file_name"] for image in truth["images"]]
    lines = []
    for image in truth["images"]:
        objects = []
        for one in truth["annotations"]:
            if one["image_id"] == image["id"]:
                x, y, w, h = one["bbox"]
                box = {"x1": x, "y1": y, "x2": x + w, "y2": y + h}
                objects.append({"class_id": one["category_id"], "score": 0.9, "box": box, "mask": one["segmentation"]})
        size = {"width": image["width"], "height": image["height"]}
        lines.append(json.dumps({"source": image["file_name"], "picture": size, "objects": objects}))
    found.write_text("\n".join(lines))
    command = [sys.executable, str(SCRIPTS / "evaluate_results.py"), "--truth", str(truth_file), str(found)]
    figures = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert figures["mask"]["AP"] == figures["box"]["AP"] == 1
