"""Sums of 1 sought on the wrong axis, in too few rows, or too exactly."""

import numpy as np

from attnlib.practice.mistake import Mistake
from attnlib.practice.pipelines.sums import close_to_one

WHICH_AXIS = (
    Mistake(
        "axes-exchanged",
        "Rows and columns are exchanged: for row sums of 1 it names axis -2.",
        "Which axis disappears when each row is added up?",
        (
            {"name": lambda axis: {-1: -2, -2: -1}[axis]},
            {"name": lambda axis: {-1: -2, -2: -1}[axis], "order": (-2, -1)},
        ),
    ),
    Mistake(
        "columns-first",
        "Where rows and columns both sum to 1 it names the columns.",
        "Which of the two does the exercise want tested first?",
        ({"order": (-2, -1)},),
    ),
    Mistake(
        "exact-equality",
        "The sums are compared with 1 exactly, though floats are rounded.",
        "Is 0.1 + 0.2 equal to 0.3 in floating point?",
        ({"close": lambda sums, weights, axis: sums == 1},),
    ),
    Mistake(
        "tolerance-too-loose",
        "Sums that are off by a thousandth or more still pass as 1.",
        "How far from 1 can rounding alone take a sum?",
        tuple(
            {"close": lambda sums, weights, axis, loose=loose: np.abs(sums - 1) < loose}
            for loose in (0.05, 0.5)
        ),
    ),
    Mistake(
        "only-first-row-tested",
        "Only the first row, or the first column, is looked at.",
        "What if a later row does not sum to 1?",
        ({"quantify": lambda each: each[0]},),
    ),
    Mistake(
        "only-last-row-tested",
        "Only the last row, or the last column, is looked at.",
        "What if an earlier row does not sum to 1?",
        ({"quantify": lambda each: each[-1]},),
    ),
    Mistake(
        "any-row-is-enough",
        "A single row, or column, that sums to 1 is taken as proof.",
        "Must some rows sum to 1, or all of them?",
        ({"quantify": np.any},),
    ),
    Mistake(
        "total-only",
        "Only the total is tested, so rows of 0.5 and 1.5 pass.",
        "Can the total be right while every single row is wrong?",
        (
            {"sums": lambda weights, axis: weights.sum(axis=axis).mean(keepdims=True)},
            {"sums": lambda weights, axis: weights.sum(keepdims=True)[0]},
        ),
    ),
    Mistake(
        "zero-row-accepted",
        "A row of zeros passes as if it summed to 1.",
        "What is the sum of a row of zeros?",
        (
            {"close": lambda sums, weights, axis: close_to_one(sums, weights) | (sums == 0)},
            {
                "close": lambda sums, weights, axis: (
                    close_to_one(sums, weights) | ((sums == 0) & (axis == -1))
                )
            },
        ),
    ),
    Mistake(
        "positive-axis",
        "The axis is counted from the front, 1 or 0, not from the end.",
        "Which numbers does the exercise use for the two axes?",
        ({"count": lambda axis: axis + 2},),
    ),
    Mistake(
        "false-for-none",
        "Where neither rows nor columns sum to 1 it returns something other than None.",
        "What does the exercise want where there is no such axis?",
        tuple({"neither": other} for other in (False, 0, "None", "none", "neither")),
    ),
    Mistake(
        "columns-assumed",
        "Whatever is not normalised along the rows is taken for column sums.",
        "Can both kinds of sums be wrong?",
        ({"neither": -2},),
    ),
)
