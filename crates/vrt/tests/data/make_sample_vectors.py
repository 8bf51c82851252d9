#!/usr/bin/env python3
"""Runs the networks in models/sample with ONNX Runtime, for tests/cpu_session.rs.

    python3 make_sample_vectors.py

Made with onnxruntime 1.32.0. sample-seg.bin and sample-depth.bin, little-endian: u32 x 4 shape of the input, which is `wave(shape)` of
make_networks.py; u32 number of outputs; for each u32 length, step and count, then every `step`-th value as f32.
"""
import struct
from pathlib import Path

import numpy as np
import onnxruntime

from make_networks import wave

FOLDER = Path(__file__).parent
MODELS = FOLDER.parents[3] / "models" / "sample"


def main():
    for name in ("seg", "depth"):
        session = onnxruntime.InferenceSession(MODELS / f"{name}.onnx", providers=["CPUExecutionProvider"])
        input = session.get_inputs()[0]
        shape = [size if isinstance(size, int) else 1 for size in input.shape]
        outputs = session.run(None, {input.name: wave(shape)})
        data = struct.pack("<5I", *shape, len(outputs))
        for output in outputs:
            flat = np.ascontiguousarray(output, np.float32).reshape(-1)
            step = max(1, len(flat) // 500) | 1
            kept = flat[::step]
            data += struct.pack("<3I", len(flat), step, len(kept)) + kept.tobytes()
            print(name, output.shape, "largest", np.abs(output).max())
        (FOLDER / f"sample-{name}.bin").write_bytes(data)


if __name__ == "__main__":
    main()
