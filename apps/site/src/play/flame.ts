/** A function call in a flame chart. */
interface Frame {
  readonly name: string;
  gas: number;
  readonly calls: Map<string, Frame>;
}

const rowHeight = 22;
/** Pixels of a letter in a box. */
const letterWidth = 7.5;

/** Adds up the stacks of a folded trace: `a;b;c 12` for each. */
function readFolded(folded: string): Frame {
  const root: Frame = { name: "all", gas: 0, calls: new Map() };
  for (const line of folded.trim().split("\n")) {
    const place = line.lastIndexOf(" ");
    const gas = Number(line.slice(place + 1));
    if (!Number.isFinite(gas)) continue;
    let frame = root;
    frame.gas += gas;
    for (const name of line.slice(0, place).split(";")) {
      const next = frame.calls.get(name) ?? { name, gas: 0, calls: new Map() };
      frame.calls.set(name, next);
      frame = next;
      frame.gas += gas;
    }
  }
  return root;
}

const svg = (name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  if (text !== undefined) made.textContent = text;
  return made;
};

/**
 * Draws a folded trace: a box for each call, as wide as its gas, below the call that made it.
 *
 * @param width - of the picture, in pixels
 */
export function drawFlame(folded: string, width: number): SVGElement {
  const root = readFolded(folded);
  const boxes: SVGElement[] = [];
  let depth = 0;
  const draw = (frame: Frame, row: number, from: number): void => {
    const wide = (frame.gas / root.gas) * width;
    if (wide < 1) return;
    depth = Math.max(depth, row + 1);
    const box = svg("g", { class: `flame f${row % 3}` });
    box.append(svg("title", {}, `${frame.name}: ${frame.gas} of ${root.gas}`));
    box.append(svg("rect", { x: from, y: row * rowHeight, width: wide, height: rowHeight - 2, rx: 2 }));
    const letters = Math.floor(wide / letterWidth) - 1;
    const short = frame.name.split("::").slice(-2).join("::");
    if (letters > 3) box.append(svg("text", { x: from + 5, y: row * rowHeight + 14 }, short.slice(0, letters)));
    boxes.push(box);
    let at = from;
    for (const call of frame.calls.values()) {
      draw(call, row + 1, at);
      at += (call.gas / root.gas) * width;
    }
  };
  draw(root, 0, 0);
  const picture = svg("svg", {
    width,
    height: depth * rowHeight,
    role: "img",
    "aria-label": "Gas by calls",
  });
  picture.append(...boxes);
  return picture;
}
