// Tokens in a line, and arcs from one of them to the tokens it attends to: course/views/arcs.py, whose HTML
// this equals. `course.styles` holds the constants of that file.

function arcs(tokens, weights, clicked, title, control = "") {
  const { MOST, FEWEST, BETWEEN } = course.styles;
  const room = tokens.map((token) => Math.min(MOST, Math.max(FEWEST, [...token].length)) + BETWEEN);
  const row = {
    tokens, clicked, title, control, room, weights: weights.map(rounded), paints: paints(tokens),
    total: room.reduce((sum, width) => sum + width, 0),
  };
  row.sentence = arcsInWords(row);
  return { html: arcsFrame(row), sentence: row.sentence };
}

function arcsInWords({ tokens, weights, clicked, title }) {
  const { MOST_NAMED } = course.styles;
  const order = [...weights.keys()].sort((one, other) => weights[other] - weights[one]);
  const found = order.filter((place) => weights[place] > 0);
  const name = (place) => (place === clicked ? "itself" : toldApart(tokens, place));
  const parts = found.slice(0, MOST_NAMED).map((place) => `${name(place)} (${fixed(weights[place], 2)})`);
  if (found.length > MOST_NAMED) parts.push(`${found.length - MOST_NAMED} more`);
  const asks = toldApart(tokens, clicked);
  return `${title}: ${asks} attends to ${joined(parts) || "nothing"}, among ${tokens.length} tokens.`;
}

function arcsFrame(row) {
  const { FULL_WIDTH, WIDEST, SMALLEST, LARGEST, LETTER, PAGE } = course.styles;
  const width = Math.min(FULL_WIDTH, even(WIDEST * row.total));
  const size = `clamp(${SMALLEST}px,${fixed(100 / row.total / LETTER, 2)}cqi,${LARGEST}px)`;
  const least = even(SMALLEST * LETTER * row.total);
  return [
    `<div style="${PAGE};container-type:inline-size;width:${width}px;max-width:100%">`,
    `<p style="margin:0;font-size:13px"><b>${escaped(row.title)}</b></p>`,
    `<div style="min-width:${least}px;font-size:${size};line-height:1.4">`,
    arcsPicture(row),
    arcsTable(row),
    "</div>\n</div>",
  ].join("\n");
}

function arcsPicture({ tokens, weights, clicked, room, total, paints }) {
  const { HEIGHT, LINE_ART, THINNEST, THICKEST } = course.styles;
  let end = 0;
  const middles = room.map((width) => (end += width) - width / 2);
  const thickness = (weight) => (weight > 0 ? fixed(Math.max(THINNEST, THICKEST * weight), 1) : "0");
  const paths = tokens.map((_, place) => (
    `<path d="${arcPath(middles[clicked], middles[place], total)}" stroke="${paints[place].colour}" ` +
    `stroke-width="${thickness(weights[place])}" vector-effect="non-scaling-stroke"/>`));
  const style = `display:block;width:100%;height:${HEIGHT}px;${LINE_ART}`;
  return [
    `<svg class="arcs" aria-hidden="true" fill="none" viewBox="0 0 ${Number(total.toPrecision(6))} ${HEIGHT}" preserveAspectRatio="none" style="${style}">`,
    ...paths,
    "</svg>",
  ].join("\n");
}

function arcPath(start, end, total) {
  const { LOWEST, HIGHEST, LOOP, LOOP_WIDTH, HEIGHT } = course.styles;
  const across = Math.abs(end - start) / total;
  const up = across ? LOWEST + (HIGHEST - LOWEST) * across ** 0.7 : LOOP;
  const foot = across ? 0 : LOOP_WIDTH / 6;
  const top = fixed(HEIGHT - up * 4 / 3, 1);
  return `M${fixed(start - foot, 2)} ${HEIGHT}C${fixed(start - 3 * foot, 2)} ${top} ` +
    `${fixed(end + 3 * foot, 2)} ${top} ${fixed(end + foot, 2)} ${HEIGHT}`;
}

function arcsTable(row) {
  const { TABLE, ROW } = course.styles;
  const cells = (write) => row.tokens.map((_, place) => write(row, place)).join("");
  return [
    `<table aria-label="${escaped(row.title)}" style="${TABLE};table-layout:fixed;width:100%;font-size:1em">`,
    `<thead><tr>${cells(arcsWord)}</tr></thead>`,
    `<tbody><tr style="${ROW}">${cells(arcsWeight)}</tr></tbody>`,
    "</table>",
  ].join("\n");
}

function arcsWord({ tokens, clicked, room, total, paints, control }, place) {
  const { PAGE, COLOURED, MOST } = course.styles;
  const isClicked = place === clicked;
  const edge = isClicked ? 2 : control ? 1 : 0;
  const chosen = isClicked ? ' data-chosen="true"' : "";
  const moves = control ? ` data-move="${escaped(control)}" data-to="${place}"${chosen}` : "";
  const style = `display:block;box-sizing:border-box;padding:${4 - edge}px 0;border:${edge}px solid;` +
    `border-radius:4px;font-weight:${isClicked ? "bold" : "normal"};` +
    ([...tokens[place]].length <= MOST ? "white-space:nowrap" : "overflow-wrap:anywhere");
  const strip = `display:block;height:8px;margin:3px 0;${COLOURED};background:${paints[place].fill}`;
  return `<th scope="col"${isClicked ? ' aria-current="true"' : ""} style="${PAGE};` +
    `width:${fixed(100 * room[place] / total, 2)}%;padding:0 1px;text-align:center;vertical-align:top">` +
    `<span${moves} style="${style}">${escaped(tokens[place])}</span><span style="${strip}"></span></th>`;
}

function arcsWeight({ weights }, place) {
  const most = Math.max(...weights);
  const strong = weights[place] === most && most > Math.min(...weights) ? "bold" : "normal";
  const style = `${course.styles.PAGE};padding:0;text-align:center;font-size:max(.8em,9px);font-weight:${strong}`;
  return `<td style="${style}">${fixed(weights[place], 2)}</td>`;
}
