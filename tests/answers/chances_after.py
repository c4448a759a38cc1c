"""Answers to `chances_after(weights, config, tokens)` as students write them, right and wrong."""

# %% right: real numbers, one layer after the other
def chances_after(weights, config, tokens):
    W = {name.removeprefix("model.").removesuffix(".weight"): w for name, w in weights.items()}
    h, g = config["num_attention_heads"], config["num_key_value_heads"]
    X = W["embed_tokens"][tokens]
    n = len(X)

    def norm(X, gain):
        return X / np.sqrt((X * X).mean(-1, keepdims=True) + config["rms_norm_eps"]) * gain

    def rotate(H):
        half = H.shape[-1] // 2
        a = np.arange(n)[:, None] / config["rope_theta"] ** (np.arange(half) / half)
        A, B = H[..., :half], H[..., half:]
        return np.concatenate([A * np.cos(a) - B * np.sin(a), A * np.sin(a) + B * np.cos(a)], -1)

    layers = sum(name.endswith("q_proj") for name in W)
    for i in range(layers):
        w = {name.split(".")[-1]: W[name] for name in W if name.startswith(f"layers.{i}.")}
        N = norm(X, w["input_layernorm"])
        Q, K, V = (
            (N @ w[f"{x}_proj"].T).reshape(n, count, -1).transpose(1, 0, 2)
            for x, count in (("q", h), ("k", g), ("v", g))
        )
        Q, K, V = rotate(Q), rotate(K).repeat(h // g, 0), V.repeat(h // g, 0)
        S = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
        S = np.exp(np.where(np.tri(n) == 1, S - S.max(-1, keepdims=True), -np.inf))
        A = (S / S.sum(-1, keepdims=True)) @ V
        X = X + A.transpose(1, 0, 2).reshape(n, -1) @ w["o_proj"].T
        N = norm(X, w["post_attention_layernorm"])
        G = N @ w["gate_proj"].T
        X = X + (G / (1 + np.exp(-G)) * (N @ w["up_proj"].T)) @ w["down_proj"].T
    logits = norm(X[-1], W["norm"]) @ W.get("lm_head", W["embed_tokens"]).T
    e = np.exp(logits - logits.max())
    return e / e.sum()

# %% right: grouped heads without copies | like: real numbers, one layer after the other
-        Q, K, V = rotate(Q), rotate(K).repeat(h // g, 0), V.repeat(h // g, 0)
+        Q, K, V = rotate(Q).reshape(g, -1, n, Q.shape[-1]), rotate(K)[:, None], V[:, None]
-        S = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
+        S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
-        A = (S / S.sum(-1, keepdims=True)) @ V
+        A = ((S / S.sum(-1, keepdims=True)) @ V).reshape(h, n, -1)
# %% unnamed | neighbouring columns are turned | like: real numbers, one layer after the other
-        A, B = H[..., :half], H[..., half:]
-        return np.concatenate([A * np.cos(a) - B * np.sin(a), A * np.sin(a) + B * np.cos(a)], -1)
+        A, B = H[..., 0::2], H[..., 1::2]
+        pairs = [A * np.cos(a) - B * np.sin(a), A * np.sin(a) + B * np.cos(a)]
+        return np.stack(pairs, -1).reshape(H.shape)
# %% unnamed | layers in alphabetical order | like: real numbers, one layer after the other
-    for i in range(layers):
+    for i in sorted(range(layers), key=str):
# %% unnamed | heads of keys in the wrong order | like: real numbers, one layer after the other
-        Q, K, V = rotate(Q), rotate(K).repeat(h // g, 0), V.repeat(h // g, 0)
+        Q, K, V = rotate(Q), np.tile(rotate(K), (h // g, 1, 1)), np.tile(V, (h // g, 1, 1))
# %% unnamed | the eps of lesson 8 | like: real numbers, one layer after the other
-        return X / np.sqrt((X * X).mean(-1, keepdims=True) + config["rms_norm_eps"]) * gain
+        return X / np.sqrt((X * X).mean(-1, keepdims=True) + 1e-5) * gain
# %% unnamed | the base of SmolLM2 | like: real numbers, one layer after the other
-        a = np.arange(n)[:, None] / config["rope_theta"] ** (np.arange(half) / half)
+        a = np.arange(n)[:, None] / 100_000 ** (np.arange(half) / half)
# %% unnamed | always tied | like: real numbers, one layer after the other
-    logits = norm(X[-1], W["norm"]) @ W.get("lm_head", W["embed_tokens"]).T
+    logits = norm(X[-1], W["norm"]) @ W["embed_tokens"].T
# %% unnamed | gate and up exchanged | like: real numbers, one layer after the other
-        X = X + (G / (1 + np.exp(-G)) * (N @ w["up_proj"].T)) @ w["down_proj"].T
+        U = N @ w["up_proj"].T
+        X = X + (U / (1 + np.exp(-U)) * G) @ w["down_proj"].T
# %% unnamed | values are turned, too | like: real numbers, one layer after the other
-        Q, K, V = rotate(Q), rotate(K).repeat(h // g, 0), V.repeat(h // g, 0)
+        Q, K, V = rotate(Q), rotate(K).repeat(h // g, 0), rotate(V).repeat(h // g, 0)
# %% unnamed | logits are returned | like: real numbers, one layer after the other
-    return e / e.sum()
+    return logits
