"""Replaces compressed data in pages and drawings by its checksum, because other versions of zlib compress to other bytes: unpacked.py FILE..."""
import base64
import re
import sys
import zlib


def pixels(match):
    png = base64.b64decode(match[1], validate=True)
    at, rows = 8, b""
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            rows += png[at + 8 : at + 8 + size]
        at += 12 + size
    return b"pixels %08x" % zlib.crc32(zlib.decompress(rows))


def block(match):
    return b'"%s":"%08x"' % (match[1], zlib.crc32(zlib.decompress(base64.b64decode(match[2], validate=True), -15)))


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        text = file.read()
    text = re.sub(rb"data:image/png;base64,([A-Za-z0-9+/=]+)", pixels, text)
    text = re.sub(rb'"(tracks|meshes)":"([A-Za-z0-9+/=]+)"', block, text)
    with open(path, "wb") as file:
        file.write(text)
