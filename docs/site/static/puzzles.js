// A puzzle: five snippets, one of which has what the question asks for. `puzzles` has all of them.

const puzzlePage = (() => {
  const LETTERS = "abcde", DAY = 86_400_000, STREAK = "attention-puzzles";

  // The number of a day, the same from one midnight to the next wherever the reader lives.
  function dayOf(date) {
    return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
  }

  const todays = (day) => day % puzzles.all.length;

  // The puzzle in the address, counted from 1 there; otherwise today's.
  function asked(hash, day) {
    const number = /^#\d{1,4}$/.test(hash) ? Number(hash.slice(1)) : 0;
    return number >= 1 && number <= puzzles.all.length ? number - 1 : todays(day);
  }

  // Days in a row on which the day's puzzle was found. A private window may keep nothing.
  function streak(day, found) {
    try {
      const { last = -2, days = 0 } = JSON.parse(localStorage.getItem(STREAK)) ?? {};
      const now = found && last !== day ? { last: day, days: last === day - 1 ? days + 1 : 1 } : { last, days };
      if (found) localStorage.setItem(STREAK, JSON.stringify(now));
      return now.last >= day - 1 && Number.isInteger(now.days) ? now.days : 0;
    } catch {
      return 0;
    }
  }

  function element(name, attributes = {}, ...children) {
    const one = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) one[key] = value;
    one.append(...children);
    return one;
  }

  function enliven(place) {
    const find = (name) => place.querySelector(`.${name}`);
    const cards = [...place.querySelectorAll(".snippet")], day = dayOf(new Date());
    let number;

    function lines({ lines: code, wrong }, marked) {
      const shown = code.map((line) => puzzles.lines[line]);
      return shown.map((line, n) => (marked && wrong.includes(n) ? line.replace(/\S.*/, "<mark>$&</mark>") : line)).join("\n");
    }

    function tellStreak(found) {
      const days = streak(day, found);
      find("streak").textContent = days ? `Found on ${days} ${days === 1 ? "day" : "days in a row"}.` : "";
    }

    function lay() {
      const { question, snippets } = puzzles.all[number], { asks, tests } = puzzles.questions[question];
      const today = number === todays(day) ? ": today’s" : "";
      find("which").textContent = `Puzzle ${number + 1} of ${puzzles.all.length}${today}`;
      find("asks").textContent = asks;
      find("tests").innerHTML = tests;
      find("address").href = `#${number + 1}`;
      cards.forEach((card, n) => {
        card.classList.remove("found", "tried");
        card.querySelector(".verdict").textContent = "";
        card.querySelector(".reply").replaceChildren();
        card.querySelector("pre").innerHTML = lines(puzzles.snippets[snippets[n]]);
        card.querySelector("pre").scrollLeft = 0;
      });
    }

    // What was changed, and the numbers that it changes.
    function picture({ caption, rows }) {
      const row = ([name, numbers]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, numbers));
      return element("table", {}, element("caption", {}, caption), element("tbody", {}, ...rows.map(row)));
    }

    function pick(n) {
      const puzzle = puzzles.all[number], snippet = puzzles.snippets[puzzle.snippets[n]];
      const found = n === puzzle.answer, { has, lacks } = puzzles.questions[puzzle.question];
      const says = (found ? has : lacks).replace("{}", `<strong>${LETTERS[n]}</strong>`);
      cards[n].classList.add(found ? "found" : "tried");
      cards[n].querySelector(".verdict").textContent = found ? "✓ this one" : "✗ not this one";
      cards[n].querySelector("pre").innerHTML = lines(snippet, true);
      cards[n].querySelector(".reply").replaceChildren(
        element("p", { innerHTML: `${found ? "✓ Yes. " : "✗ "}${says} ${snippet.does}` }),
        element("p", { className: "wonders", innerHTML: snippet.wonders }),
        ...(found ? [picture(puzzle)] : []),
      );
      if (found && number === todays(day)) tellStreak(true);
    }

    function open(speaking) {
      const wanted = asked(location.hash, day);
      if (wanted === number) return;
      number = wanted;
      lay();
      if (speaking) find("asks").focus();
    }

    cards.forEach((card, n) => card.querySelector(".pick").addEventListener("click", () => pick(n)));
    find("another").addEventListener("click", () => {
      location.hash = `#${((number + 1) % puzzles.all.length) + 1}`;
    });
    addEventListener("hashchange", () => open(true));
    open(false);
    tellStreak(false);
    place.classList.add("alive");
  }

  return { enliven, asked, dayOf, streak };
})();

document.addEventListener("DOMContentLoaded", () => {
  for (const place of document.querySelectorAll(".puzzle")) puzzlePage.enliven(place);
});
