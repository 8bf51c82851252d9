#!/bin/sh
# Makes assets/Roboto-Medium-subset.ttf from Roboto 2.138. Needs fonttools (4.68.0 made the committed file).
#   sh scripts/make_font.sh path/to/Roboto-Medium.ttf
set -eu
crate=$(cd "$(dirname "$0")/.." && pwd)
# The date inside the file becomes that of the original, so that the same input gives the same bytes.
pyftsubset "$1" \
    --unicodes="U+0020-007E,U+00A0-017F,U+0370-03FF,U+0400-045F,U+2010-2026,U+2030-203A,U+20AC,U+2122,U+2212,U+221E,U+2248,U+2264-2265" \
    --layout-features='' --notdef-outline --no-hinting --drop-tables+=GDEF,GPOS,GSUB --name-IDs='0,1,2,3,4,5,6,7,13,14' \
    --no-recalc-timestamp --output-file="$crate/assets/Roboto-Medium-subset.ttf"
sha256sum "$crate/assets/Roboto-Medium-subset.ttf"
