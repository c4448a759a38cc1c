"""What a check makes of an error: the end of its message, its line, and a question on its cause."""

import inspect
import linecache

import numpy as np
import pytest
from bank import TORCH_TASKS

from checks import check
from checks.catalogue import TASKS
from checks.errors import CAUSES, UNKNOWN, cause_of

# Task, body of the function, and the cause of its first error.
RAISING = [
    ("dot_scores", "return keys @ query[:2]", "product"),
    ("dot_scores", "return np.dot(query[None], keys[:, :2])", "product"),
    ("dot_scores", "return np.einsum('d,nk->n', query, keys, axis=1)", "arguments"),
    ("dot_scores", "return keys.dott(query)", "attribute"),
    ("dot_scores", "return np.array([query[i] * keys[i] for i in range(9)])", "index"),
    ("dot_scores", "return np.add(query, keys.T)", "broadcast"),
    ("dot_scores", "return sum(query * key for key in keys) + [1, 2]", "broadcast"),
    ("dot_scores", "keys, query = query\nreturn keys", "unpack"),
    ("cosine_scores", "return keys @ query / norm(keys)", "name"),
    ("cosine_scores", "return keys @ query / np.linalg.norm(keys, axis=2)", "axes"),
    ("cosine_scores", "return keys @ query / np.linalg.norm(keys, axis=0)[:, None] / keys", "broadcast"),
    ("cosine_scores", "return keys @ query / np.linalg.norm(keys, 1, 1, 1, 1)", "arguments"),
    ("cosine_scores", "return float(keys @ query)", "scalar"),
    ("cosine_scores", "if keys @ query > 0:\n    return 1", "truth"),
    ("loud_key", "return winners[4]", "name"),
    ("nearest_key", "return keys[:, :1] @ query", "product"),
    ("nearest_key", "return keys @ query / np.linalg.norm(keys, axis=2)", "axes"),
    ("lookup_on_paper", "return [1 / 5, 4 / 5, 6, 16 / 0]", "zero"),
    ("soft_lookup", "e = np.exp(keys @ query)\nreturn e @ values / e.sum(), weights", "name"),
    ("soft_lookup", "w = keys @ query\nreturn (w / w.sum())(values), w", "callable"),
    ("soft_lookup", "total = total + query\nreturn total, total", "unbound"),
    ("soft_lookup", "w = {'a': keys @ query}\nreturn w['b'], w", "key"),
    ("score_variance", "return np.var(Q @ K[:, :1])", "product"),
    ("score_variance", "return np.vra(Q @ K.T)", "attribute"),
    ("score_variance", "return np.var(Q @ K.T, axis=2)", "axes"),
    ("score_variance", "return 1 / 0", "zero"),
    ("score_variance", "import scippy\nreturn 0", "import"),
    ("predicted_spread", "return math.sqrt(4), 8, 16, 1", "name"),
    ("attention_entropy", "return -sum(weights * np.log(weights), axis=-1)", "arguments"),
    ("attention_entropy", "return weights @ np.log(weights[..., :1] + 1)[..., 0]", "product"),
    ("wrong_snippet", "return snippets['c']", "name"),
    ("padded_attention", "return Q @ K.T, lengths", "product"),
    ("padded_attention", "visible = np.arange(9) < lengths\nreturn Q[visible], K", "broadcast"),
    ("scaled_scores", "return Q @ K[..., :1, :1]", "product"),
    ("scaled_scores", "return Q @ K.transpose(0, 1, 2, 3)", "axes"),
    ("scaled_scores", "b, n, d = Q.shape\nreturn b", "unpack"),
    ("scaled_scores", "return Q * K / 2", "broadcast"),
    ("scaled_scores", "s = np.zeros((2, 2), dtype=int)\ns /= 2.5\nreturn s", "cast"),
    ("scaled_scores", "return Q @ K.T / np.arange(3) ** -1", "negative-power"),
    ("scaled_scores", "return Q @ K.T / np.ones(9)", "broadcast"),
    ("scaled_scores", "return Q.reshape(7, 7)", "reshape"),
    ("wrong_divisor", "return {'a': 1}['d']", "key"),
    ("mean_largest_weight", "return weights.max(axes=-1)", "arguments"),
    ("mean_largest_weight", "n_q, n_k = weights.shape[:1]\nreturn n_q", "unpack"),
    ("slopes_on_paper", "return np.diag(0.5, 0.3, 0.2)", "arguments"),
    ("softmax_jacobian", "return np.diag(weights) - np.outer(weights)", "arguments"),
    ("softmax_jacobian", "return np.fill_diagonal(weights, 1)", "axes"),
    ("softmax_jacobian", "return np.eye(weights)", "scalar"),
    ("softmax_jacobian", "return softmax_jacobian(weights)", "recursion"),
    ("it_afterwards", "return np.array([0.7, 0.2, 0.1]) @ np.ones((2, 3))", "product"),
    ("softmax", "import math\nreturn math.exp(scores)", "scalar"),
    ("softmax", "return np.exp(scores) / np.exp(scores).sum(axis=5)", "axes"),
    ("softmax", "return scores + np.zeros(7)", "broadcast"),
    ("softmax", "scores.flags.writeable = False\nscores -= 1\nreturn scores", "read-only"),
    ("softmax", "e = np.exp(scores)\nreturn e / e.sum(-1, keepdim=True)", "arguments"),
    ("softmax", "raise SystemExit", "exit"),
    ("attention_weights", "return softmax(Q @ K.T)", "name"),
    ("attention_weights", "return np.exp(np.matmul(Q, K[..., :1, :]))", "product"),
    ("attention", "return (Q @ K.T) @ V, (Q @ K)", "product"),
    ("attention", "w = print(Q)\nreturn w @ V, w", "single"),
    ("impossible_row", "return [0, 1, 2][3]", "index"),
    ("batched_attention", "n, d = Q.shape[:1]\nreturn d", "unpack"),
    ("normalised_axis", "return -1 if weights == 1 else -2", "truth"),
    ("normalised_axis", "return weights.sum(axis=-3)", "axes"),
    ("normalised_axis", "assert np.allclose(weights.sum(), 1)", "assertion"),
    ("shares_of_the_visible", "return np.array([0.25, 0.5]) / np.ones(3)", "broadcast"),
    ("causal_visibility", "return np.tril(n, n, n)", "arguments"),
    ("causal_visibility", "return np.ones((n, n / 2))", "whole"),
    ("causal_visibility", "return [[j <= i for j in n] for i in range(n)]", "iterable"),
    ("causal_visibility", "v = np.zeros((n, n))\nv[n, n] = 1\nreturn v", "index"),
    ("masked_softmax", "scores[visible.T] = 0\nreturn scores", "mask"),
    ("masked_softmax", "return np.exp(scores if visible else 0)", "truth"),
    ("masked_softmax", "return np.exp(scores - visible.max(keepdims))", "name"),
    ("masked_softmax", "return scores + -visible", "operands"),
    ("causal_attention", "S = Q @ K.T\nS[np.triu(np.ones((9, 9), bool))] = 0\nreturn S", "mask"),
    ("causal_attention", "n, d, h = Q.shape\nreturn n", "unpack"),
    ("joined_visibility", "return -np.tri(n, dtype=bool)", "operands"),
    ("leaks_future", "return attend(X, X)", "arguments"),
    ("leaks_future", "return attend(X) != attend(X[1:]) and True", "broadcast"),
    ("leaks_future", "return attend[X]", "iterable"),
    ("leaking_attention", "return e", "name"),
    ("numbers_of_head", "X = np.arange(12)\nreturn X.reshape(2, 3, 3), X", "reshape"),
    ("head_shapes", "return {'X': (n, d_model), 'Q': q}", "name"),
    ("head_shapes", "return {'X': n + 'd'}", "operands"),
    ("split_heads", "return X.reshape(num_heads, X.shape[-1] / num_heads, -1)", "whole"),
    ("split_heads", "return np.split(X, 4, axis=1)", "reshape"),
    ("split_heads", "return X.transpose(1, 0, 2)", "axes"),
    ("split_heads", "return np.stack([X, X[1:]])", "stack"),
    ("merge_heads", "return np.concatenate([heads, heads[0]])", "stack"),
    ("merge_heads", "return heads.reshape(7, -1, 11)", "reshape"),
    ("heads_by_loop", "return np.concatenate(list(X @ W_v)) @ W_o", "product"),
    ("heads_by_einsum", "return np.einsum('nm,md->nd', X, W_q)", "axes"),
    ("heads_by_einsum", "return X @ W_q @ W_k", "product"),
    ("heads_by_einsum", "return np.einsum('nm,hmd->hnn', X, W_q)", "subscripts"),
    ("heads_by_einsum", "return np.einsum('nm,hmd->hnk', X, W_q)", "subscripts"),
    ("multi_head_attention", "return X @ W_q.reshape(-1, 1) , X", "product"),
    ("multi_head_attention", "return attention(X @ W_q, X @ W_k, X @ W_v)", "name"),
    ("multi_head_attention", "return context.shape", "none"),
    ("masked_multi_head", "return np.where(visible[..., None], Q, 0), K", "broadcast"),
    ("masked_multi_head", "return Q + -visible, K", "operands"),
    ("hand_frequencies", "return 10000 ** -np.arange(d_model)", "negative-power"),
    ("sinusoidal_encoding", "e = np.zeros((n, d_model))\ne[:, 0::2] = np.ones((n, 9))", "assignment"),
    ("sinusoidal_encoding", "return np.arange(n) * np.arange(d_model)", "broadcast"),
    ("predicted_products", "E = np.eye(4)\nreturn E[7] @ E[7], 1, 1, 1", "index"),
    ("figure_1", "return {'decoder': right}", "name"),
    ("shift_matrix", "return np.linalg.inv(np.zeros((2, 2)))", "singular"),
    ("shift_matrix", "return np.zeros(d_model)[k, k]", "index"),
    ("is_equivariant", "return attend(X[order]) == attend(X)[order] or False", "truth"),
    ("is_equivariant", "return attend(X)[X]", "index"),
    ("blind_to_order", "return d", "name"),
    ("torch_shapes", "return {'output': X.shape}", "name"),
    ("in_proj_weight", "return np.concatenate(W_q, W_k, W_v)", "scalar"),
    ("in_proj_weight", "return np.vstack(W_q, W_k)", "arguments"),
    ("rounding_or_mistake", "return MESURED['d'][0]", "name"),
    ("mha_mask", "return -visible", "operands"),
    ("key_padding_mask", "return -(np.arange(n) < lengths[:, None])", "operands"),
    ("mha_mask", "return torch.where(visible)", "argument-type"),
    ("split_qkv", "return rows.reshape(*rows.shape[:2], 3, num_heads, 7)", "reshape"),
    ("causal_sdpa", "return Q @ torch.tensor(K)", "operands"),
    ("causal_sdpa", "q = torch.ones(1, 2, 2)\nF.scaled_dot_product_attention(q, q, q, q, is_causal=True)", "two-masks"),
    ("torch_attention", "return nn.Linear(4, 4)(torch.ones(4)).numpy(), 0", "gradient"),
    ("torch_attention", "return nn.Linear(4, 4)(torch.from_numpy(X)), 0", "dtype"),
    ("torch_attention", "return torch.ones(2, 3) @ torch.ones(2, 3), 0", "product"),
    ("torch_attention", "return torch.ones(2, 3) + torch.ones(2, 2), 0", "broadcast"),
    ("torch_attention", "return torch.ones(2, 3).view(5, 5), 0", "reshape"),
    ("norms_on_paper", "return norm([1, 3])", "name"),
    ("layer_norm", "return X - X.mean(axis=7)", "axes"),
    ("norm_that_leaks", "return {'a': 1}['f']", "key"),
    ("feed_forward", "return X @ W_2", "product"),
    ("parameter_count_on_paper", "return [20 / 0]", "zero"),
    ("pre_norm_block", "return X + attent(X)", "name"),
    ("block", "rows, columns, batch, more, most = X.shape\nreturn X", "unpack"),
    ("first_loss", "return math.log(8)", "name"),
    ("cross_entropy", "return 0.0, logits[:, 99]", "index"),
    ("next_token_loss", "return logits.log()", "attribute"),
    ("softmax_backward", "return weights @ d_weights", "product"),
    ("numerical_gradient", "return loss(x)(step)", "callable"),
    ("attention_backward", "return Q @ K, K, V", "product"),
    ("bug_behind_the_curve", "return runs['c']", "name"),
    ("score_of_turned_pair", "return np.cos(1, 2, 3, 4)", "arguments"),
    ("alibi_slopes", "return np.arange(1, num_heads + 1) ** -1", "negative-power"),
    ("alibi_bias", "return slopes.reshape(99, 99)", "reshape"),
    ("rotate", "return X @ positions[:1]", "product"),
    ("rotated_attention", "return Q @ K", "product"),
    ("to_half_split", "return W[:, 99]", "index"),
    ("blind_probe", "return probes['a']", "name"),
    ("cache_on_paper", "return [2 * 8 * d_head, 128, 4, 0.5, 16]", "name"),
    ("grouped_attention", "return np.repeat(K, 2, axis=5) @ V", "axes"),
    ("grouped_attention", "return np.ones((6, 3, 3)) @ np.ones((2, 3, 4))", "leading"),
    ("window_visibility", "return np.tri(n_q, n_k, dtype=bool)[:, n_k]", "index"),
    ("decode_step", "return np.concatenate([K_past, k], axis=-2), 0, 0", "stack"),
    ("decode_step", "return (K_past[..., :0, :] @ q[..., None]).max(), 0, 0", "empty"),
    ("wrong_cache", "return decoders['d']", "name"),
    ("merged_softmax_on_paper", "return [1.5, 6, 0.5, 2, 14, 14 / 0]", "zero"),
    ("attention_in_blocks", "return [Q for j in range(K.shape[-2] / block_size)]", "whole"),
    ("merge_heads", "return heads.reshape(heads.shape[:-3], -1)", "tuple"),
    ("attention_in_blocks", "return Q[: K.shape[-2] / block_size]", "number"),
    ("causal_visibility", "return [None for row in range(None)]", "none"),
    ("torch_attention", "return torch.ones(2, 3).view(3 / 1, 2), 0", "arguments"),
    ("first_overflow", "return [64, 16, 128, 64, 256 * 16 * 16 / 0]", "zero"),
    ("half_scores", "return Q.astype(np.float32) @ K[:, :1].T", "product"),
    ("is_identity", "return layer(X) == X", "arguments"),
    ("is_identity", "if layer(X, 0 * W_o) == X:\n    return True", "truth"),
    ("cache_agrees", "rows = layer(X, None)\nreturn rows.max() < 1", "attribute"),
    ("cache_agrees", "return np.concatenate([layer(X, None)[0], X[0]]) == X", "stack"),
    ("cached_attention", "return Q @ np.concatenate([K_past, V]).T, K, V", "stack"),
    ("wrong_lines", "return {a: 6, b: 7, c: 6}", "name"),
    ("clinic_record", "return {'worse with the cache': cache}", "name"),
    ("model_on_paper", "return {'stream': 9 * 32}['logits']", "key"),
    ("enter_stream", "return weights['embedding'][tokens] + np.zeros((past + 2, 3))", "broadcast"),
    ("enter_stream", "rows = np.zeros((9, 4))\nrows[[0, 1]] = np.ones(3)\nreturn rows", "assignment"),
    ("cat_logits", "return weights['embedding'] @ weights['W_1']", "key"),
    ("cat_logits", "return weights.embedding[tokens]", "attribute"),
    ("shifted_decoder", "return decoders['b']", "name"),
    ("cat_step", "return weights['W_u'] @ weights['W_u'], cache", "product"),
    ("write", "logits = step(tokens[0])\nreturn logits", "arguments"),
    ("steps_on_paper", "return [4 / 0]", "zero"),
    ("train_step", "return X @ W_q @ context @ W_k", "product"),
    ("starting_sizes", "return [64, 1 / np.sqroot(64)]", "attribute"),
    ("pick_backward", "return one_hot.T @ d_rows", "name"),
    ("norm_backward", "return d_normed - d_normed.mean(axis=5)", "axes"),
    ("half_block_backward", "return d_out @ W_2, 0, 0", "product"),
    ("adam_step", "return W - rate * d_w, mean, square", "name"),
    ("trained", "return losses, held_losses, W", "name"),
    ("predict_answers", "return new_texts @ W", "name"),
    ("causal_heads", "return X @ w_q", "name"),
    ("patched_heads", "return X @ w_q", "name"),
    ("torch_training", "return torch.zeros(1).sum().backward(), 0", "no-gradient"),
    ("torch_training", "return F.cross_entropy(torch.ones(3, 4, 7), torch.ones(3, 4).long()), 0", "words-axis"),
    ("votes_on_paper", "return votes", "name"),
    ("both_twins_right", "return chances.argmaxx(axis=-1)", "attribute"),
    ("held_out_pairs", "return [pair for pair in pairs if pair[9] in nouns]", "index"),
    ("induction_target", "if tokens == 1:\n    return tokens", "truth"),
    ("it_further_back", "return {'clipped': 1}['trained']", "key"),
    ("next_word_on_paper", "return [1 / 0]", "zero"),
    ("next_chances", "return np.exp(logits / temperature).sum(axis=9)", "axes"),
    ("top_k_chances", "return np.sort(logits)[:k] + logits[: k + 1]", "broadcast"),
    ("who_carries", "return carrier", "name"),
    ("window_with_sinks", "return np.tri(n_q, n_k)(width)", "callable"),
    ("running_attention", "total = total + V\nreturn total", "unbound"),
    ("senses_found", "return float(vectors)", "scalar"),
    ("windows", "inputs, targets = numbers\nreturn inputs, targets", "unpack"),
    ("read_tensors", "return {'numbers': raw[9999]}", "index"),
    ("unpacked_blocks", "return blocks.view(np.float16) + np.zeros((1, 7))", "broadcast"),
    ("pieces_of_word", "return [ranks[word + ' ' + word]]", "key"),
    ("rms_norm", "return X / X.rms()", "attribute"),
    ("swiglu", "return X @ W_gate @ W_up", "product"),
    ("bias_that_does_nothing", "return [0.75, 0.25, b_k]", "name"),
    ("from_half_split", "return W.reshape(len(W), num_heads, 2, -1, 77)", "reshape"),
    ("llama_attention", "return X + W_q", "broadcast"),
    ("which_heads", "return heads_of['one back']", "name"),
    ("right_and_shifted", "fits, other = weights[0]\nreturn fits > other and 1.0, 0.0", "truth"),
    ("sentence_vector", "return rows[:, :lengths].mean(axis=1)", "scalar"),
    ("llama_logits", "return weights['W_u']", "key"),
    ("silence", "return {**weights, name: 0}", "name"),
    ("patch", "return weights['embedding'] @ tokens", "product"),
    ("loss_and_slopes", "return inputs @ weights['embedding'], weights", "product"),
    ("chances_after", "return weights['embedding']", "key"),
]  # fmt: skip


