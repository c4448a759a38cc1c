// Bars from 0 to 1: course/views/bars.py with `ylim=(0, 1)`, whose HTML this equals.
// `course.styles` holds the constants of that file.

function bars(values, labels, title, ylabel) {
  const { LETTER, PADDING, WIDEST } = course.bars;
  const [high, low] = [Math.max(...values), Math.min(...values)].map((value) => barInWords(values, labels, value));
  const ends = high === low ? high : `highest ${high}, lowest ${low}`;
  const sentence = `${title}: ${ends}, ${labels.length} bar${labels.length === 1 ? "" : "s"}.`;
  const room = LETTER * Math.max(...labels.map((label) => [...label].length)) + 2 * PADDING;
  const head = headCell(ylabel, "col", `width:${WIDEST - room}px;text-align:left;`);
  const rows = values.map((value, place) => (
    headCell(labels[place], "row", `padding:0 ${PADDING}px;white-space:nowrap`) + barCell(value)));
  return { html: plainTable(title, `<td style="${course.styles.CELL};text-align:right;"></td>${head}`, rows), sentence };
}

function barInWords(values, labels, value) {
  const shown = short(value), ties = values.filter((one) => short(one) === shown).length;
  if (ties === labels.length && ties > 1) return `all alike at ${shown}`;
  const more = ties > 1 ? ` and ${ties - 1} more` : "";
  return `${shown} for ${toldApart(labels, values.indexOf(value))}${more}`;
}

const headCell = (label, scope, style) => (
  `<th scope="${scope}" style="${course.styles.CELL};text-align:right;${style}">${escaped(label)}</th>`);

function plainTable(title, heads, rows) {
  const { TABLE, CAPTION, ROW } = course.styles;
  return [
    `<table style="${TABLE}">`,
    `<caption style="${CAPTION}">${escaped(title)}</caption>`,
    `<thead><tr>${heads}</tr></thead>`,
    "<tbody>",
    ...rows.map((cells) => `<tr style="${ROW}">${cells}</tr>`),
    "</tbody></table>",
  ].join("\n");
}

function barCell(value) {
  const { PADDING, HIGH, SHORTEST, POSITIVE, BREAK, WHOLE } = course.bars;
  const text = fixed(value, 2);
  const share = fixed(100 * Math.min(Math.max(Number(text), 0), 1), 1);
  const box = `margin-left:0%;width:${share}%;padding:4px 0;border-left:1px solid;box-sizing:border-box`;
  const bar = `border-top:${HIGH}px solid ${POSITIVE};transform:scaleX(1);${Number(text) > 1 ? BREAK : WHOLE}`;
  return `<td style="${course.styles.PAGE};padding:0 ${PADDING}px;white-space:nowrap;text-align:left;">` +
    '<div style="display:flex;align-items:center;gap:10px">' +
    `<span style="min-width:4ch;text-align:right">${text}</span>` +
    `<div style="flex:1;min-width:${SHORTEST}px"><div style="${box}"><div style="${bar}"></div></div></div></div></td>`;
}
