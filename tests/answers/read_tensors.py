"""Answers to `read_tensors(raw)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% shared
import json
import struct

KIND = {"F32": np.float32, "I64": np.int64}

# %% right: offsets behind 8 + length
def read_tensors(raw):
    file = raw.tobytes()
    length = int.from_bytes(file[:8], "little")
    header = json.loads(file[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
        shape = entry["shape"]
        tensors[name] = numbers.reshape(shape)
    return tensors

# %% right: the numbers cut off first
def read_tensors(raw):
    file = raw.tobytes()
    length = int.from_bytes(file[:8], "little")
    header, data = json.loads(file[8 : 8 + length]), file[8 + length :]
    header.pop("__metadata__", None)
    return {
        name: np.frombuffer(data[slice(*entry["data_offsets"])], KIND[entry["dtype"]]).reshape(entry["shape"])
        for name, entry in header.items()
    }

# %% right: struct, and offsets in numbers
def read_tensors(raw):
    (length,) = struct.unpack("<Q", raw[:8].tobytes())
    header = json.loads(raw[8 : 8 + length].tobytes().decode("utf-8"))
    numbers = np.frombuffer(raw[8 + length :].tobytes(), "<f4")
    result = {}
    for name in header:
        if not name.startswith("__"):
            first, last = (offset // 4 for offset in header[name]["data_offsets"])
            result[name] = numbers[first:last].view(KIND[header[name]["dtype"]]).reshape(header[name]["shape"])
    return result

# %% right: views of the array, no bytes
def read_tensors(raw):
    length = int(raw[:8].view(np.uint64)[0])
    start = 8 + length
    header = json.loads(bytes(raw[8:start]))
    tensors = {}
    for name, entry in header.items():
        if "data_offsets" in entry:
            a, b = np.array(entry["data_offsets"]) + start
            tensors[name] = raw[a:b].copy().view(KIND[entry["dtype"]]).reshape(entry["shape"])
    return tensors

# %% right: frombuffer with count and offset
def read_tensors(raw):
    file = bytes(raw)
    n = int.from_bytes(file[:8], "little")
    header = json.loads(file[8 : n + 8].decode())
    out = dict()
    for key, value in header.items():
        if key != "__metadata__":
            shape = tuple(value["shape"])
            out[key] = np.frombuffer(
                file, dtype=KIND[value["dtype"]], count=int(np.prod(shape)), offset=8 + n + value["data_offsets"][0]
            ).reshape(*shape)
    return out

# %% right: struct for every number, nested loops
def read_tensors(raw):
    file = raw.tobytes()
    length = sum(int(byte) * 256**place for place, byte in enumerate(raw[:8]))
    header = json.loads(file[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, stop = entry["data_offsets"]
        code, size = {"F32": ("<f", 4), "I64": ("<q", 8)}[entry["dtype"]]
        numbers = []
        for place in range(start, stop, size):
            at = 8 + length + place
            numbers.append(struct.unpack(code, file[at : at + size])[0])
        tensors[name] = np.array(numbers, dtype=KIND[entry["dtype"]]).reshape(entry["shape"])
    return tensors

# %% right: the metadata stays as an entry of its own
def read_tensors(raw):
    file = raw.tobytes()
    length = int.from_bytes(file[0:8], byteorder="little")
    header = json.loads(file[8 : 8 + length])
    tensors = dict(header)
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            piece = file[8 + length :][begin:end]
            tensors[name] = np.frombuffer(piece, KIND[entry["dtype"]]).reshape(entry["shape"])
    return tensors

# %% right: counted from the end of the file
def read_tensors(raw):
    file = raw.tobytes()
    length = struct.unpack("<Q", file[:8])[0]
    header = json.loads(file[8 : 8 + length])
    names = [name for name in header if name != "__metadata__"]
    total = max(header[name]["data_offsets"][1] for name in names)
    data = file[-total:]
    return {
        name: np.ndarray(
            header[name]["shape"], KIND[header[name]["dtype"]], data, header[name]["data_offsets"][0]
        ).copy()
        for name in names
    }

# %% right: in float64 afterwards, try and except
def read_tensors(raw):
    file = raw.tobytes()
    length = int.from_bytes(file[:8], "little")
    header = json.loads(file[8 : 8 + length])
    tensors = {}
    for name in header:
        try:
            begin, end = header[name]["data_offsets"]
        except KeyError:
            continue
        piece = file[8 + length + begin : 8 + length + end]
        numbers = np.frombuffer(piece, KIND[header[name]["dtype"]]).astype(float)
        tensors[name] = numbers.reshape(header[name]["shape"])
    return tensors

# %% wrong: offsets-from-file-start | only the shape repaired | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
+        numbers = np.frombuffer(file[begin:end], dtype=KIND[entry["dtype"]])
# %% wrong: length-bytes-forgotten | behind the header, but not behind its length | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
+        numbers = np.frombuffer(file[length + begin : length + end], dtype=KIND[entry["dtype"]])
# %% wrong: header-forgotten | only the 8 bytes | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
+        numbers = np.frombuffer(file[8 + begin : 8 + end], dtype=KIND[entry["dtype"]])
# %% wrong: shape-reversed | only the offsets repaired | like: offsets behind 8 + length
-        shape = entry["shape"]
+        shape = entry["shape"][::-1]
# %% wrong: transposed | turned over, as other files need it | like: offsets behind 8 + length
-        tensors[name] = numbers.reshape(shape)
+        tensors[name] = numbers.reshape(shape).T
# %% wrong: filled-by-columns | reversed and transposed, which looks safe | like: offsets behind 8 + length
-        tensors[name] = numbers.reshape(shape)
+        tensors[name] = numbers.reshape(shape[::-1]).T
# %% wrong: not-reshaped | the shape taken out, as it was wrong | like: offsets behind 8 + length
-        tensors[name] = numbers.reshape(shape)
+        tensors[name] = numbers

# %% wrong: offsets-ignored | a place that moves on
def read_tensors(raw):
    file = raw.tobytes()
    length = int.from_bytes(file[:8], "little")
    header = json.loads(file[8 : 8 + length])
    place, tensors = 8 + length, {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        count = int(np.prod(entry["shape"]))
        kind = np.dtype(KIND[entry["dtype"]])
        tensors[name] = np.frombuffer(file, kind, count, place).reshape(entry["shape"])
        place += kind.itemsize * count
    return tensors

# %% wrong: every-array-at-the-start | count without offset | like: frombuffer with count and offset
-                file, dtype=KIND[value["dtype"]], count=int(np.prod(shape)), offset=8 + n + value["data_offsets"][0]
+                file, dtype=KIND[value["dtype"]], count=int(np.prod(shape)), offset=8 + n
# %% wrong: end-as-length | begin and length (ValueError) | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
+        numbers = np.frombuffer(file[8 + length + begin :][:end], dtype=KIND[entry["dtype"]])
# %% wrong: another-kind-of-number | big-endian | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
+        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=">f4")
# %% wrong: another-kind-of-number | whole numbers of four bytes | like: the numbers cut off first
-        name: np.frombuffer(data[slice(*entry["data_offsets"])], KIND[entry["dtype"]]).reshape(entry["shape"])
+        name: np.frombuffer(data[slice(*entry["data_offsets"])], np.int32).reshape(entry["shape"])
# %% wrong: all-as-float32 | only F32 was thought of (ValueError) | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
+        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=np.float32)
# %% wrong: metadata-not-skipped | the if is gone (KeyError) | like: offsets behind 8 + length
-        if name == "__metadata__":
-            continue
-        begin, end = entry["data_offsets"]
+        begin, end = entry["data_offsets"]
# %% unnamed | the end is included, thought the student (ValueError) | like: views of the array, no bytes
-            tensors[name] = raw[a:b].copy().view(KIND[entry["dtype"]]).reshape(entry["shape"])
+            tensors[name] = raw[a : b - 4].copy().view(KIND[entry["dtype"]]).reshape(entry["shape"])
# %% wrong: list-without-names | a list | like: offsets behind 8 + length
-    tensors = {}
-    for name, entry in header.items():
+    tensors = []
+    for name, entry in header.items():
-        tensors[name] = numbers.reshape(shape)
+        tensors.append(numbers.reshape(shape))
# %% wrong: first-array-alone | return in the loop | like: offsets behind 8 + length
-        tensors[name] = numbers.reshape(shape)
-    return tensors
+        tensors[name] = numbers.reshape(shape)
+        return tensors
# %% wrong: last-array-alone | a new dict in each round | like: offsets behind 8 + length
-        tensors[name] = numbers.reshape(shape)
+        tensors = {name: numbers.reshape(shape)}
# %% wrong: return-missing | filled and forgotten | like: offsets behind 8 + length
-        tensors[name] = numbers.reshape(shape)
-    return tensors
+        tensors[name] = numbers.reshape(shape)
# %% wrong: offsets-from-file-start, transposed | turned round instead of repaired | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
+        numbers = np.frombuffer(file[begin:end], dtype=KIND[entry["dtype"]])
-        tensors[name] = numbers.reshape(shape)
+        tensors[name] = numbers.reshape(shape).T
# %% wrong: length-bytes-forgotten, shape-reversed | one of two, half repaired | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
-        shape = entry["shape"]
+        numbers = np.frombuffer(file[length + begin : length + end], dtype=KIND[entry["dtype"]])
+        shape = entry["shape"][::-1]
# %% unnamed | the length is big-endian (UnicodeDecodeError) | like: offsets behind 8 + length
-    length = int.from_bytes(file[:8], "little")
+    length = int.from_bytes(file[:8], "big")
# %% unnamed | the header from the first byte on (UnicodeDecodeError) | like: offsets behind 8 + length
-    header = json.loads(file[8 : 8 + length])
+    header = json.loads(file[:length])
# %% unnamed | float64, which fits no shape (ValueError) | like: offsets behind 8 + length
-        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end], dtype=KIND[entry["dtype"]])
+        numbers = np.frombuffer(file[8 + length + begin : 8 + length + end])