def written(task: str, body: str) -> str:
    parameters = inspect.signature(TASKS[task].reference)
    plain = [one.replace(annotation=one.empty) for one in parameters.parameters.values()]
    names = ", ".join(
        str(one) for one in plain if not callable(one.default) or one.default is one.empty
    )
    indented = body.replace("\n", "\n    ")
    return f"def {task}({names}):\n    {indented}\n"


def function(task: str, body: str):
    """Define the answer as a notebook would, so that its lines can be looked up."""
    source = written(task, body)
    file = f"<cell {task} {body}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    namespace = {"np": np}
    if task in TORCH_TASKS:
        torch = pytest.importorskip("torch")
        namespace.update(torch=torch, nn=torch.nn, F=torch.nn.functional)
    exec(compile(source, file, "exec"), namespace)
    return namespace[task]


@pytest.mark.parametrize(("task", "body", "cause"), RAISING)
def test_each_error_gets_the_question_of_its_cause(task, body, cause):
    verdict = check(task, function(task, body))
    asked = {one.name: one.question for one in CAUSES}
    assert verdict.status == "error"
    assert (verdict.mistakes, verdict.lines[1]) == ((), asked[cause]), verdict
    assert len(" ".join(verdict.lines).split()) <= 60, verdict
    for inner in ("Traceback", "SimpleNamespace", "catalogue", "pipeline", "Probe"):
        assert inner not in " ".join(verdict.lines)


