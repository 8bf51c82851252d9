"""Random table-top scenes with exact masks, classes and metric depth, on a GPU or on the CPU.

A scene is a pure function of (seed, index): `Renderer.batch(seed, first, count)` makes `count` of them from `first` on,
and any of them can be made again alone. `kernels/random_scene.h` holds the distribution.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch

CLASSES = ("cube", "ball", "cylinder", "cone", "ring", "pyramid")
MAX_OBJECTS = 8
#: Instances with fewer visible pixels than this share of the picture are not annotated (300 pixels of 640 x 480).
MIN_VISIBLE = 300 / (640 * 480)

KERNELS = Path(__file__).resolve().parent / "kernels"


def _compile(command: list[str], name: str) -> Path:
    """The shared library that `command` makes of the kernels; kept under a name that follows their text."""
    digest = hashlib.sha256(" ".join(command).encode())
    for file in sorted(KERNELS.iterdir()):
        digest.update(file.read_bytes())
    target = Path(tempfile.gettempdir()) / f"vrt-sample-{name}-{digest.hexdigest()[:16]}.so"
    if not target.exists():
        partial = target.with_suffix(f".{os.getpid()}.tmp")
        subprocess.run([*command, str(KERNELS / "entry.cpp"), "-o", str(partial)], check=True)
        partial.replace(target)
    return target


@cache
def library(device_type: str) -> ctypes.CDLL:
    """The kernels for 'cuda' (built by nvcc) or 'cpu' (built by g++)."""
    if device_type == "cuda":
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        major, minor = torch.cuda.get_device_capability()
        flags = ["-x", "cu", f"-arch=sm_{major}{minor}", "--use_fast_math", "-Xcompiler", "-fPIC"]
        command = [nvcc, *flags]
    else:
        command = ["g++", "-march=native", "-ffast-math", "-fopenmp", "-fPIC"]
    lib = ctypes.CDLL(str(_compile([*command, "-std=c++17", "-O3", "-shared"], device_type)))
    if lib.max_objects() != MAX_OBJECTS:
        raise RuntimeError(f"the kernels were built for {lib.max_objects()} objects, not {MAX_OBJECTS}")
    return lib


def _call(name: str, device: torch.device, *arguments: torch.Tensor | int) -> None:
    """Queues one entry point on the device's current stream."""
    values = []
    for a in arguments:
        if isinstance(a, torch.Tensor):
            if a.device.type != device.type or not a.is_contiguous():
                raise ValueError(f"{name} needs contiguous tensors on {device}, got one on {a.device}")
            values.append(ctypes.c_void_p(a.data_ptr()))
        else:
            values.append(ctypes.c_int(a))
    stream = torch.cuda.current_stream(device).cuda_stream if device.type == "cuda" else None
    error = getattr(library(device.type), name)(*values, ctypes.c_void_p(stream))
    if error:
        raise RuntimeError(f"{name} failed with CUDA error {error}")


def assign_queries(cost: torch.Tensor, valid: torch.Tensor) -> torch.Tensor:
    """Optimal one-to-one assignment.

    cost [N, queries, 8] f32: of giving object g to query q. valid [M, 8] bool, N a multiple of M: which objects take
    part (problem i uses row i * M // N). Returns [N, 8] i64: the query of each object, 0 where it takes no part.
    """
    problems, queries, objects = cost.shape
    if objects != MAX_OBJECTS or not MAX_OBJECTS <= queries <= library(cost.device.type).max_queries():
        raise ValueError(f"cannot assign {objects} objects to {queries} queries")
    chosen = torch.empty(problems, objects, dtype=torch.int32, device=cost.device)
    flags = valid.to(torch.uint8).contiguous()
    _call(
        "assign_queries", cost.device, cost.float().contiguous(), flags, chosen,
        queries, problems // valid.shape[0], problems,
    )  # fmt: skip
    return chosen.long()


@dataclass
class Batch:
    """B scenes as H x W pictures, and the truth about them."""

    image: torch.Tensor  #: [B, H, W, 3] u8, RGB
    ids: torch.Tensor  #: [B, H, W] u8: 0 for what has no class, k + 1 for the annotated object k
    depth: torch.Tensor  #: [B, H, W] f32: metres along the optical axis
    classes: torch.Tensor  #: [B, 8] i64: index into CLASSES, -1 where there is no annotated object
    valid: torch.Tensor  #: [B, 8] bool: which of the 8 places hold an annotated object
    boxes: torch.Tensor  #: [B, 8, 4] f32: cx, cy, w, h of the visible part, 0..1
    intrinsics: torch.Tensor  #: [B, 4] f32: fx, fy, cx, cy in pixels, the centre of pixel (0, 0) at (0, 0)

    def masks(self) -> torch.Tensor:
        """[B, 8, H, W] bool: the visible pixels of each object."""
        numbers = torch.arange(1, MAX_OBJECTS + 1, dtype=torch.uint8, device=self.ids.device)
        return self.ids[:, None] == numbers.view(1, -1, 1, 1)


def _extent(seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """First and one past the last true place along the last axis, as shares of its length."""
    n = seen.shape[-1]
    place = torch.arange(n, device=seen.device)
    first = n - (seen * (n - place)).amax(-1)
    last = (seen * (place + 1)).amax(-1)
    return first / n, last / n


class Renderer:
    """Renders scenes at one size. Any width and height show the same 4:3 field of view, stretched."""

    def __init__(self, device: torch.device | str, width: int, height: int, samples: int = 3):
        self.device, self.width, self.height, self.samples = torch.device(device), width, height, samples

    @torch.no_grad()
    def batch(self, seed: int, first: int, count: int) -> Batch:
        d, w, h = self.device, self.width, self.height
        scenes = torch.empty(count, library(d.type).scene_bytes(), dtype=torch.uint8, device=d)
        classes = torch.empty(count, MAX_OBJECTS, dtype=torch.int32, device=d)
        intrinsics = torch.empty(count, 4, device=d)
        frame = torch.empty(count, h, w, 3, device=d)
        ids = torch.empty(count, h, w, dtype=torch.uint8, device=d)
        depth = torch.empty(count, h, w, device=d)
        image = torch.empty(count, h, w, 3, dtype=torch.uint8, device=d)
        _call("make_scenes", d, scenes, classes, intrinsics, seed, first, w, h, count)
        _call("render_frames", d, scenes, frame, ids, depth, w, h, self.samples, count)
        _call("develop_frames", d, scenes, frame, image, w, h, count)
        return self._annotate(Batch(image, ids, depth, classes.long(), classes >= 0, torch.empty(0), intrinsics))

    def _annotate(self, b: Batch) -> Batch:
        """Takes out what is hardly visible, and adds the boxes."""
        masks = b.masks()
        visible = masks.flatten(2).sum(2)
        b.valid = visible >= MIN_VISIBLE * self.width * self.height
        b.classes = b.classes.masked_fill(~b.valid, -1)
        number = torch.arange(1, MAX_OBJECTS + 1, dtype=torch.uint8, device=self.device)
        table = torch.cat([torch.zeros_like(b.ids[:, 0, :1]), number * b.valid], 1)
        b.ids = table.gather(1, b.ids.flatten(1).long()).view_as(b.ids)
        (x0, x1), (y0, y1) = _extent(masks.any(2)), _extent(masks.any(3))
        boxes = torch.stack([(x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0], -1)
        b.boxes = boxes.masked_fill(~b.valid[..., None], 0.5)
        return b
