#!/usr/bin/env python3
"""Exports an RF-DETR-Seg checkpoint to ONNX and writes beside it what the ONNX file does not say: labels and preprocessing.

    pip install rfdetr==1.11.2 onnx
    python export_rfdetr_seg.py --variant nano --weights rf-detr-seg-nano.pt --labels coco --out rfdetr-seg-nano
    python export_rfdetr_seg.py --variant small --weights checkpoint_best_total.pth --labels cup,fork --no-object last --out cups
    python export_rfdetr_seg.py --variant nano --random 0 --labels coco --out random-nano

writes OUT.onnx (opset 17, batch 1 unless --dynamic-batch) and OUT.json (format "vrt-model/1").

Labels: `coco` for the published weights (91 slots, slot i is category i, no "no object" slot), a list `cup,fork`, or a text file with one
name a line; `checkpoint` takes the names stored in the checkpoint. In the order of training, which is the order of ids. rfdetr's fine-tuned
heads have one slot more than classes, the last: --no-object last.

--random SEED exports the architecture with random weights: for speed and parity tests, without any checkpoint.
--check runs the file in onnxruntime and compares it with PyTorch.
"""

import argparse
import collections
import copy
import json
import pathlib
import sys
import tempfile
import warnings

VARIANTS = {
    "nano": "Nano",
    "small": "Small",
    "medium": "Medium",
    "large": "Large",
    "xlarge": "XLarge",
    "2xlarge": "2XLarge",
    "preview": "Preview",
}
OPSET = 17  # the first with LayerNormalization; split into parts it overflows in FP16
OUTPUTS = {"boxes": "dets", "labels": "labels", "masks": "masks"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", required=True, choices=VARIANTS)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--weights", type=pathlib.Path, help="a checkpoint of rfdetr")
    source.add_argument("--random", type=int, metavar="SEED", help="random weights instead of a checkpoint")
    parser.add_argument("--labels", required=True, help="coco, checkpoint, a,b,c or a text file with one name a line")
    parser.add_argument("--no-object", choices=["none", "last", "first"], help="default: none for coco, last for all others")
    parser.add_argument("--filter", default="bilinear", choices=["bilinear", "bilinear-antialias", "pillow-bilinear"])
    parser.add_argument("--resolution", type=int, help="side of the input if not that of the variant; as trained")
    parser.add_argument("--dynamic-batch", action="store_true")
    parser.add_argument("--check", action="store_true", help="compare with PyTorch (needs onnxruntime)")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="path without ending")
    return parser.parse_args()


def fail(message):
    sys.exit(f"export_rfdetr_seg: {message}")


def build(args):
    """The network in rfdetr's own wrapper, on the CPU."""
    import rfdetr
    import torch

    warnings.filterwarnings("ignore", category=torch.jit.TracerWarning)
    options = {"device": "cpu"}
    if args.resolution:
        options["resolution"] = args.resolution
    if args.weights is not None:
        if not args.weights.is_file():
            fail(f"{args.weights} is not a file")
        options["pretrain_weights"] = str(args.weights.resolve())  # rfdetr looks for a bare name in its own folder
        return getattr(rfdetr, f"RFDETRSeg{VARIANTS[args.variant]}")(**options)

    # Without a checkpoint nothing must be fetched: neither rfdetr's weights nor the backbone's. The weights keep their default name, as without
    # one the backbone would ask for its own.
    for module in [m for name, m in sys.modules.items() if name.startswith("rfdetr")]:
        if hasattr(module, "load_pretrain_weights"):
            module.load_pretrain_weights = lambda *_, **__: []
        if hasattr(module, "download_pretrain_weights"):
            module.download_pretrain_weights = lambda *_, **__: None
    rfdetr.detr.RFDETR.maybe_download_pretrain_weights = lambda self: None
    torch.manual_seed(args.random)
    model = getattr(rfdetr, f"RFDETRSeg{VARIANTS[args.variant]}")(**options)
    # Fresh heads predict the same for every query: make them differ, so that a comparison means something.
    generator = torch.Generator().manual_seed(args.random)
    with torch.no_grad():
        for name, parameter in model.model.model.named_parameters():
            if parameter.numel() > 1 and "norm" not in name and float(parameter.std()) == 0.0:
                parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.02)
    return model


