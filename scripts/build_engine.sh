#!/usr/bin/env bash
# Builds a TensorRT engine of RF-DETR-Seg or Depth Anything on the machine that will run it, a Jetson or a PC, and checks it.
#
#   scripts/build_engine.sh NAME [ONNX] [OPTIONS OF vrt build]
#   scripts/build_engine.sh rfdetr-seg-nano                            # pulled first where it is not here
#   scripts/build_engine.sh rfdetr-seg-nano nano.onnx --batch 8
#   scripts/build_engine.sh depth-anything-v2-small depth.onnx --precision fp32
#
# What is checked: driver, GPU and TensorRT (`vrt doctor`); that the engine computes numbers (`vrt build` does); that it loads again and
# how fast it runs (`vrt bench`). Prints where it lies. VRT is the program (`vrt`, or a release build of this folder).
set -euo pipefail
name=${1-}
case $name in
    '' | -*) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0"; exit 2 ;;
esac
shift
onnx=()
case ${1-} in
    '' | -*) ;;
    *) onnx=(--onnx "$1"); shift ;;
esac
here=$(cd "$(dirname "$0")/.." && pwd)
vrt=${VRT:-$(command -v vrt || true)}
if [ -z "$vrt" ]; then
    (cd "$here" && cargo build --release -p vrt-cli)
    vrt=$here/target/release/vrt
fi

# Says what is missing, and what to install, before anything is downloaded.
report=$("$vrt" doctor) || { printf '%s\n' "$report"; exit 4; }
if [ ${#onnx[@]} = 0 ]; then
    "$vrt" pull "$name" > /dev/null
fi
line=$("$vrt" build "$name" "${onnx[@]}" "$@" --json)
engine=$(sed -n 's/.*"engine":"\([^"]*\)".*/\1/p' <<< "$line")
"$vrt" bench "$engine" --cuda-graph --duration 1
printf '\n%s\n  its manifest lies beside it; `vrt run --device cuda --model %s` and `vrt run --engine` find it\n' "$engine" "$name"
