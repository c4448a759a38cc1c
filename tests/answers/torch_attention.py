"""Answers to `torch_attention(...)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: float64 module, weights as parameters
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    d_model = X.shape[-1]
    mha = nn.MultiheadAttention(d_model, num_heads, bias=False, batch_first=True)
    packed = np.concatenate([W_q.T, W_k.T, W_v.T], axis=0)
    mha.in_proj_weight = nn.Parameter(torch.tensor(packed))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
    x = torch.tensor(X)
    mask = None if visible is None else torch.tensor(~visible)
    with torch.no_grad():
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% right: everything in float32, biases left at zero, a batch of one
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    mha = nn.MultiheadAttention(X.shape[1], num_heads, batch_first=True)
    mha.eval()
    with torch.no_grad():
        W = torch.from_numpy(np.hstack([W_q, W_k, W_v]).T.astype(np.float32))
        mha.in_proj_weight.copy_(W)
        mha.out_proj.weight.copy_(torch.from_numpy(W_o.T.astype(np.float32)))
        mha.in_proj_bias.zero_()
        mha.out_proj.bias.zero_()
        x = torch.from_numpy(X.astype(np.float32)).unsqueeze(0)
        attn_mask = None
        if visible is not None:
            attn_mask = torch.from_numpy(np.logical_not(visible))
        out, weights = mha(x, x, x, attn_mask=attn_mask, average_attn_weights=False)
    return out.squeeze(0).numpy(), weights.squeeze(0).numpy()

# %% right: batch axis in the middle, tensors detached at the end
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    n, d_model = X.shape
    mha = nn.MultiheadAttention(d_model, num_heads, bias=False).double()
    with torch.no_grad():
        for i, W in enumerate([W_q, W_k, W_v]):
            mha.in_proj_weight[i * d_model : (i + 1) * d_model] = torch.tensor(W).T
        mha.out_proj.weight[:] = torch.tensor(W_o).T
    x = torch.tensor(X, dtype=torch.float64)[:, None, :]
    mask = torch.zeros(n, n, dtype=torch.bool)
    if visible is not None:
        mask = ~torch.as_tensor(visible)
    output, weights = mha(x, x, x, need_weights=True, attn_mask=mask, average_attn_weights=False)
    return output[:, 0].detach().numpy(), weights[0].detach().numpy()

# %% right: load_state_dict, an additive mask
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X, dtype=torch.float32)
    q, k, v, o = (torch.tensor(W, dtype=torch.float32) for W in (W_q, W_k, W_v, W_o))
    mha = nn.MultiheadAttention(x.shape[-1], num_heads, bias=False)
    mha.load_state_dict({"in_proj_weight": torch.cat([q.T, k.T, v.T]), "out_proj.weight": o.T})
    mask = None
    if visible is not None:
        mask = torch.zeros(visible.shape).masked_fill(torch.tensor(~visible), -torch.inf)
    output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.detach().numpy(), weights.detach().numpy()

# %% right: the functional form, three weights of their own
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    t = lambda a: torch.from_numpy(np.ascontiguousarray(a))
    x = t(X).unsqueeze(1)
    output, weights = F.multi_head_attention_forward(
        x,
        x,
        x,
        X.shape[1],
        num_heads,
        None,
        None,
        None,
        None,
        False,
        0.0,
        t(W_o.T),
        None,
        training=False,
        attn_mask=None if visible is None else t(~visible),
        use_separate_proj_weight=True,
        q_proj_weight=t(W_q.T),
        k_proj_weight=t(W_k.T),
        v_proj_weight=t(W_v.T),
        average_attn_weights=False,
    )
    return output.squeeze(1).numpy(), weights.squeeze(0).numpy()

# %% right: -1e9 in the mask, a list of two
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    X = torch.tensor(X).double()
    layer = nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=torch.float64)
    layer.in_proj_weight.data = torch.tensor(np.vstack([W_q.T, W_k.T, W_v.T])).double()
    layer.out_proj.weight.data = torch.tensor(W_o).double().T
    if visible is None:
        visible = np.ones((len(X), len(X)), dtype=bool)
    mask = torch.tensor(np.where(visible, 0.0, -1e9))
    output, weights = layer(X, X, X, attn_mask=mask, average_attn_weights=False)
    return [output.detach().numpy(), weights.detach().numpy()]

# %% right: a class around the module, an object that can be called
class Wrapped:
    def build(self, W_q, W_k, W_v, W_o, num_heads):
        d_model = W_q.shape[0]
        dtype = torch.from_numpy(W_q).dtype
        mha = nn.MultiheadAttention(d_model, num_heads, bias=False, dtype=dtype)
        state = mha.state_dict()
        state["in_proj_weight"][:d_model] = torch.tensor(W_q).mT
        state["in_proj_weight"][d_model : 2 * d_model] = torch.tensor(W_k).mT
        state["in_proj_weight"][2 * d_model :] = torch.tensor(W_v).mT
        state["out_proj.weight"][:] = torch.tensor(W_o).mT
        return mha.requires_grad_(False)

    def __call__(self, X, W_q, W_k, W_v, W_o, num_heads, visible=None):
        mha = self.build(W_q, W_k, W_v, W_o, num_heads)
        x = torch.tensor(X)
        options = {"average_attn_weights": False}
        if visible is not None:
            options["attn_mask"] = torch.tensor(visible) == 0
        print("heads:", mha.num_heads, "of width", mha.head_dim)
        output, weights = mha(x, x, x, **options)
        return output.numpy(), weights.numpy()


torch_attention = Wrapped()

# %% right: the same mask for every head, three axes
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    n, d_model = X.shape
    mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        parts = mha.in_proj_weight.split(d_model)
        for part, W in zip(parts, (W_q, W_k, W_v)):
            part.copy_(torch.tensor(W).t())
        mha.out_proj.weight.copy_(torch.tensor(W_o).t())
        x = torch.tensor(X, dtype=torch.float64).reshape(1, n, d_model)
        mask = None
        if visible is not None:
            mask = torch.tensor(~visible).expand(num_heads, n, n)
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output[0].numpy(), weights[0].numpy()

# %% right: tensors come back, with their gradient
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.as_tensor(X)
    mha = nn.MultiheadAttention(x.size(-1), num_heads, bias=False).to(x.dtype)
    mha.in_proj_weight = nn.Parameter(torch.cat([torch.as_tensor(W).T for W in (W_q, W_k, W_v)]))
    mha.out_proj.weight = nn.Parameter(torch.as_tensor(W_o).T)
    mask = ~torch.as_tensor(visible) if visible is not None else None
    return mha(x, x, x, attn_mask=mask, average_attn_weights=False)

# %% right: projected by hand, unit matrices in the module
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    Q, K, V = (torch.tensor(X @ W, dtype=torch.float64) for W in (W_q, W_k, W_v))
    d_model = X.shape[1]
    mha = nn.MultiheadAttention(d_model, num_heads, bias=False, dtype=torch.float64)
    with torch.no_grad():
        mha.in_proj_weight.copy_(torch.eye(d_model).repeat(3, 1))
        mha.out_proj.weight.copy_(torch.eye(d_model))
        mask = None if visible is None else torch.tensor(np.invert(visible))
        output, weights = mha(Q, K, V, attn_mask=mask, average_attn_weights=False)
    return output.numpy() @ W_o, weights.numpy()

# %% right: not through the module at all: NumPy and loops over heads
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    n, d_model = X.shape
    d_head = d_model // num_heads
    if visible is None:
        visible = np.full((n, n), True)
    merged, all_weights = [], []
    for h in range(num_heads):
        part = slice(h * d_head, (h + 1) * d_head)
        scores = (X @ W_q[:, part]) @ (X @ W_k[:, part]).T / np.sqrt(d_head)
        scores = np.where(visible, scores, -np.inf)
        w = np.exp(scores - scores.max(axis=1, keepdims=True))
        w /= w.sum(axis=1, keepdims=True)
        all_weights.append(w)
        merged.append(w @ (X @ W_v[:, part]))
    return np.concatenate(merged, axis=1) @ W_o, np.stack(all_weights)

# %% right: F.scaled_dot_product_attention, which gives the weights for unit values
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X)
    n, d_model = x.shape
    heads = lambda W: (x @ torch.tensor(W)).reshape(n, num_heads, -1).transpose(0, 1)
    mask = None if visible is None else torch.tensor(visible)
    q, k, v = heads(W_q), heads(W_k), heads(W_v)
    unit = torch.eye(n, dtype=x.dtype).expand(num_heads, n, n)
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    weights = F.scaled_dot_product_attention(q, k, unit, attn_mask=mask)
    out = out.transpose(0, 1).reshape(n, d_model) @ torch.tensor(W_o)
    return out.numpy(), weights.numpy()

# %% right: need_weights twice, once for the output and once for the weights
@torch.no_grad()
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x, q, k, v, o = (torch.tensor(a).double() for a in (X, W_q, W_k, W_v, W_o))
    mha = nn.MultiheadAttention(x.shape[1], num_heads, bias=False, batch_first=True).double()
    mha.eval()
    nn.utils.vector_to_parameters(
        torch.cat([torch.cat([q, k, v], dim=1).T.ravel(), o.T.ravel()]), mha.parameters()
    )
    mask = None
    if visible is not None:
        mask = torch.tensor([[not seen for seen in row] for row in visible])
    output, none = mha(x[None], x[None], x[None], attn_mask=mask, need_weights=False)
    assert none is None
    weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)[1]
    return output[0].numpy(), weights.numpy()

# %% wrong: in-proj-not-transposed | stacked as they are
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False, batch_first=True)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q, W_k, W_v])))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
    x = torch.tensor(X)
    mask = None if visible is None else torch.tensor(~visible)
    with torch.no_grad():
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% wrong: in-proj-not-transposed | slices filled, float32
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    n, d = X.shape
    mha = nn.MultiheadAttention(d, num_heads)
    x = torch.tensor(X, dtype=torch.float32)
    with torch.no_grad():
        mha.in_proj_weight[:d] = torch.tensor(W_q)
        mha.in_proj_weight[d : 2 * d] = torch.tensor(W_k)
        mha.in_proj_weight[2 * d :] = torch.tensor(W_v)
        mha.out_proj.weight[:] = torch.tensor(W_o.T)
        mask = torch.tensor(~visible) if visible is not None else None
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% wrong: in-proj-order | values before keys | like: stacked as they are
-    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q, W_k, W_v])))
+    mha.in_proj_weight = nn.Parameter(torch.tensor(np.vstack([W_q.T, W_v.T, W_k.T])))

# %% wrong: in-proj-order | values first
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    t = torch.tensor
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False).double()
    with torch.no_grad():
        mha.in_proj_weight.copy_(torch.cat([t(W_v).T, t(W_k).T, t(W_q).T]))
        mha.out_proj.weight.copy_(t(W_o).T)
        x = t(X).double()
        mask = None
        if visible is not None:
            mask = t(visible).logical_not()
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% wrong: q-k-swapped | keys before queries | like: stacked as they are
-    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q, W_k, W_v])))
+    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_k.T, W_q.T, W_v.T])))
# %% wrong: in-proj-interleaved | stacked along the wrong axis | like: float64 module, weights as parameters
-    d_model = X.shape[-1]
+    n, d_model = X.shape
-    packed = np.concatenate([W_q.T, W_k.T, W_v.T], axis=0)
+    packed = np.stack([W_q.T, W_k.T, W_v.T], axis=1).reshape(3 * d_model, d_model)

# %% wrong: in-proj-by-head | q, k and v of the first head, then of the second
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    n, d_model = X.shape
    mha = nn.MultiheadAttention(d_model, num_heads, bias=False, dtype=torch.float64)
    heads = [W.T.reshape(num_heads, -1, d_model) for W in (W_q, W_k, W_v)]
    packed = np.concatenate(heads, axis=1).reshape(3 * d_model, d_model)
    with torch.no_grad():
        mha.in_proj_weight.copy_(torch.from_numpy(packed))
        mha.out_proj.weight.copy_(torch.from_numpy(W_o).T)
        x = torch.from_numpy(X).double()
        mask = None if visible is None else torch.from_numpy(~visible)
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% wrong: batch-first-mixup | a batch axis in front of a module that wants it second
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
    x = torch.tensor(X).unsqueeze(0)
    mask = None if visible is None else torch.tensor(~visible)
    with torch.no_grad():
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output[0].numpy(), weights[0].numpy()

# %% wrong: output-projection-missing | the output goes through a unit matrix
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X)
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False, batch_first=True)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])))
    mha.out_proj.weight = nn.Parameter(torch.eye(X.shape[1], dtype=x.dtype))
    mask = None if visible is None else torch.tensor(~visible)
    with torch.no_grad():
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% wrong: mask-missing | visible is never used
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False, batch_first=True)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
    x = torch.tensor(X)
    with torch.no_grad():
        output, weights = mha(x, x, x, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% wrong: mask-transposed | keys on the rows | like: stacked as they are
-    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q, W_k, W_v])))
+    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])))
-    mask = None if visible is None else torch.tensor(~visible)
+    mask = None if visible is None else torch.tensor(~visible.T)
# %% wrong: mask-hides-diagonal | nobody attends to itself | like: keys on the rows
-    mask = None if visible is None else torch.tensor(~visible.T)
+    mask = None
+    if visible is not None:
+        mask = torch.tensor(~visible).fill_diagonal_(True)

# %% wrong: mask-after-softmax | hidden weights set to zero afterwards
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X)
    n, d_model = x.shape
    q, k, v = (
        (x @ torch.tensor(W)).view(n, num_heads, -1).transpose(0, 1) for W in (W_q, W_k, W_v)
    )
    weights = torch.softmax(q @ k.mT / (d_model // num_heads) ** 0.5, dim=-1)
    if visible is not None:
        weights = weights * torch.tensor(visible)
    merged = (weights @ v).transpose(0, 1).reshape(n, d_model)
    return (merged @ torch.tensor(W_o)).numpy(), weights.numpy()

# %% wrong: visible-ignored | a causal mask, whatever was asked
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    n, d_model = X.shape
    mha = nn.MultiheadAttention(d_model, num_heads, bias=False, batch_first=True)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
    x = torch.tensor(X)
    mask = None
    if visible is not None:
        mask = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
    with torch.no_grad():
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% wrong: scale-by-d_k | queries divided by the root, which the module does as well
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    d_model = X.shape[1]
    W_q = W_q / np.sqrt(d_model // num_heads)
    x = torch.tensor(X, dtype=torch.float64)
    mha = nn.MultiheadAttention(d_model, num_heads, bias=False).double()
    with torch.no_grad():
        mha.in_proj_weight.copy_(torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])))
        mha.out_proj.weight.copy_(torch.tensor(W_o.T))
        mask = None if visible is None else torch.tensor(~visible)
        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.numpy(), weights.numpy()

# %% wrong: returned-in-wrong-order | weights first | like: stacked as they are
-    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q, W_k, W_v])))
+    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])))
-        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
+        weights, output = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
# %% wrong: in-proj-not-transposed, output-projection-transposed | all four as they are | like: stacked as they are
-    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
+    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o))
# %% wrong: averaged-weights, mha-mask-polarity | two slips at once | like: keys on the rows
-    mask = None if visible is None else torch.tensor(~visible.T)
+    mask = None if visible is None else torch.tensor(visible)
-        output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
+        output, weights = mha(x, x, x, attn_mask=mask)

# %% wrong: in-proj-not-transposed, averaged-weights | two slips at once
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    mha = nn.MultiheadAttention(X.shape[1], num_heads, batch_first=True).double()
    x = torch.tensor(X).double()
    with torch.no_grad():
        mha.in_proj_weight.copy_(torch.cat([torch.tensor(W) for W in (W_q, W_k, W_v)]))
        mha.out_proj.weight.copy_(torch.tensor(W_o).T)
        mask = None if visible is None else torch.tensor(~visible)
        output, weights = mha(x, x, x, attn_mask=mask)
    return output.numpy(), weights.numpy()

# %% wrong: in-proj-order, output-projection-transposed | two slips at once | like: all four as they are
-    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W_q, W_k, W_v])))
+    mha.in_proj_weight = nn.Parameter(torch.tensor(np.vstack([W_v.T, W_q.T, W_k.T])))
# %% wrong: in-proj-not-transposed, in-proj-interleaved | reshape until the shape is right | like: float64 module, weights as parameters
-    d_model = X.shape[-1]
+    d_model = X.shape[1]
-    packed = np.concatenate([W_q.T, W_k.T, W_v.T], axis=0)
+    packed = np.hstack([W_q, W_k, W_v]).reshape(3 * d_model, d_model)

# %% wrong: averaged-weights, mask-missing | two slips at once
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X)
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.hstack([W_q, W_k, W_v]).T))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
    output, weights = mha(x, x, x)
    return output.detach().numpy(), weights.detach().numpy()

# %% wrong: averaged-weights, batch-first-mixup | two slips at once
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X)[None]
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.hstack([W_q, W_k, W_v]).T))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
    mask = None if visible is None else torch.tensor(~visible)
    output, weights = mha(x, x, x, attn_mask=mask)
    return output[0].detach().numpy(), weights[0].detach().numpy()

# %% wrong: output-projection-missing, mask-transposed | two slips at once
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X)
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.hstack([W_q, W_k, W_v]).T))
    mha.out_proj.weight = nn.Parameter(torch.eye(X.shape[1], dtype=x.dtype))
    mask = None if visible is None else torch.tensor(~visible).T
    output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.detach().numpy(), weights.detach().numpy()

# %% wrong: output-projection-transposed, mha-mask-polarity | two slips at once
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X)
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.hstack([W_q, W_k, W_v]).T))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o))
    mask = None if visible is None else torch.tensor(visible)
    output, weights = mha(x, x, x, attn_mask=mask, average_attn_weights=False)
    return output.detach().numpy(), weights.detach().numpy()

# %% wrong: returned-in-wrong-order, averaged-weights | two slips at once
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.tensor(X)
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False)
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.hstack([W_q, W_k, W_v]).T))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T))
    mask = None if visible is None else torch.tensor(~visible)
    output, weights = mha(x, x, x, attn_mask=mask)
    return weights.detach().numpy(), output.detach().numpy()

# %% wrong: in-proj-one-twice | copied, and one letter left | like: float64 module, weights as parameters
-    packed = np.concatenate([W_q.T, W_k.T, W_v.T], axis=0)
+    packed = np.concatenate([W_q.T, W_v.T, W_v.T], axis=0)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: copy_ under no_grad, with a batch axis
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    x = torch.tensor(X)
    mha = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, batch_first=True, dtype=x.dtype)
    mask = None if visible is None else torch.tensor(~visible)
    with torch.no_grad():
        mha.in_proj_weight.copy_(torch.tensor(np.hstack([W_q, W_k, W_v]).T))
        mha.out_proj.weight.copy_(torch.tensor(W_o.T))
        out, w = mha(x[None], x[None], x[None], attn_mask=mask, average_attn_weights=False)
    return out[0].numpy(), w.squeeze(0).numpy()

# %% right: always float64, an additive mask
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    t = lambda A: torch.tensor(np.asarray(A, dtype=np.float64))
    net = torch.nn.MultiheadAttention(X.shape[-1], num_heads, bias=False).double()
    net.load_state_dict({
        "in_proj_weight": torch.cat([t(W_q).T, t(W_k).T, t(W_v).T]),
        "out_proj.weight": t(W_o).T,
    })
    if visible is not None:
        visible = t(np.where(visible, 0.0, -np.inf))
    tokens = t(X)
    result = net(tokens, tokens, tokens, attn_mask=visible, average_attn_weights=False)
    return tuple(r.detach().numpy() for r in result)

# %% right: with bias, new parameters, eval
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    from torch import nn
    x = torch.from_numpy(X.copy())
    mha = nn.MultiheadAttention(embed_dim=X.shape[1], num_heads=num_heads).to(x.dtype).eval()
    mha.in_proj_weight = nn.Parameter(torch.tensor(np.concatenate([W.T for W in (W_q, W_k, W_v)])))
    mha.out_proj.weight = nn.Parameter(torch.tensor(W_o.T.copy()))
    kwargs = {"average_attn_weights": False}
    if visible is not None:
        kwargs["attn_mask"] = torch.tensor(np.logical_not(visible))
    with torch.inference_mode():
        out, weights = mha(x, x, x, **kwargs)
    return out.numpy(), weights.numpy()

# %% wrong: output-projection-transposed | W_o as it is
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    x = torch.tensor(X)
    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
    m.load_state_dict({"in_proj_weight": torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])),
                       "out_proj.weight": torch.tensor(W_o)})
    mask = None if visible is None else torch.tensor(~visible)
    with torch.no_grad():
        out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
    return out.numpy(), w.numpy()

# %% wrong: mha-mask-polarity | visible as it is | like: W_o as it is
-                       "out_proj.weight": torch.tensor(W_o)})
-    mask = None if visible is None else torch.tensor(~visible)
+                       "out_proj.weight": torch.tensor(W_o.T)})
+    mask = torch.tensor(visible) if visible is not None else None
# %% unnamed | strict=False hides a wrong name | like: W_o as it is
-                       "out_proj.weight": torch.tensor(W_o)})
+                       "out_proj_weight": torch.tensor(W_o.T)}, strict=False)

# %% unnamed | tokens for sequences, spread out until the shapes fit
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    x = torch.tensor(X).unsqueeze(0)
    n = X.shape[0]
    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
    m.load_state_dict({"in_proj_weight": torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])),
                       "out_proj.weight": torch.tensor(W_o.T)})
    with torch.no_grad():
        out, w = m(x, x, x, average_attn_weights=False)
    return out[0].numpy(), w.squeeze(-1).permute(1, 0, 2).expand(num_heads, n, n).numpy()

# %% wrong: batch-axis-kept | [None], and never off again | like: W_o as it is
-    x = torch.tensor(X)
-    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
+    x = torch.tensor(X)[None]
+    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, batch_first=True, dtype=x.dtype)
-                       "out_proj.weight": torch.tensor(W_o)})
+                       "out_proj.weight": torch.tensor(W_o.T)})
# %% wrong: averaged-weights | the mean, repeated | like: W_o as it is
-                       "out_proj.weight": torch.tensor(W_o)})
+                       "out_proj.weight": torch.tensor(W_o.T)})
-        out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
-    return out.numpy(), w.numpy()
+        out, w = m(x, x, x, attn_mask=mask)
+    return out.numpy(), np.repeat(w.numpy()[None], num_heads, axis=0)

# %% wrong: causal-by-default | causal where nothing is given
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    x = torch.tensor(X)
    n = X.shape[0]
    if visible is None:
        visible = np.tril(np.ones((n, n), dtype=bool))
    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
    m.load_state_dict({"in_proj_weight": torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])),
                       "out_proj.weight": torch.tensor(W_o.T)})
    with torch.no_grad():
        out, w = m(x, x, x, attn_mask=torch.tensor(~visible), average_attn_weights=False)
    return out.numpy(), w.numpy()

# %% wrong: mask-added-as-0-1 | 1 - visible, in the dtype of the tokens | like: visible as it is
-    x = torch.tensor(X)
+    x = torch.tensor(X)
+    mask = None if visible is None else torch.tensor(1 - visible, dtype=x.dtype)
-    mask = torch.tensor(visible) if visible is not None else None
# %% unnamed | projected before the module projects | like: [None], and never off again
-    x = torch.tensor(X)[None]
-    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, batch_first=True, dtype=x.dtype)
+    q, k, v = torch.tensor(X @ W_q), torch.tensor(X @ W_k), torch.tensor(X @ W_v)
+    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=q.dtype)
-        out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
+        out, w = m(q, k, v, attn_mask=mask, average_attn_weights=False)
# %% right: the output is a tensor | like: W_o as it is
-                       "out_proj.weight": torch.tensor(W_o)})
+                       "out_proj.weight": torch.tensor(W_o.T)})
-    return out.numpy(), w.numpy()
+    return out, w.numpy()

# %% wrong: mutates-input | logical_not_ on from_numpy
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    x = torch.tensor(X)
    mask = None
    if visible is not None:
        mask = torch.from_numpy(visible).logical_not_()
    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
    m.load_state_dict({"in_proj_weight": torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])),
                       "out_proj.weight": torch.tensor(W_o.T)})
    with torch.no_grad():
        out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
    return out.numpy(), w.numpy()

# %% unnamed | dropout of 0.1, and the weights first | like: the output is a tensor
-    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
+    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, dropout=0.1, bias=False, dtype=x.dtype)
-    return out, w.numpy()
+    return w.numpy(), out.numpy()
# %% unnamed | dropout of 0.5 | like: W_o as it is
-    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
+    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, 0.5, False, dtype=x.dtype)
-                       "out_proj.weight": torch.tensor(W_o)})
+                       "out_proj.weight": torch.tensor(W_o.T)})
# %% wrong: weights-not-returned | need_weights=False | like: the mean, repeated
-        out, w = m(x, x, x, attn_mask=mask)
-    return out.numpy(), np.repeat(w.numpy()[None], num_heads, axis=0)
+        out, w = m(x, x, x, attn_mask=mask, need_weights=False)
+    return out.numpy(), w if w is None else w.numpy()
# %% unnamed | the mask is used only if the first query sees everything | like: logical_not_ on from_numpy
-    if visible is not None:
-        mask = torch.from_numpy(visible).logical_not_()
+    if visible is not None and visible[0].all():
+        mask = torch.tensor(~visible)

# %% unnamed | the parameters reset at the end
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    x = torch.tensor(X)
    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
    W = torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T]))
    m.in_proj_weight.data = W
    m.out_proj.weight.data = torch.tensor(W_o.T)
    m._reset_parameters()
    mask = None if visible is None else torch.tensor(~visible)
    with torch.no_grad():
        out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
    return out.numpy(), w.numpy()

# %% unnamed | neither no_grad nor detach (RuntimeError) | like: W_o as it is
-                       "out_proj.weight": torch.tensor(W_o)})
+                       "out_proj.weight": torch.tensor(W_o.T)})
-    with torch.no_grad():
-        out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
+    out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
# %% wrong: module-in-float32 | a float32 module (RuntimeError) | like: dropout of 0.5
-    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, 0.5, False, dtype=x.dtype)
+    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False)
# %% wrong: module-in-float64 | always float64, the tokens as they are (RuntimeError) | like: [None], and never off again
-    x = torch.tensor(X)[None]
-    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, batch_first=True, dtype=x.dtype)
+    x = torch.from_numpy(X)
+    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=torch.float64)
# %% wrong: none-not-handled | ~visible (TypeError) | like: causal where nothing is given
-    n = X.shape[0]
-    if visible is None:
-        visible = np.tril(np.ones((n, n), dtype=bool))
# %% unnamed | X.dtype for the module (TypeError) | like: [None], and never off again
-    x = torch.tensor(X)[None]
-    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, batch_first=True, dtype=x.dtype)
+    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=X.dtype)
-                       "out_proj.weight": torch.tensor(W_o.T)})
+                       "out_proj.weight": torch.tensor(W_o.T)})
+    x = torch.tensor(X)
# %% unnamed | a tensor where a parameter belongs (TypeError) | like: W_o as it is
-    m.load_state_dict({"in_proj_weight": torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T])),
-                       "out_proj.weight": torch.tensor(W_o)})
+    m.in_proj_weight = torch.tensor(np.concatenate([W_q.T, W_k.T, W_v.T]))
+    m.out_proj.weight = torch.tensor(W_o.T)
# %% unnamed | bias=False forgotten (RuntimeError) | like: dropout of 0.5
-    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, 0.5, False, dtype=x.dtype)
+    m = torch.nn.MultiheadAttention(X.shape[1], num_heads, dtype=x.dtype)
# %% unnamed | the mask stays an array (TypeError) | like: visible as it is
-    mask = torch.tensor(visible) if visible is not None else None
+    mask = None if visible is None else ~visible

# %% unnamed | written into a parameter outside no_grad (RuntimeError)
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch
    x = torch.tensor(X)
    d = X.shape[1]
    m = torch.nn.MultiheadAttention(d, num_heads, bias=False, dtype=x.dtype)
    for b, W in enumerate((W_q, W_k, W_v)):
        m.in_proj_weight[b * d:(b + 1) * d] = torch.tensor(W.T)
    m.out_proj.weight[:] = torch.tensor(W_o.T)
    mask = None if visible is None else torch.tensor(~visible)
    with torch.no_grad():
        out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
    return out.numpy(), w.numpy()

# %% unnamed | one argument for three (TypeError) | like: neither no_grad nor detach (RuntimeError)
-    out, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
+    with torch.no_grad():
+        out, w = m(x, attn_mask=mask, average_attn_weights=False)

# %% not blind | by people who knew the catalogue

# %% wrong: diagonal-opened | the diagonal always open, so that no row is nan
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    x = torch.from_numpy(X)
    mha = nn.MultiheadAttention(X.shape[1], num_heads, bias=False, dtype=x.dtype)
    blocked = None
    if visible is not None:
        blocked = torch.from_numpy(~visible).fill_diagonal_(False)
    with torch.no_grad():
        mha.in_proj_weight.copy_(torch.from_numpy(np.vstack([W_q.T, W_k.T, W_v.T])))
        mha.out_proj.weight.copy_(torch.from_numpy(W_o.T))
        y, w = mha(x, x, x, attn_mask=blocked, average_attn_weights=False)
    return y.numpy(), w.numpy()

# %% wrong: in-proj-partly-transposed | .T binds tighter than the list | like: float64 module, weights as parameters
-    packed = np.concatenate([W_q.T, W_k.T, W_v.T], axis=0)
+    packed = np.concatenate([W_q, W_k, W_v.T], axis=0)
# %% wrong: causal-besides | the mask of the lesson added to the one that was asked for | like: float64 module, weights as parameters
-    mask = None if visible is None else torch.tensor(~visible)
+    future = torch.ones(len(X), len(X), dtype=torch.bool).triu(1)
+    mask = None if visible is None else torch.tensor(~visible) | future

# %% blind

# %% wrong: causal-by-default | thought that without visible attention is causal, and built a triangle where everything may be seen
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    import torch

    n, d_model = X.shape
    if visible is None:
        visible = np.tri(n, dtype=bool)
    tokens = torch.tensor(X)
    module = torch.nn.MultiheadAttention(d_model, num_heads, bias=False, dtype=tokens.dtype)
    packed = np.concatenate([W_q.T, W_k.T, W_v.T])
    module.load_state_dict(
        {"in_proj_weight": torch.tensor(packed), "out_proj.weight": torch.tensor(W_o.T)}
    )
    with torch.no_grad():
        output, weights = module(
            tokens, tokens, tokens, attn_mask=torch.tensor(~visible), average_attn_weights=False
        )
    return output.numpy(), weights.numpy()
