#!/usr/bin/env python3
"""Times what surrounds RF-DETR-Seg's network in PyTorch, on a frame and network outputs that `vrt bench rfdetr-seg --dump` wrote.

    vrt bench rfdetr-seg --engine nano.engine --model rfdetr-seg-nano --compare --dump dump --json vrt.json
    python scripts/bench/pytorch_baseline.py dump --json pytorch.json --beside vrt.json

Needs torch and numpy; pycocotools for run lengths. Preprocessing, selection of queries and masks are what rfdetr's own code does
(`RFDETR.predict` and `PostProcess`, https://github.com/roboflow/rf-detr, Apache-2.0), but for one thing: only masks of objects above the
threshold are brought to the picture's size, which is faster than all. Rows have the names that `vrt bench` gives them, and times are
medians by the host's clock, with the device waited for; those marked so are by the GPU's clock.
"""

import argparse
import json
import pathlib
import platform
import time

import numpy
import torch
from torch.nn import functional


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump", type=pathlib.Path, help="folder that `vrt bench rfdetr-seg --dump` wrote")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--frames", type=int, default=200, help="times that each step is run")
    parser.add_argument("--json", type=pathlib.Path, help="file for the figures")
    parser.add_argument("--beside", type=pathlib.Path, help="figures of `vrt bench --json`, to print ratios to")
    return parser.parse_args()


class Baseline:
    """The steps around the network, on tensors that are on the device already."""

    def __init__(self, folder, device):
        self.about = json.loads((folder / "dump.json").read_text())
        load = lambda name: torch.from_numpy(numpy.load(folder / f"{name}.npy")).to(device)
        self.frame, self.labels, self.boxes, self.masks = (load(name) for name in ("frame", "labels", "boxes", "masks"))
        channels = lambda name: torch.tensor(self.about[name], device=device).view(1, 3, 1, 1)
        self.mean, self.std = channels("mean"), channels("std")
        self.size = self.frame.shape[:2]

    def preprocess(self, antialias):
        """A frame, `[height, width, 3]` of bytes, to the network's input."""
        width, height = self.about["input"]
        pixels = self.frame.permute(2, 0, 1)[None].float() / 255
        pixels = functional.interpolate(pixels, size=(height, width), mode="bilinear", align_corners=False, antialias=antialias)
        return (pixels - self.mean) / self.std

    def objects(self):
        """Scores, class slots and boxes (corners in pixels) above the threshold, best first, and their masks at the picture's size."""
        scores = self.labels.sigmoid().flatten(1)
        classes = self.labels.shape[2]
        scores, pairs = scores.topk(min(self.about["num_select"], scores.shape[1]), dim=1)
        kept = scores[0] > self.about["threshold"]
        scores, pairs = scores[0][kept], pairs[0][kept]
        queries = pairs // classes
        center, extent = self.boxes[0, queries].split(2, dim=-1)
        extent = extent.clamp(min=0)
        height, width = self.size
        scale = torch.tensor([width, height, width, height], device=scores.device)
        boxes = torch.cat([center - extent / 2, center + extent / 2], dim=-1) * scale
        masks = functional.interpolate(self.masks[0, queries][:, None], size=(height, width), mode="bilinear", align_corners=False)[:, 0] > 0
        return scores, pairs % classes, boxes, masks


def run_lengths(masks):
    """COCO run lengths of masks that are on the host."""
    from pycocotools import mask as coco

    return coco.encode(numpy.asfortranarray(masks.permute(1, 2, 0).numpy().astype(numpy.uint8)))


def waiting(device):
    return torch.cuda.synchronize if device.startswith("cuda") else lambda: None


