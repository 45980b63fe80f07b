#!/bin/sh
# Remakes the fonts of the certificate from their sources, all under the SIL Open Font License (OFL.txt):
# Noto Sans SC, Noto Emoji, EB Garamond and Noto Serif SC as the npm packages @expo-google-fonts/noto-sans-sc 0.4.3,
# noto-emoji 0.4.7, eb-garamond 0.4.3 and noto-serif-sc 0.4.3 ship them, the others from Debian's fonts-noto-core and fonts-noto-cjk. Needs Debian's python3-fonttools. Run in this folder:
#   ./make.sh FOLDER-OF-THE-UNPACKED-PACKAGES (with sc/, emoji/, garamond/ and serif-sc/)
set -e
from=$1
noto=/usr/share/fonts/truetype/noto
cjk=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
cut() { # OUTPUT SOURCE UNICODES FEATURES [more]
  out=$1 source=$2 codes=$3 features=$4; shift 4
  python3 -m fontTools.subset "$source" --output-file="$out" --unicodes="$codes" --layout-features="$features" --no-hinting \
    --name-IDs='0,1,2,3,4,5,6,13,14' --drop-tables+=DSIG,vhea,vmtx,VORG "$@"
}
plain=U+0020-007E,U+00A0-00FF
cut noto-sans-sc.ttf "$from/sc/400Regular/NotoSansSC_400Regular.ttf" \
  "$plain,U+2010-2027,U+2030-205E,U+2116,U+2E80-2FDF,U+3000-312F,U+31A0-31BF,U+3400-4DBF,U+4E00-9FFF,U+F900-FAFF,U+FE30-FE4F,U+FF00-FFEF" ''
cut noto-sans.ttf $noto/NotoSans-Regular.ttf "$plain,U+0100-024F,U+0250-02FF,U+0300-036F,U+0370-052F,U+1E00-1FFF,U+2010-2027,U+2030-205E,U+20A0-20BF,U+2C60-2C7F,U+A640-A69F,U+A720-A7FF" 'ccmp,mark,mkmk,locl'
cut noto-sans-hangul.otf $cjk "U+0020,U+1100-11FF,U+3131-318E,U+AC00-D7A3" '' --font-number=1
for script in Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Georgian Armenian Ethiopic; do
  cut "noto-sans-$(echo $script | tr A-Z a-z).ttf" "$noto/NotoSans$script-Regular.ttf" '*' '*'
done
cut noto-emoji.ttf "$from/emoji/400Regular/NotoEmoji_400Regular.ttf" '*' 'ccmp'
# The display fonts: names and titles in Latin, Greek and Cyrillic, and the characters of GB 2312.
cut eb-garamond.ttf "$from/garamond/500Medium/EBGaramond_500Medium.ttf" \
  "$plain,U+0100-024F,U+0300-036F,U+0370-052F,U+1E00-1FFF,U+2010-2027,U+2030-205E" 'ccmp,mark,mkmk,locl,kern,liga'
gb2312=$(python3 -c 'print(",".join("U+%04X" % ord(c) for c in (bytes([a, b]).decode("gb2312", "ignore") for a in range(0xB0, 0xF8) for b in range(0xA1, 0xFF)) if c))')
cut noto-serif-sc.ttf "$from/serif-sc/600SemiBold/NotoSerifSC_600SemiBold.ttf" \
  "U+0020-007E,U+00B7,U+3000-3011,U+FF08,U+FF09,U+FF0C,U+FF1A,$gb2312" ''
