// A word after each part of a network, as bars from 0 to 2: course/lessons/stages.py with `limits=(0, 2)`, whose HTML
// this equals. `course.stages` holds the constants of that file.

function stages(after, labels, title) {
  const names = Object.keys(after), values = Object.values(after).map((row) => row.map(rounded));
  const changes = values.map((row, stage) => row.map((value, n) => rounded(value - values[Math.max(stage - 1, 0)][n])));
  const drawn = { names, values, changes, labels };
  return { html: stagesFrame(drawn, title), sentence: `${title}: ${names.map((_, stage) => stageInWords(drawn, stage)).join("; ")}.` };
}

function stageInWords({ names, values, changes, labels }, stage) {
  const text = (at, n) => fixed(values[at][n], 2);
  const changed = [...labels.keys()].filter((n) => changes[stage][n]);
  const told = stage
    ? joined(changed.map((n) => `${labels[n]} from ${text(stage - 1, n)} to ${text(stage, n)}`)) || "no change"
    : labels.map((label, n) => `${label} ${text(0, n)}`).join(", ");
  return `${names[stage]}: ${told}`;
}

function stagesFrame({ names, values, changes, labels }, title) {
  const { PAGE, FULL_WIDTH, TABLE, ROW } = course.styles;
  const style = `${TABLE};table-layout:fixed;width:100%;min-width:${76 * (names.length + 1)}px`;
  const heads = names.map((name) => headCell(name, "col", "text-align:left;vertical-align:bottom;overflow-wrap:anywhere"));
  const row = (label, n) => (
    `<tr style="${ROW}">${headCell(label, "row", "text-align:right;padding:3px 8px 3px 0")}` +
    `${names.map((_, stage) => stageCell(values[stage][n], changes[stage][n])).join("")}</tr>`);
  return [
    `<div style="${PAGE};width:${FULL_WIDTH}px;max-width:100%">`,
    `<table style="${style}">`,
    `<caption style="${PAGE};caption-side:top;text-align:left;padding:0 0 4px"><b>${escaped(title)}</b></caption>`,
    `<thead><tr><td></td>${heads.join("")}</tr></thead>`,
    "<tbody>",
    ...labels.map(row),
    "</tbody></table>",
    "</div>",
  ].join("\n");
}

function stageCell(value, change) {
  const arrow = change > 0 ? "▲" : "▼";
  const told = change ? `<span aria-hidden="true" style="font-size:10px"> ${arrow}</span>` : "";
  const style = `${course.styles.PAGE};padding:3px 8px;text-align:left;vertical-align:bottom;white-space:nowrap`;
  return `<td style="${style}"><span style="font-weight:${change ? "bold" : "normal"}">${fixed(value, 2)}</span>` +
    `${told}${stageBar(value - change, value)}</td>`;
}

// What stayed is grey, what is new blue, and what is gone hatched.
function stageBar(before, now) {
  const { HIGH, KEPT, GAINED, LOST } = course.stages;
  const kept = before * now > 0 ? Math.min(before, now) : 0;
  const boxes = stageBox(0, kept, KEPT) + stageBox(kept, now, GAINED) + stageBox(kept, before, LOST);
  const zero = '<span style="position:absolute;top:0;bottom:0;left:0.00%;border-left:1px solid"></span>';
  const frame = `position:relative;height:${HIGH}px;margin-top:1px;${course.styles.COLOURED}`;
  return `<div aria-hidden="true" style="${frame}">${boxes}${zero}</div>`;
}

function stageBox(start, end, fill) {
  const share = (value) => Math.min(Math.max(value / 2, 0), 1) * 100;
  const [low, high] = [share(start), share(end)].sort((one, other) => one - other);
  const style = `position:absolute;box-sizing:border-box;top:2px;bottom:2px;left:${fixed(low, 2)}%;` +
    `width:${fixed(high - low, 2)}%;background:${fill}`;
  return `<span style="${style}${high > low ? ";border:1px solid" : ""}"></span>`;
}
