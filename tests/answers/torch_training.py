"""Answers to `torch_training(...)` as students write them, right and wrong."""

# %% shared | the model of the notebook
class model_of(nn.Module):
    def __init__(self, W):
        super().__init__()
        self.words, self.W_u = (nn.Parameter(torch.tensor(W[name])) for name in ("words", "W_u"))
    def forward(self, tokens):
        X = self.words[tokens]
        kept = 2 * (np.indices(X.shape).sum(axis=0) % 2 == 0) if self.training else 1
        return X * torch.as_tensor(kept) @ self.W_u
# %% right: a helper for the loss
def loss_of(model, tokens):
    logits, tokens = model(torch.tensor(tokens)), torch.tensor(tokens)
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
def torch_training(W, batches, held_out, rate):
    model = model_of(W)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    losses = []
    for tokens in batches:
        loss = loss_of(model, tokens)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        return losses, loss_of(model, held_out).item()
# %% right: words on axis 1 | like: a helper for the loss
-    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
+    return F.cross_entropy(logits.mT[..., :-1], tokens[:, 1:])
# %% right: log_softmax, which does no harm | like: a helper for the loss
-    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
+    return nn.CrossEntropyLoss()(logits.log_softmax(-1).permute(0, 2, 1)[..., :-1], tokens[:, 1:])
# %% right: softmax, log and nll_loss | like: a helper for the loss
-    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
+    return F.nll_loss(logits.softmax(dim=2).log()[:, :-1].permute(0, 2, 1), tokens[:, 1:])
# %% right: back and forth between the modes | like: a helper for the loss
-        loss = loss_of(model, tokens)
+        loss_of(model.eval(), held_out)
+        loss = loss_of(model.train(), tokens)
# %% right: AdamW that does not shrink anything | like: a helper for the loss
-    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
+    optimizer = torch.optim.AdamW([model.words, model.W_u], rate, weight_decay=0)
# %% right: held_out as the last batch, tensors come back
def torch_training(W, batches, held_out, rate):
    model, losses = model_of(W), []
    adam = torch.optim.Adam(model.parameters(), lr=rate)
    for tokens in map(torch.from_numpy, [*batches, held_out]):
        model.train(mode=len(losses) < len(batches))
        chances = model(tokens[:, :-1]).softmax(dim=-1)
        losses.append(-chances.gather(2, tokens[:, 1:, None]).log().mean())
        losses[-1].backward(); adam.step(); adam.zero_grad()
    return losses[:-1], losses[-1]
# %% right: inference_mode | like: a helper for the loss
-    with torch.no_grad():
+    with torch.inference_mode():
# %% wrong: zero-grad-forgotten | no zero_grad | like: a helper for the loss
-        optimizer.zero_grad()
# %% wrong: nothing-moves | no step | like: a helper for the loss
-        optimizer.step()
# %% wrong: loss-after-the-step | computed once more | like: a helper for the loss
-        losses.append(loss.item())
+        losses.append(loss_of(model, tokens).item())
# %% wrong: not-shifted | every place with its own token | like: a helper for the loss
-    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
+    return F.cross_entropy(logits.flatten(0, 1), tokens.flatten())
# %% wrong: softmax-before-the-loss | hands over chances | like: a helper for the loss
-    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
+    return F.cross_entropy(logits[:, :-1].flatten(0, 1).softmax(dim=-1), tokens[:, 1:].flatten())
# %% wrong: judged-with-dropout | no eval | like: a helper for the loss
-    model.eval()
# %% wrong: sgd-not-adam | as in lesson 9 | like: a helper for the loss
-    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
+    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
# %% wrong: optimizer-in-the-loop | inside the loop | like: a helper for the loss
-        optimizer.zero_grad()
+        optimizer = torch.optim.Adam(model.parameters(), lr=rate)
+        optimizer.zero_grad()
# %% unnamed | the token before | like: a helper for the loss
-    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
+    return F.cross_entropy(logits[:, 1:].flatten(0, 1), tokens[:, :-1].flatten())
# %% unnamed | never back in training mode | like: a helper for the loss
-        loss = loss_of(model, tokens)
+        loss = loss_of(model.eval(), tokens)
# %% unnamed | axes not moved (RuntimeError) | like: a helper for the loss
-    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
+    return F.cross_entropy(logits[:, :-1], tokens[:, 1:])
