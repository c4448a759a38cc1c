"""The shapes of a computation as an HTML table, with one row for each step."""

from dataclasses import dataclass

from attnlib.trace import Trace, TracedStep
from course.views.drawing import header, plain_cell, table

LEFT = "text-align:left"


@dataclass(frozen=True, repr=False)
class TraceTable:
    """A trace for a notebook: an HTML table, and the same table as plain text."""

    trace: Trace

    def __repr__(self) -> str:
        return repr(self.trace)

    def _repr_html_(self) -> str:
        heads = [header(text, "col", LEFT) for text in TracedStep._fields]
        return table("Shapes, step by step", heads, map(_cells, self.trace.rows))


def trace_table(trace: Trace) -> TraceTable:
    """Show the steps of a computation with their axes and shapes as a table.

    Parameters
    ----------
    trace : Trace
        As returned by `attnlib.trace.trace`.

    Returns
    -------
    TraceTable

    Examples
    --------
    >>> from attnlib.trace import trace
    >>> trace_table(trace({"scores": [[1, 2, 3]]}))
    step    axes           shape
    scores  queries, keys  (1, 3)
    """
    return TraceTable(trace)


def _cells(row: TracedStep) -> list[str]:
    step, axes, shape = row.texts
    return [header(step, "row", LEFT), plain_cell(axes, LEFT), plain_cell(shape, LEFT)]
