"""Answers to `unpacked_blocks(blocks)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: view, mask, shift, concatenate
def unpacked_blocks(blocks):
    d = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    m = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
    packed = blocks[:, 4:]
    low = packed & 15
    high = packed >> 4
    q = np.concatenate([low, high], axis=1)
    return d * q + m

# %% right: one view for both, modulo and division
def unpacked_blocks(blocks):
    both = np.ascontiguousarray(blocks[:, :4]).view("<f2").astype(float)
    scale, minimum = both[:, 0], both[:, 1]
    numbers = np.zeros((len(blocks), 32))
    numbers[:, :16] = blocks[:, 4:] % 16
    numbers[:, 16:] = blocks[:, 4:] // 16
    return (scale[:, None] * numbers + minimum[:, None]).astype(np.float32)

# %% right: two loops and frombuffer
def unpacked_blocks(blocks):
    out = np.empty((len(blocks), 32), dtype=np.float32)
    for i, block in enumerate(blocks):
        d, m = np.frombuffer(block[:4].tobytes(), dtype=np.float16).astype(np.float64)
        for j in range(16):
            byte = int(block[4 + j])
            out[i, j] = d * (byte & 0x0F) + m
            out[i, 16 + j] = d * (byte >> 4) + m
    return out

# %% right: lists, divmod
def unpacked_blocks(blocks):
    rows = []
    for block in blocks:
        d = float(block[0:2].view(np.float16)[0])
        m = float(block[2:4].view(np.float16)[0])
        halves = [divmod(int(byte), 16) for byte in block[4:]]
        counts = [low for high, low in halves] + [high for high, low in halves]
        rows.append([d * count + m for count in counts])
    return np.array(rows)

# %% right: hstack, and shifts in uint8
def unpacked_blocks(blocks):
    packed = blocks[:, 4:20]
    q = np.hstack(((packed << 4) >> 4, packed >> 4)).astype(np.float32)
    d = np.frombuffer(blocks[:, 0:2].tobytes(), np.float16)
    m = np.frombuffer(blocks[:, 2:4].tobytes(), np.float16)
    return q * d.astype(np.float32).reshape(-1, 1) + m.astype(np.float32).reshape(-1, 1)

# %% right: struct, block by block
def unpacked_blocks(blocks):
    import struct

    result = []
    for block in blocks:
        d, m, *packed = struct.unpack("<ee16B", block.tobytes())
        packed = np.array(packed)
        result.append(d * np.r_[packed & 15, packed >> 4] + m)
    return np.stack(result)

# %% right: an axis for low and high
def unpacked_blocks(blocks):
    d, m = (blocks[:, a : a + 2].copy().view("f2").astype("f4")[:, :, None] for a in (0, 2))
    nibbles = (blocks[:, None, 4:] >> np.array([0, 4], dtype=np.uint8)[:, None]) & 15
    return (d * nibbles + m).reshape(len(blocks), 32)

# %% right: a structured dtype
def unpacked_blocks(blocks):
    kind = np.dtype([("d", "<f2"), ("m", "<f2"), ("q", "u1", 16)])
    block = np.frombuffer(blocks.tobytes(), dtype=kind)
    numbers = np.concatenate([block["q"] & 15, block["q"] >> 4], axis=-1)
    return block["d"].astype(float)[:, None] * numbers + block["m"].astype(float)[:, None]

# %% right: a table of sixteen numbers for each block
def unpacked_blocks(blocks):
    d = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    m = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
    table = m + d * np.arange(16, dtype=np.float32)
    packed = blocks[:, 4:].astype(int)
    return np.concatenate(
        [np.take_along_axis(table, part, axis=1) for part in (packed % 16, packed // 16)], axis=1
    )

# %% right: unpackbits
def unpacked_blocks(blocks):
    d = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    m = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
    bits = np.unpackbits(blocks[:, 4:], axis=1).reshape(len(blocks), 16, 2, 4)
    counts = bits @ np.array([8, 4, 2, 1])
    return d * np.concatenate([counts[:, :, 1], counts[:, :, 0]], axis=1) + m

# %% wrong: halves-swapped | the high half comes first, as one reads | like: view, mask, shift, concatenate
-    q = np.concatenate([low, high], axis=1)
+    q = np.concatenate([high, low], axis=1)
# %% wrong: halves-swapped | divmod gives the high half first | like: lists, divmod
-        counts = [low for high, low in halves] + [high for high, low in halves]
+        counts = [low for low, high in halves] + [high for low, high in halves]
# %% wrong: halves-interleaved | stacked on the last axis | like: view, mask, shift, concatenate
-    q = np.concatenate([low, high], axis=1)
+    q = np.stack([low, high], axis=-1).reshape(len(blocks), 32)

# %% wrong: halves-interleaved | bits in the order of unpackbits
def unpacked_blocks(blocks):
    d = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    m = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
    bits = np.unpackbits(blocks[:, 4:], axis=1).reshape(len(blocks), 32, 4)
    return d * (bits @ np.array([8, 4, 2, 1])) + m

# %% wrong: blocks-mixed | axis forgotten, reshape to the rescue | like: view, mask, shift, concatenate
-    q = np.concatenate([low, high], axis=1)
+    q = np.concatenate([low, high]).reshape(len(blocks), 32)
# %% wrong: eight-subtracted | centred as in Q4_0 | like: one view for both, modulo and division
-    return (scale[:, None] * numbers + minimum[:, None]).astype(np.float32)
+    return (scale[:, None] * (numbers - 8) + minimum[:, None]).astype(np.float32)
# %% wrong: eight-and-no-minimum | copied from a page on Q4_0 | like: hstack, and shifts in uint8
-    return q * d.astype(np.float32).reshape(-1, 1) + m.astype(np.float32).reshape(-1, 1)
+    return (q - 8) * d.astype(np.float32).reshape(-1, 1)
# %% wrong: eight-and-no-minimum | minus 8, times d | like: struct, block by block
-        result.append(d * np.r_[packed & 15, packed >> 4] + m)
+        result.append(d * (np.r_[packed & 15, packed >> 4] - 8))

# %% wrong: scale-and-minimum-exchanged | first m, then d
def unpacked_blocks(blocks):
    m = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    d = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
    packed = blocks[:, 4:]
    low = packed & 15
    high = packed >> 4
    q = np.concatenate([low, high], axis=1)
    return d * q + m

# %% wrong: scale-and-minimum-exchanged | m times q | like: struct, block by block
-        d, m, *packed = struct.unpack("<ee16B", block.tobytes())
+        m, d, *packed = struct.unpack("<ee16B", block.tobytes())
# %% wrong: minimum-subtracted | d q minus m | like: view, mask, shift, concatenate
-    return d * q + m
+    return d * q - m
# %% wrong: minimum-subtracted | the minimum is taken off | like: lists, divmod
-        rows.append([d * count + m for count in counts])
+        rows.append([d * count - m for count in counts])
# %% wrong: minimum-missing | only scaled | like: view, mask, shift, concatenate
-    return d * q + m
+    return d * q
# %% wrong: minimum-scaled | brackets | like: view, mask, shift, concatenate
-    return d * q + m
+    return d * (q + m)
# %% wrong: minimum-scaled | first the sum | like: struct, block by block
-        result.append(d * np.r_[packed & 15, packed >> 4] + m)
+        result.append((np.r_[packed & 15, packed >> 4] + m) * d)
# %% wrong: scale-missing | q plus m | like: view, mask, shift, concatenate
-    return d * q + m
+    return q + m
# %% wrong: scale-missing | only the minimum | like: lists, divmod
-        rows.append([d * count + m for count in counts])
+        rows.append([count + m for count in counts])
# %% wrong: divided-by-15 | q from 0 to 1 | like: view, mask, shift, concatenate
-    return d * q + m
+    return d * (q / 15) + m

# %% wrong: computed-in-half | float32 only in the end
def unpacked_blocks(blocks):
    d = blocks[:, :2].copy().view(np.float16)
    m = blocks[:, 2:4].copy().view(np.float16)
    packed = blocks[:, 4:]
    low = packed & 15
    high = packed >> 4
    q = np.concatenate([low, high], axis=1)
    return (d * q + m).astype(np.float32)

# %% wrong: bytes-as-whole-number | uint16, for both | like: first m, then d
-    m = blocks[:, :2].copy().view(np.float16).astype(np.float32)
-    d = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
+    d = blocks[:, :2].copy().view(np.uint16).astype(np.float32)
+    m = blocks[:, 2:4].copy().view(np.uint16).astype(np.float32)
# %% wrong: bytes-as-whole-number | the first byte plus 256 times the second | like: lists, divmod
-        d = float(block[0:2].view(np.float16)[0])
+        d = int(block[0]) + 256 * int(block[1])
# %% wrong: bytes-in-wrong-order | big-endian | like: first m, then d
-    m = blocks[:, :2].copy().view(np.float16).astype(np.float32)
-    d = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
+    d = blocks[:, :2].copy().view(">f2").astype(np.float32)
+    m = blocks[:, 2:4].copy().view(">f2").astype(np.float32)
# %% wrong: bytes-in-wrong-order | struct with > | like: struct, block by block
-        d, m, *packed = struct.unpack("<ee16B", block.tobytes())
+        d, m, *packed = struct.unpack(">ee16B", block.tobytes())
# %% wrong: high-not-shifted | a mask alone | like: view, mask, shift, concatenate
-    high = packed >> 4
+    high = packed & 0xF0
# %% wrong: low-not-cut | the byte itself | like: view, mask, shift, concatenate
-    low = packed & 15
+    low = packed
# %% wrong: bytes-not-skipped | the first sixteen | like: view, mask, shift, concatenate
-    packed = blocks[:, 4:]
+    packed = blocks[:, :16]
# %% wrong: bytes-not-skipped | behind the scale | like: hstack, and shifts in uint8
-    packed = blocks[:, 4:20]
+    packed = blocks[:, 2:18]
# %% wrong: one-scale-for-all | the scale of block 0 | like: struct, block by block
-    result = []
+    result = []
+    d, m = struct.unpack("<ee", blocks[0, :4].tobytes())
-        d, m, *packed = struct.unpack("<ee16B", block.tobytes())
-        packed = np.array(packed)
+        packed = block[4:]
# %% wrong: one-scale-for-all | [0] of both | like: view, mask, shift, concatenate
-    return d * q + m
+    return d[0] * q + m[0]
# %% wrong: one-row | ravel | like: view, mask, shift, concatenate
-    return d * q + m
+    return (d * q + m).ravel()
# %% wrong: one-row | concatenated blocks | like: struct, block by block
-    return np.stack(result)
+    return np.concatenate(result)
# %% wrong: low-halves-alone | sixteen bytes, sixteen numbers | like: view, mask, shift, concatenate
-    return d * q + m
+    return d * low + m

# %% wrong: low-halves-alone | only modulo
def unpacked_blocks(blocks):
    both = blocks[:, :4].copy().view(np.float16).astype(float)
    return both[:, :1] * (blocks[:, 4:] % 16) + both[:, 1:]

# %% wrong: return-missing | computed only | like: view, mask, shift, concatenate
-    return d * q + m
+    d * q + m
# %% wrong: return-in-loop | after the first block | like: two loops and frombuffer
-    return out
+        return out[:1]
# %% wrong: return-in-loop | indented too far | like: struct, block by block
-    return np.stack(result)
+        return np.stack(result)
# %% wrong: mutates-input | shifted in place | like: view, mask, shift, concatenate
-    high = packed >> 4
+    packed >>= 4
+    high = packed
# %% wrong: halves-swapped, minimum-missing | two slips | like: the high half comes first, as one reads
-    return d * q + m
+    return d * q
# %% wrong: halves-interleaved, minimum-subtracted | two slips again | like: two loops and frombuffer
-            out[i, j] = d * (byte & 0x0F) + m
-            out[i, 16 + j] = d * (byte >> 4) + m
+            out[i, 2 * j] = d * (byte & 0x0F) - m
+            out[i, 2 * j + 1] = d * (byte >> 4) - m
# %% unnamed | float16 is left as it is | like: float32 only in the end
-    return (d * q + m).astype(np.float32)
+    return d * q + m
# %% unnamed | whole numbers | like: view, mask, shift, concatenate
-    return d * q + m
+    return (d * q + m).astype(int)
# %% unnamed | modulo 15 | like: one view for both, modulo and division
-    numbers[:, :16] = blocks[:, 4:] % 16
+    numbers[:, :16] = blocks[:, 4:] % 15
# %% unnamed | uint8 minus 8 runs over | like: view, mask, shift, concatenate
-    return d * q + m
+    return d * (q - np.uint8(8))
# %% unnamed | a view of two columns that is four numbers wide (ValueError) | like: view, mask, shift, concatenate
-    return d * q + m
+    return d * q.reshape(len(blocks), 16, 2) + m
# %% unnamed | tables below each other | like: view, mask, shift, concatenate
-    q = np.concatenate([low, high], axis=1)
-    return d * q + m
+    return np.concatenate([d * low + m, d * high + m])