def spread(times):
    times = sorted(times)
    rank = lambda percent: times[max(0, -(-len(times) * percent // 100) - 1)]
    return {"p50": rank(50), "p99": rank(99), "min": times[0], "max": times[-1]}


def host_times(device, frames, step, before=lambda: ()):
    """Milliseconds of `step(*before())`, without `before`, until the device is done."""
    wait, times = waiting(device), []
    for turn in range(frames + 10):
        given = before()
        wait()
        begin = time.perf_counter()
        step(*given)
        wait()
        if turn >= 10:
            times.append((time.perf_counter() - begin) * 1e3)
    return spread(times)


def gpu_times(frames, step):
    """The same by the GPU's clock, with the work queued ahead so that the host's part is hidden."""
    times = []
    for turn in range(frames + 10):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda._sleep(1_000_000)
        begin.record()
        step()
        end.record()
        end.synchronize()
        if turn >= 10:
            times.append(begin.elapsed_time(end))
    return spread(times)


def measure(baseline, device, frames):
    rows = {}
    for name, antialias in (("bilinear", False), ("bilinear, antialiased", True)):
        rows[f"preprocessing, {name}"] = host_times(device, frames, lambda: baseline.preprocess(antialias))
        if device.startswith("cuda"):
            rows[f"kernel: preprocessing, {name}"] = gpu_times(frames, lambda: baseline.preprocess(antialias))
    rows["decode and masks"] = host_times(device, frames, baseline.objects)
    if device.startswith("cuda"):
        # Its host waits inside (how many are above the threshold), so the GPU's clock alone would leave that out.
        rows["decode and masks, objects to the host"] = host_times(device, frames, lambda: [part.cpu() for part in baseline.objects()[:3]])
    few = max(3, frames // 10)
    rows["masks to the host"] = host_times(device, few, lambda masks: masks.cpu(), lambda: (baseline.objects()[3],))
    try:
        rows["masks to the host as run lengths"] = host_times(device, few, lambda masks: run_lengths(masks.cpu()), lambda: (baseline.objects()[3],))
    except ImportError:
        print("pycocotools is missing: no run lengths")
    return rows


def ratios(rows, vrt):
    """PyTorch's time by vrt's, where both have the row."""
    found = []
    kernels = vrt.get("kernels") or {}
    pairs = [("decode and masks", sum(time for _, time in kernels.get("after_network_ms", [])))]
    pairs += [(name, times["p50"]) for name, times in kernels.get("reads_ms", [])]
    pairs += [(f"kernel: preprocessing, {name}", time) for name, time in kernels.get("preprocess_ms", [])]
    for name, ours in pairs:
        if name in rows and ours > 0:
            found.append((name, rows[name]["p50"], ours, rows[name]["p50"] / ours))
    return found


def main():
    args = arguments()
    baseline = Baseline(args.dump, args.device)
    scores = baseline.objects()[0]
    gpu = torch.cuda.get_device_name(args.device) if args.device.startswith("cuda") else platform.processor() or platform.machine()
    height, width = baseline.size
    about = {
        "format": "vrt-baseline/1", "model": baseline.about["model"], "picture": f"{width}x{height}", "objects": len(scores),
        "device": gpu, "torch": torch.__version__, "frames": args.frames,
    }
    print(f"PyTorch {torch.__version__} on {gpu}: {about['model']}, {width}x{height}, {len(scores)} objects")
    rows = measure(baseline, args.device, args.frames)
    print(f"\n  {'milliseconds':50} {'p50':>9} {'p99':>9}")
    for name, times in rows.items():
        print(f"  {name:50} {times['p50']:9.4f} {times['p99']:9.4f}")
    found = []
    if args.beside:
        found = ratios(rows, json.loads(args.beside.read_text()))
        print(f"\n  {'milliseconds':50} {'PyTorch':>9} {'vrt':>9} {'times':>7}")
        for name, theirs, ours, ratio in found:
            print(f"  {name:50} {theirs:9.4f} {ours:9.4f} {ratio:7.1f}")
    if args.json:
        names = ("what", "pytorch_ms", "vrt_ms", "ratio")
        args.json.write_text(json.dumps(about | {"rows_ms": rows, "ratios": [dict(zip(names, row)) for row in found]}, indent=1) + "\n")


if __name__ == "__main__":
    main()
