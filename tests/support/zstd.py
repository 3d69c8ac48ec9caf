"""Zstandard by the system's libzstd: Python 3.11 has none of its own."""

import ctypes


class Buffer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("at", ctypes.c_size_t)]


def decompress(data, most=64 << 20):
    """ValueError: it is no whole frame, or holds more than `most` bytes."""
    library = ctypes.CDLL("libzstd.so.1")
    library.ZSTD_createDStream.restype = ctypes.c_void_p
    library.ZSTD_decompressStream.restype = ctypes.c_size_t
    library.ZSTD_decompressStream.argtypes = [ctypes.c_void_p, ctypes.POINTER(Buffer), ctypes.POINTER(Buffer)]
    library.ZSTD_freeDStream.argtypes = [ctypes.c_void_p]
    library.ZSTD_isError.argtypes = [ctypes.c_size_t]
    stream, room, out = library.ZSTD_createDStream(), ctypes.create_string_buffer(1 << 17), b""
    kept = ctypes.create_string_buffer(data, len(data))
    source = Buffer(ctypes.cast(kept, ctypes.c_void_p), len(data), 0)
    try:
        while True:
            target = Buffer(ctypes.cast(room, ctypes.c_void_p), len(room), 0)
            left = library.ZSTD_decompressStream(stream, ctypes.byref(target), ctypes.byref(source))
            out += room.raw[:target.at]
            if library.ZSTD_isError(left) or len(out) > most or (left and target.at == 0 and source.at == source.size):
                raise ValueError("not a whole frame of zstd")
            if left == 0 and source.at == source.size:
                return out
    finally:
        library.ZSTD_freeDStream(stream)
