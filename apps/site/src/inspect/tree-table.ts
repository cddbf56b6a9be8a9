import type { Explanation } from "@ledger/bcs";
import { faultOf, type Inspection, showValue } from "./inspect.ts";

/** Lines that are shown. */
const mostLines = 2_000;

/** A table of code, as wide as it needs. @param heads - names of its columns */
export function drawTable(heads: readonly string[], rows: readonly HTMLTableRowElement[]): HTMLElement {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const name of heads) head.append(Object.assign(document.createElement("th"), { textContent: name }));
  table.createTBody().append(...rows);
  const frame = Object.assign(document.createElement("div"), { className: "table", tabIndex: 0 });
  frame.append(table);
  return frame;
}

/** A cell of code. @param href - of a link that it becomes */
export function drawCell(text: string, depth = 0, href?: string): HTMLTableCellElement {
  const made = document.createElement("td");
  const code = Object.assign(document.createElement("code"), { textContent: text });
  if (depth > 0) made.className = `deep d${Math.min(depth, 6)}`;
  const shown = href === undefined ? code : Object.assign(document.createElement("a"), { href });
  if (shown !== code) shown.append(code);
  if (text !== "") made.append(shown);
  return made;
}

/** A line for each value, in the order of their bytes. */
function listRows(tree: Explanation): HTMLTableRowElement[] {
  const rows: HTMLTableRowElement[] = [];
  const add = (node: Explanation, depth: number): void => {
    if (rows.length >= mostLines) return;
    const row = document.createElement("tr");
    row.append(drawCell(`${node.start}–${node.end}`), drawCell(node.label || node.type, depth), drawCell(node.type));
    row.append(drawCell(node.error === undefined ? showValue(node.value) : node.error.message));
    if (node.error !== undefined) row.className = "bad";
    rows.push(row);
    for (const child of node.children) add(child, depth + 1);
  };
  add(tree, 0);
  return rows;
}

/** Text that is shown as it is, and scrolled by the keyboard, too. */
export function drawText(text: string): HTMLElement {
  return Object.assign(document.createElement("pre"), { textContent: text, tabIndex: 0 });
}

/** Shows what bytes are. @returns the line that says it @param count - of the bytes @param shown - takes the rest */
export function drawInspection(found: Inspection, count: number, shown: HTMLElement): string {
  if (found.kind === "refused") {
    shown.replaceChildren();
    return found.message;
  }
  const size = `${found.type}, ${count} bytes`;
  if (found.kind === "json") {
    shown.replaceChildren(drawText(found.json));
    return size;
  }
  const fault = faultOf(found.tree);
  shown.replaceChildren(drawTable(["Bytes", "Part", "Type", "Value"], listRows(found.tree)));
  return fault === undefined ? size : `${size}: ${fault.message}`;
}
