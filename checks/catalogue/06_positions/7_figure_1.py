"""Read figure 1 and the first page of "Attention Is All You Need"."""

from checks.facts import Facts


def figure_1():
    decoder = "right"
    masked = "lower right"
    encoded = {"K", "V"}
    added = "positions"
    d_head = 512 // 8
    not_needed = {"recurrence", "convolutions"}
    new = {"add & norm", "feed forward"}
    seen = {"decoder": decoder, "masked": masked, "from the encoder": encoded, "added": added}
    seen |= {"d_head": d_head, "not needed": not_needed, "new": new}
    return seen


def plain(words):
    return {word.strip().lower() for word in ([words] if isinstance(words, str) else words)}


TASK = Facts(
    kind="find",
    practises=("say what attention does",),
    cases={"figure 1": {}},
    asks="Look at this one entry again: what do the figure and your own functions say of it?",
    holds={
        "The future is hidden in the decoder's column.": lambda seen: (
            plain(seen["masked"]) == {f"lower {seen['decoder'].strip().lower()}"}
        ),
        "Queries, keys and values do not all come from the same column.": lambda seen: (
            plain(seen["from the encoder"]) < {"q", "k", "v"}
        ),
        "Eight heads side by side are d_model wide.": lambda seen: seen["d_head"] * 8 == 512,
    },
)

# %% encoder-and-decoder-exchanged
# The left column is called the decoder, but it reads the original.
# The decoder has two kinds of attention: to its own words, and to what else?
decoder = "left"
# or
decoder = "left"
masked = "left"

# %% mask-at-the-encoder
# The future is hidden from the encoder, which may see its whole sentence.
# Who writes word by word, and would otherwise see the word it has to write?
masked = "left"

# %% mask-across
# The future is hidden in cross-attention, but the original has been read.
# Among whose words are some not written yet: the original's, or the translation's?
masked = "upper right"

# %% queries-from-the-encoder
# Q is among what comes from the encoder, but here the decoder is the one that asks.
# In the cross-attention of lesson 5, which two of the three were made of the context?
encoded = {"Q"}
# or
encoded = {"Q", "K"}
# or
encoded = {"Q", "V"}
# or
encoded = {"Q", "K", "V"}

# %% keys-without-values
# Keys come from one sentence here, and values from another.
# If a word of the original gets a weight, whose value is it multiplied by?
encoded = {"K"}
# or
encoded = {"V"}

# %% something-else-added
# What is named is not what goes into the sum with the embeddings.
# Which sum made attention notice that the words had changed places?
# for word in masks softmax linear recurrence convolutions
added = "word"

# %% heads-full-width
# Every head gets as many numbers as a whole embedding, but heads share them out.
# How wide were the pieces that your `split_heads` made?
d_head = 512

# %% heads-and-width-exchanged
# That is the number of heads.
# Into how many pieces are the 512 columns cut, and how wide is one?
d_head = 8

# %% box-called-needless
# Something is said not to be needed that stands in the figure.
# Which two of the words stand in none of its boxes?
not_needed = {"add & norm", "feed forward"}
# or
# for word in positions masks softmax linear
not_needed = {"recurrence", "word"}

# %% old-box-called-new
# You have computed one of your new boxes: softmax, or a matrix product.
# What did you write in lesson 3, and what is `W_o` in lesson 5 for?
new = {"softmax", "linear"}
# or
# for word in softmax linear
new = {"add & norm", "word"}
# or
# for word in softmax linear
new = {"feed forward", "word"}

# %% needless-called-new
# What the figure does not have at all is called a new box.
# Which of the words in your lists stand in the figure?
new = {"recurrence", "convolutions"}

# %% one-of-two
# A list that asks for two words has one of them.
# What else does the first page do without, and which other box is in both columns?
not_needed = {"recurrence"}
# or
not_needed = {"convolutions"}
# or
new = {"add & norm"}
# or
new = {"feed forward"}
