// What the site's search shows first, and what it quotes. Sphinx adds this to its own script.
{
  const stems = (text) => splitQuery(text.toLowerCase()).map((word) => new Stemmer().stemWord(word));

  // A title with two words of the question comes before a title with one, a page before its parts, and a
  // lesson before the module of the same name.
  const LATER = 12;
  Scorer.score = ([page, title, anchor, , score]) => {
    const told = anchor ? [] : stems(title);
    const asked = new Set(stems(new URLSearchParams(location.search).get("q")));
    return score + 12 * [...asked].filter((word) => told.includes(word)).length - (page.startsWith("api/") ? LATER : 0);
  };

  // Code is not searched, so it is not quoted, either.
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    page.querySelectorAll(".cell_input, summary").forEach((one) => one.remove());
    return textOf(page.documentElement.outerHTML, anchor);
  };
}