def test_every_lesson_and_most_causes_are_among_them():
    assert {task for task, _, _ in RAISING} == set(TASKS)
    untried = {one.name for one in CAUSES} - {cause for _, _, cause in RAISING}
    assert untried == {"memory", "domain", "overflow"}


def test_the_end_of_a_long_message_is_said():
    verdict = check("attention", function("attention", "return Q @ K, 0"))
    assert "(size 5 is different from 4)" in verdict.lines[0]
    assert "... " in verdict.lines[0]


def test_the_line_that_raised_is_said_and_it_is_the_student_s():
    body = "def inner(S):\n    return S.nothing\nreturn np.apply_along_axis(inner, 0, Q @ K.T), 0"
    verdict = check("attention", function("attention", body))
    assert "in `return S.nothing`" in verdict.lines[0]


def test_a_line_that_cannot_be_looked_up_is_left_out():
    namespace = {}
    exec(compile(written("attention", "return Q.nothing"), "<nowhere>", "exec"), namespace)
    assert "`" not in check("attention", namespace["attention"]).lines[0]


def test_an_error_without_a_known_cause_asks_in_general():
    assert cause_of(ValueError("odd")) is UNKNOWN
    verdict = check("attention", function("attention", "raise ValueError('odd')"))
    assert verdict.lines[1] == UNKNOWN.question


def test_an_error_that_cannot_be_read_is_no_problem():
    body = (
        "class Unspeakable(Exception):\n    def __str__(self):\n        raise RuntimeError\n"
        "raise Unspeakable"
    )
    assert "raised Unspeakable" in check("attention", function("attention", body)).lines[0]


def test_what_an_error_says_is_escaped_in_html():
    verdict = check("attention", function("attention", "raise ValueError('<b>' + 'no</b>')"))
    assert "<b>" not in verdict._repr_mimebundle_()["text/html"]


def test_every_question_is_one():
    for cause in (*CAUSES, UNKNOWN):
        assert "?" in cause.question
        assert len(cause.question.split()) <= 16, cause.name
