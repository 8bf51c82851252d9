#!/usr/bin/env python3
"""Exports a checkpoint to ONNX and writes beside it what the ONNX file does not say.

    python3 export_@snake@.py --weights CHECKPOINT --out @name@
    python3 export_@snake@.py --random 0 --out @name@

writes OUT.onnx and OUT.json (format "vrt-model/1"). --random SEED exports the architecture with random weights, for tests and speed.
"""

import argparse
import json
import pathlib


def metadata(name, labels, side):
    """What the ONNX file does not say."""
    # FILL IN: task, resize rule and filter, mean and standard deviation, as the authors' inference code has them.
    return {
        "format": "vrt-model/1", "task": "classification", "family": "@name@", "name": name,
        "input": {
            "width": side, "height": side, "resize": "stretch", "filter": "bilinear",
            "mean": [0.0, 0.0, 0.0], "std": [1.0, 1.0, 1.0], "color": "rgb",
        },
        "labels": labels,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--weights", type=pathlib.Path, help="the authors' checkpoint, or a fine-tuned one")
    source.add_argument("--random", type=int, metavar="SEED", help="random weights instead of a checkpoint")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="path without ending")
    arguments = parser.parse_args()

    # FILL IN: build the network, load the weights, torch.onnx.export(...) to OUT.onnx at opset 17, and compare it with PyTorch.
    labels, side = ["red", "green", "blue"], 8
    path = arguments.out.with_name(f"{arguments.out.name}.json")
    path.write_text(json.dumps(metadata(arguments.out.name, labels, side), indent=2) + "\n")
    print(f"wrote {path}; this script does not export the network yet")


if __name__ == "__main__":
    main()
