#!/usr/bin/env bash
# Whole frames of RF-DETR-Seg by `vrt bench` beside the engine alone, then what surrounds the network in PyTorch on the same frame and
# the same outputs of the engine, on the same GPU, one after the other; prints both and the ratios.
#
#   scripts/bench/compare.sh [--out DIR] OPTIONS OF vrt bench rfdetr-seg
#   scripts/bench/compare.sh --engine nano.engine --model rfdetr-seg-nano
#   scripts/bench/compare.sh --onnx nano.onnx --model rfdetr-seg-nano --precision fp16 --picture street.jpg
#
# VRT is the program (`vrt`, or a release build of this folder), PYTHON a Python with torch, numpy and pycocotools.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=bench-results
case ${1-} in
    --out) out=${2:?--out needs a folder}; shift 2 ;;
    '' | -h | --help) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0"; exit 2 ;;
esac
vrt=${VRT:-$(command -v vrt || true)}
if [ -z "$vrt" ]; then
    (cd "$here/../.." && cargo build --release -p vrt-cli)
    vrt=$here/../../target/release/vrt
fi
mkdir -p "$out"
"$vrt" bench rfdetr-seg "$@" --compare --dump "$out/dump" --json "$out/vrt.json" | tee "$out/vrt.txt"
echo
"${PYTHON:-python3}" "$here/pytorch_baseline.py" "$out/dump" --json "$out/pytorch.json" --beside "$out/vrt.json" | tee "$out/pytorch.txt"
