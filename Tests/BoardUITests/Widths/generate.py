#!/usr/bin/env python3
"""Writes Sources/BoardUI/Screen/WidthTable.swift to standard output.

Needs a Python whose unicodedata is Unicode 14.0.0 (Python 3.11). Run from the top folder:

    python3 Tests/BoardUITests/Widths/generate.py > Sources/BoardUI/Screen/WidthTable.swift

Classes: 0 never drawn, 1 one column, 2 two columns, 3 a mark in the cell before it.
"""
import sys
import unicodedata

LAST = 0x10FFFF

# Format characters that nevertheless have a shape and one column.
VISIBLE_FORMAT = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}

# Terminals disagree about the width of these.
DISPUTED = {*range(0x3248, 0x3250), *range(0x4DC0, 0x4E00)}

# Nothing is seen of these, though some of them count as letters or marks.
INVISIBLE = {
    0xAD, 0x34F, 0x115F, 0x3164, 0xFFA0, 0x17B4, 0x17B5, *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
}


def is_lone_jamo(code):
    """Vowels and final consonants, which only a syllable can hold."""
    return 0x1160 <= code <= 0x11FF or 0xD7B0 <= code <= 0xD7FF


def class_of(code):
    character = chr(code)
    category = unicodedata.category(character)
    if code in VISIBLE_FORMAT:
        return 1
    if category in ("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"):
        return 0
    if code in DISPUTED or code in INVISIBLE or is_lone_jamo(code):
        return 0
    if category in ("Mn", "Me"):
        return 3
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def boundaries():
    result = []
    for code in range(LAST + 1):
        current = class_of(code)
        if not result or result[-1][1] != current:
            result.append((code, current))
    return result


def swift():
    print("/// Where the classes of characters change in Unicode 14, made by")
    print("/// `Tests/BoardUITests/Widths/generate.py`.")
    print("///")
    print("/// Each entry is the first scalar of a range times four plus the class of the range; sorted.")
    print("enum WidthTable {")
    print("  static let entries: [UInt32] = [")
    line = "   "
    for code, kind in boundaries():
        word = f" {code << 2 | kind},"
        if len(line) + len(word) > 100:
            print(line)
            line = "   "
        line += word
    print(line)
    print("  ]")
    print("}")


if unicodedata.unidata_version != "14.0.0":
    sys.exit("Unicode 14.0.0 is needed, this Python has " + unicodedata.unidata_version)
swift()
