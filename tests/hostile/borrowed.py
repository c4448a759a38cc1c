"""Answers that let the course's own functions do their work, as far as their notebook has some.

In a notebook, the first two would be right. The others look for ways around the grader.
"""

from pathlib import Path

from hostile.cases import LINK, Case
from submissions import exercise, insert_after, right, save

WITH_A_PATIENT = """
def cached_attention(Q, K, V, K_past, V_past):
    layer, d = patients["one good word, then garbage"], Q.shape[1]
    X = np.hstack([Q, K, V])
    pick = np.eye(X.shape[1])
    matrices = dict(q=pick[:, :d], k=pick[:, d : 2 * d], v=pick[:, 2 * d :], o=pick[2 * d :])
    W = cat_matrices._replace(**matrices, heads=1)
    rows, (K, V) = layer(X, W, (K_past[None], V_past[None]))
    return (rows - X)[:, 2 * d :], K[0], V[0]
"""
WITH_ATTENTION = """
def attention_in_blocks(Q, K, V, block_size):
    return attention(Q, K, V)[0]
"""
KEPT = "kept = {'any': attention}"
WITH_WHAT_WAS_KEPT = WITH_ATTENTION.replace("attention(Q", "kept['any'](Q")
FOUND = f"""
import sys
{LINK}
travels = next(
    one for name, one in list(sys.modules.items()) if name.endswith('remote.serialization')
)
""".replace("\n", "\n    ")
BY_NAME = f"""
def attention_in_blocks(Q, K, V, block_size):
    {FOUND}
    whole = {{'arguments': travels.encode((Q, K, V)), 'options': travels.encode({{}})}}
    replies = [link.ask({{'call': f'attention {{n}}', **whole}}) for n in range(9)]
    return travels.decode(next(one for one in replies if 'value' in one)['value'])[0]
"""
EARLY = f"""
def early(known):
    {FOUND}
    for inputs in (one['arguments'] for one in link.ask('paper')['paper']):
        Q, K, V = (travels.decode(inputs[name]) for name in 'QKV')
        known[Q.tobytes() + V.tobytes()] = attention(Q, K, V)
    return known

known = early({{}})
"""
WITH_WHAT_IS_KNOWN = """
def attention_in_blocks(Q, K, V, block_size):
    return known[Q.tobytes() + V.tobytes()][0]
"""


def _borrows(
    name: str, task: str, source: str, own: str = "", lesson: str = "13_long_context"
) -> Case:
    """All answers are right but one, which comes after a cell of the student's own."""

    def write(path: Path) -> None:
        notebook = exercise({**right(lesson), task: source}, lesson)
        before = next(at for at, one in enumerate(notebook.cells) if one.id == f"{task}-answer") - 1
        insert_after(notebook, notebook.cells[before].id, *filter(None, [own]))
        save(notebook, path)

    return Case(name, write, {task: "error"}, lesson=lesson)


def _left_blank(first: str, second: str, lesson: str) -> Case:
    """Who leaves out an earlier task, and hands in its right answer for a later one."""
    sources = {first: "", second: f"{second} = lambda *given: {first}(*given)"}

    def write(path: Path) -> None:
        save(exercise({**right(lesson), **sources}, lesson), path)

    expected = {first: "not_attempted", second: "error"}
    return Case(f"{second} is {first}", write, expected, lesson=lesson)


CASES = [
    _left_blank("attention", "batched_attention", "03_softmax_axis"),
    _left_blank("heads_by_loop", "heads_by_einsum", "05_multi_head"),
    _borrows("a patient at work", "cached_attention", WITH_A_PATIENT, lesson="15_bug_clinic"),
    _borrows("the attention of the course", "attention_in_blocks", WITH_ATTENTION),
    _borrows("attention by another name", "attention_in_blocks", WITH_WHAT_WAS_KEPT, KEPT),
    _borrows("asks for attention", "attention_in_blocks", BY_NAME),
    _borrows("asks for its inputs early", "attention_in_blocks", WITH_WHAT_IS_KNOWN, EARLY),
]