def read_labels(args, model):
    """Labels as the metadata lists them, and where the no-object slot is."""
    if args.labels == "coco":
        from rfdetr.assets.coco_classes import COCO_CLASSES

        return [{"id": i, "name": name, "slot": i} for i, name in sorted(COCO_CLASSES.items())], args.no_object or "none"
    if args.labels == "checkpoint":
        names = getattr(model.model, "class_names", None)
        if not names:
            fail("the checkpoint stores no class names; list them with --labels")
    elif pathlib.Path(args.labels).is_file():
        names = [line.strip() for line in pathlib.Path(args.labels).read_text().splitlines() if line.strip()]
    else:
        names = [name.strip() for name in args.labels.split(",")]
    return [{"id": i, "name": name} for i, name in enumerate(names)], args.no_object or "last"


def inspect(path, model):
    """Sizes of the exported network, from the file and from a run of the network where the file leaves them open."""
    import onnx
    import torch

    graph = onnx.load(str(path))
    opsets = {entry.domain: entry.version for entry in graph.opset_import}
    if opsets.get("") != OPSET:
        fail(f"the file has opsets {opsets}, not {OPSET}")
    ops = collections.Counter(node.op_type for node in graph.graph.node)
    if not ops["LayerNormalization"]:
        fail("the network has no LayerNormalization: it was split into parts, which overflow in FP16; use a newer rfdetr")
    names = [output.name for output in graph.graph.output]
    if sorted(names) != sorted(OUTPUTS.values()):
        fail(f"the file has outputs {names}, not {sorted(OUTPUTS.values())}")
    side = model.model.resolution
    generator = torch.Generator().manual_seed(1)
    picture = torch.randn(1, 3, side, side, generator=generator)
    network = copy.deepcopy(model.model.model).eval()
    network.export()
    with torch.no_grad():
        outputs = network(picture)
    if isinstance(outputs, dict):
        outputs = [outputs[key] for key in ("pred_boxes", "pred_logits", "pred_masks")]
    return side, picture, dict(zip(OUTPUTS, outputs)), ops


def check(path, picture, outputs):
    import numpy
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    found = session.run(list(OUTPUTS.values()), {session.get_inputs()[0].name: picture.numpy()})
    for (role, expected), array in zip(outputs.items(), found):
        off = float(numpy.abs(array - expected.numpy()).max())
        print(f"{role}: {tuple(array.shape)}, largest difference from PyTorch {off:.2e}, in {array.min():.2f}..{array.max():.2f}")
        if not off < 1e-2:
            fail(f"{role} differ from PyTorch")


def metadata(name, side, filter, queries, mask, labels, head_width, no_object):
    """What the ONNX file does not say, in format "vrt-model/1"."""
    return {
        "format": "vrt-model/1",
        "task": "instance-segmentation",
        "family": "rfdetr-seg",
        "name": name,
        "input": {
            "width": side,
            "height": side,
            "resize": "stretch",
            "filter": filter,
            "mean": [0.485, 0.456, 0.406],
            "std": [0.229, 0.224, 0.225],
            "color": "rgb",
        },
        "queries": queries,
        "mask": {"width": mask[0], "height": mask[1]},
        "labels": labels,
        "head_width": head_width,
        "no_object": no_object,
    }


def main():
    args = arguments()
    model = build(args)
    labels, no_object = read_labels(args, model)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    onnx_path, json_path = args.out.with_name(f"{args.out.name}.onnx"), args.out.with_name(f"{args.out.name}.json")
    with tempfile.TemporaryDirectory(dir=args.out.parent) as folder:
        written = pathlib.Path(
            model.export(output_dir=folder, opset_version=OPSET, verbose=False, dynamic_batch=args.dynamic_batch)
        )
        side, picture, outputs, ops = inspect(written, model)
        if args.check:
            check(written, picture, outputs)
        queries, head_width = (int(size) for size in outputs["labels"].shape[1:])
        height, width = (int(size) for size in outputs["masks"].shape[2:])
        filled = len(labels) + (no_object != "none")
        if args.labels == "coco" and head_width != 91 or args.labels != "coco" and filled != head_width:
            fail(
                f"the class head has {head_width} slots, but {len(labels)} labels with no_object {no_object!r} fill "
                f"{91 if args.labels == 'coco' else filled}; give the labels this checkpoint was trained with"
            )
        document = metadata(args.out.name, side, args.filter, queries, (width, height), labels, head_width, no_object)
        json_path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        written.replace(onnx_path)
    size = onnx_path.stat().st_size / 1e6
    print(f"{onnx_path}: {size:.1f} MB, {sum(ops.values())} nodes, {queries} queries, {head_width} slots, masks {width}x{height}")
    print(json_path)


if __name__ == "__main__":
    main()
