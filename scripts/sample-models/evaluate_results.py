"""COCO figures of what `vrt run --json` found on pictures with a known truth.

    python3 write_scenes.py --out build/pictures --scenes 200 --objects 0 --coco build/truth.json
    vrt run build/pictures --onnx ../../models/sample/seg.onnx --threshold 0 --json > found.jsonl
    python3 evaluate_results.py --truth build/truth.json found.jsonl

Threshold 0 keeps everything that the model proposes, which AP wants. How many that are for each picture says
`num_select` in the file beside the ONNX file, else the number of queries; COCO looks at the first 100. Class ids of the
model must be the category ids of the truth. Pictures are told apart by their file names.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

from coco_figures import figures

SPACE = re.compile(r"\s*")


def documents(text: str) -> Iterator[dict]:
    """The documents of a result.json, or of lines as `--json` prints them."""
    decoder, place = json.JSONDecoder(), SPACE.match(text).end()
    while place < len(text):
        document, place = decoder.raw_decode(text, place)
        place = SPACE.match(text, place).end()
        yield document


def detections(document: dict, picture: dict) -> list[dict]:
    """The objects of a `vrt-result/1` as COCO detections of a picture of the truth."""
    if "error" in document:
        raise ValueError(f"{document['source']} failed: {document['error']['message']}")
    size = {key: picture[key] for key in ("width", "height")}
    if document["picture"] != size:
        raise ValueError(f"{document['source']} is {document['picture']}, its truth {size}")
    found = []
    for thing in document["objects"]:
        x1, y1, x2, y2 = (thing["box"][key] for key in ("x1", "y1", "x2", "y2"))
        about = {"image_id": picture["id"], "category_id": thing["class_id"], "score": thing["score"]}
        found.append(about | {"segmentation": thing["mask"], "bbox": [x1, y1, x2 - x1, y2 - y1]})
    return found


def evaluate_results(truth: dict, results: list[dict]) -> dict:
    """Figures of results against a COCO data set.

    Raises ValueError unless each picture has exactly one result, of its size: figures of a part would look like those
    of all.
    """
    pictures = {picture["file_name"]: picture for picture in truth["images"]}
    found = []
    for document in results:
        name = Path(document["source"]).name
        if name not in pictures:
            raise ValueError(f"{document['source']} is no picture of the truth, or has two results")
        found += detections(document, pictures.pop(name))
    if pictures:
        raise ValueError(f"no result for {len(pictures)} of the truth's pictures, {min(pictures)} for one")
    return figures(truth, found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, nargs="+", help="what `vrt run --json` printed, or result.json files")
    parser.add_argument("--truth", type=Path, required=True, help="COCO data set; masks as RLE")
    options = parser.parse_args()
    results = [document for path in options.results for document in documents(path.read_text())]
    print(json.dumps(evaluate_results(json.loads(options.truth.read_text()), results), indent=1))


if __name__ == "__main__":
    main()
