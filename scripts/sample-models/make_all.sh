#!/usr/bin/env bash
# Makes the sample models, their figures and the held-out scenes again. Needs a CUDA GPU for the training.
#   ./make_all.sh build
set -euo pipefail
out=$(realpath -m "${1:?say where to put the results}")
cd "$(dirname "$0")"
mkdir -p "$out"
python3 train.py seg --steps 5521 --out "$out"
python3 export.py seg --weights "$out/seg.pt" --out "$out/seg.onnx"
python3 train.py depth --steps 7011 --out "$out"
python3 export.py depth --weights "$out/depth.pt" --out "$out/depth.onnx"
python3 evaluate.py --models "$out" --out "$out/metrics.json"
python3 write_scenes.py --out "$out/scenes"
