"""Other readers, each in a process of its own, since some end with it.

Run as a program with the name of one, it reads paths on standard input, and answers each with a line of JSON:
`reads`, a list of [symbology, text, bytes in hexadecimal or null]; for a picture that cannot be read, `error`.
"""

import base64
import ctypes
import ctypes.util
import importlib.metadata
import json
import os
import subprocess
import sys
import xml.etree.ElementTree


def _grey(path):
    import numpy
    from PIL import Image

    import variants

    with Image.open(path) as image:
        return numpy.ascontiguousarray(numpy.asarray(variants.opened_flat(image).convert("L")))


class ZBar:
    """libzbar, one plain scan of each picture: every symbology but SQ, UPC-E too, QR's bytes as they are."""

    UPC_E, QR, SQ = 9, 64, 80
    ENABLE, BINARY, X_DENSITY, Y_DENSITY = 0, 4, 256, 257

    def __init__(self):
        name = ctypes.util.find_library("zbar")
        if name is None:
            raise ImportError("libzbar0 is not installed")
        zbar = self.zbar = ctypes.CDLL(name)
        pointers = ["image_scanner_create", "image_create", "image_first_symbol", "symbol_next", "symbol_get_data"]
        for function in pointers:
            getattr(zbar, "zbar_" + function).restype = ctypes.c_void_p
        zbar.zbar_get_symbol_name.restype = ctypes.c_char_p
        self.scanner = ctypes.c_void_p(zbar.zbar_image_scanner_create())
        configure = zbar.zbar_image_scanner_set_config
        configure(self.scanner, self.UPC_E, self.ENABLE, 1)
        configure(self.scanner, self.SQ, self.ENABLE, 0)
        configure(self.scanner, self.QR, self.BINARY, 1)
        configure(self.scanner, 0, self.X_DENSITY, 1)
        configure(self.scanner, 0, self.Y_DENSITY, 1)

    def version(self):
        major, minor, patch = (ctypes.c_uint() for _ in range(3))
        self.zbar.zbar_version(ctypes.byref(major), ctypes.byref(minor), ctypes.byref(patch))
        return f"libzbar {major.value}.{minor.value}.{patch.value}"

    def read(self, path):
        zbar, pixels = self.zbar, _grey(path)
        image = ctypes.c_void_p(zbar.zbar_image_create())
        zbar.zbar_image_set_format(image, ctypes.c_ulong(int.from_bytes(b"Y800", "little")))
        zbar.zbar_image_set_size(image, pixels.shape[1], pixels.shape[0])
        zbar.zbar_image_set_data(image, pixels.ctypes.data_as(ctypes.c_void_p), ctypes.c_ulong(pixels.size), None)
        zbar.zbar_scan_image(self.scanner, image)
        reads = []
        symbol = zbar.zbar_image_first_symbol(image)
        while symbol:
            symbol = ctypes.c_void_p(symbol)
            kind = zbar.zbar_symbol_get_type(symbol)
            payload = ctypes.string_at(zbar.zbar_symbol_get_data(symbol), zbar.zbar_symbol_get_data_length(symbol))
            name = zbar.zbar_get_symbol_name(kind).decode()
            if kind > 1:
                reads.append([name, _guess(payload), payload.hex()])
            symbol = zbar.zbar_symbol_next(symbol)
        zbar.zbar_image_destroy(image)
        return reads


class ZBarImg:
    """The program of ZBar, with its own settings, and UPC-E on."""

    RETURN = "\ue00d"

    def version(self):
        said = subprocess.run(["zbarimg", "--version"], capture_output=True, text=True)
        return "zbarimg " + (said.stdout + said.stderr).strip()

    def read(self, path):
        command = ["zbarimg", "--quiet", "--xml", "-Supce.enable", path]
        said = subprocess.run(command, capture_output=True, check=False, env=os.environ | {"LC_ALL": "C.UTF-8"})
        if said.returncode < 0 or said.returncode not in (0, 4):
            raise ChildProcessError(f"zbarimg ended with {said.returncode}")
        reads = []
        # A parser of XML would make a carriage return a line feed.
        text = said.stdout.decode("utf-8", "replace").replace("\r", self.RETURN) or "<nothing/>"
        for symbol in xml.etree.ElementTree.fromstring(text).iter():
            if not symbol.tag.endswith("symbol"):
                continue
            data = next(child for child in symbol if child.tag.endswith("data"))
            text = (data.text or "").replace(self.RETURN, "\r")
            if data.get("format") == "base64":
                payload = base64.b64decode(text)
                reads.append([symbol.get("type"), _guess(payload), payload.hex()])
            else:
                reads.append([symbol.get("type"), text, None])
        return reads


class ZXing:
    """ZXing-C++ by its Python module, with its own settings."""

    def __init__(self):
        import zxingcpp

        self.module = zxingcpp

    def version(self):
        try:
            return "zxing-cpp " + importlib.metadata.version("zxing-cpp")
        except importlib.metadata.PackageNotFoundError:
            command = ["dpkg-query", "--show", "--showformat=libzxing ${Version}", "python3-zxing-cpp"]
            return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def read(self, path):
        reads = []
        for found in self.module.read_barcodes(_grey(path)):
            payload = bytes(found.bytes).hex() if hasattr(found, "bytes") else None
            reads.append([str(found.format).split(".")[-1], _without_pictures(found.text), payload])
        return reads


class OpenCV:
    """OpenCV's readers of QR codes and of EAN and UPC."""

    def __init__(self):
        import cv2

        self.cv2 = cv2
        self.qr = cv2.QRCodeDetector()
        self.bars = cv2.barcode.BarcodeDetector() if hasattr(cv2, "barcode") else None

    def version(self):
        return "OpenCV " + self.cv2.__version__

    def read(self, path):
        pixels = _grey(path)
        reads = [["QR", text, None] for text in self._multiple(self.qr, pixels) if text]
        if self.bars is not None:
            texts, kinds = self._bars(pixels)
            reads += [[kind.replace("_", ""), text, None] for text, kind in zip(texts, kinds) if text]
        return reads

    def _multiple(self, detector, pixels):
        try:
            return detector.detectAndDecodeMulti(pixels)[1]
        except self.cv2.error:
            return []

    def _bars(self, pixels):
        try:
            answer = self.bars.detectAndDecodeWithType(pixels)
        except self.cv2.error:
            return [], []
        return answer[1], answer[2]


def _without_pictures(text):
    """The text with control characters in place of their pictures, which newer versions of ZXing-C++ write."""
    return "".join(chr(ord(letter) - 0x2400) if "\u2400" <= letter < "\u2420" else letter for letter in text)


def _guess(payload):
    """The text that bytes stand for, as little as one can do: UTF-8, else Latin-1."""
    try:
        return payload.decode("utf-8")
    except UnicodeDecodeError:
        return payload.decode("latin-1")


READERS = {"zbar": ZBar, "zbarimg": ZBarImg, "zxing-cpp": ZXing, "libzxing": ZXing, "opencv": OpenCV}


def main():
    reader = READERS[sys.argv[1]]()
    print(json.dumps({"version": reader.version()}), flush=True)
    for line in sys.stdin:
        try:
            answer = {"reads": reader.read(line.rstrip("\n"))}
        except (OSError, ValueError) as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
