"""Reads pictures and pages of parts with independent parsers: check_part_picture.py FOLDER. Raises an exception on a mistake."""
import base64
import hashlib
import html.parser
import json
import pathlib
import struct
import sys
import xml.etree.ElementTree as xml
import zlib

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def check(condition, what):
    if not condition:
        raise SystemExit("FAILED: " + what)


def png_size(data, name):
    """Every chunk's checksum, and the compressed rows in full; returns width and height."""
    check(data[:8] == b"\x89PNG\r\n\x1a\n", name + ": no PNG")
    at, rows, size = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        (crc,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        check(zlib.crc32(kind + body) == crc, name + ": checksum of " + kind.decode())
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        if kind == b"IDAT":
            rows += body
        at += 12 + length
    check(len(zlib.decompress(rows)) == (4 * size[0] + 1) * size[1], name + ": rows")
    return size


def check_svg(path):
    page = xml.parse(path).getroot()
    images = page.findall(SVG + "image")
    check(len(images) == 1, path.name + ": one picture")
    prefix = "data:image/png;base64,"
    check(images[0].get(HREF).startswith(prefix), path.name + ": the picture is in the file")
    width, height = png_size(base64.b64decode(images[0].get(HREF)[len(prefix) :], validate=True), path.name)
    check(width == 2 * float(images[0].get("width")), path.name + ": width of the picture")
    check(height == 2 * float(images[0].get("height")), path.name + ": height of the picture")
    check(not page.findall(".//" + SVG + "script"), path.name + ": a script")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.policy, self.scripts, self.styles, self.open, self.attributes = None, [], [], None, []

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        self.attributes += [(tag, name) for name in names]
        if tag == "meta" and names.get("http-equiv") == "Content-Security-Policy":
            self.policy = names["content"]
        if tag in ("script", "style"):
            self.open = (tag, names.get("type"), [])

    def handle_data(self, data):
        if self.open:
            self.open[2].append(data)

    def handle_endtag(self, tag):
        if self.open and tag == self.open[0]:
            (self.scripts if tag == "script" else self.styles).append((self.open[1], "".join(self.open[2])))
            self.open = None


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def check_part(part, name):
    positions = base64.b64decode(part["positions"], validate=True)
    size = 4 if part["wide"] else 2
    check(len(positions) % 12 == 0, name + ": positions")
    floats = struct.unpack("<%df" % (len(positions) // 4), positions)
    check(all(abs(x) <= 0.5001 for x in floats), name + ": positions are within the box")
    for key, per in (("triangles", 3), ("rims", 2)):
        raw = base64.b64decode(part[key], validate=True)
        check(len(raw) % (per * size) == 0, name + ": " + key)
        numbers = struct.unpack("<%d%s" % (len(raw) // size, "I" if size == 4 else "H"), raw)
        check(all(3 * n < len(floats) for n in numbers), name + ": an index of " + key)
        if key == "triangles":
            check(0 <= 3 * part["caps"] <= len(numbers) <= 3 * 150000 and numbers, name + ": number of triangles")


def check_html(path):
    text = path.read_bytes().decode("utf-8")
    page = Page()
    page.feed(text)
    page.close()
    kinds = [kind for kind, _ in page.scripts]
    check(kinds == ["application/json", None] and len(page.styles) == 1, path.name + ": data, script and style")
    allowed = {part.split()[0]: part.split()[1:] for part in page.policy.split(";")}
    check(allowed["default-src"] == ["'none'"], path.name + ": nothing from elsewhere")
    check(allowed["script-src"] == [digest(page.scripts[1][1])], path.name + ": hash of the script")
    check(allowed["style-src"] == [digest(page.styles[0][1])], path.name + ": hash of the style")
    handlers = [name for _, name in page.attributes if name.startswith("on") or name in ("src", "href", "style")]
    check(not handlers, path.name + ": attributes " + " ".join(handlers))
    for part in json.loads(page.scripts[0][1])["parts"]:
        check_part(part, path.name)


def main():
    folder = pathlib.Path(sys.argv[1])
    pictures, pages = sorted(folder.glob("*.svg")), sorted(folder.glob("*.html"))
    check(len(pictures) > 10 and len(pages) > 10, "pictures to look at")
    for path in pictures:
        check_svg(path)
    for path in pages:
        check_html(path)
    print(f"{len(pictures)} pictures and {len(pages)} pages are right")


main()
