import type { Explanation } from "@ledger/bcs";
import { find } from "../browser/find.ts";
import { choices, faultOf, inspect, readHex, showValue } from "./inspect.ts";

/** Lines that are shown. */
const mostLines = 2_000;

const choice = find<HTMLSelectElement>("#type");
const field = find<HTMLTextAreaElement>("#bytes");
const state = find<HTMLElement>("#state");
const shown = find<HTMLElement>("#shown");

function cell(text: string, depth = 0): HTMLTableCellElement {
  const made = document.createElement("td");
  const code = document.createElement("code");
  code.textContent = text;
  if (depth > 0) made.className = `deep d${Math.min(depth, 6)}`;
  if (text !== "") made.append(code);
  return made;
}

/** A line for each value, in the order of their bytes. */
function listRows(tree: Explanation): HTMLTableRowElement[] {
  const rows: HTMLTableRowElement[] = [];
  const add = (node: Explanation, depth: number): void => {
    if (rows.length >= mostLines) return;
    const row = document.createElement("tr");
    row.append(cell(`${node.start}–${node.end}`), cell(node.label || node.type, depth), cell(node.type));
    row.append(cell(node.error === undefined ? showValue(node.value) : node.error.message));
    if (node.error !== undefined) row.className = "bad";
    rows.push(row);
    for (const child of node.children) add(child, depth + 1);
  };
  add(tree, 0);
  return rows;
}

function drawTree(tree: Explanation): HTMLElement {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const name of ["Bytes", "Part", "Type", "Value"]) {
    const made = document.createElement("th");
    made.textContent = name;
    head.append(made);
  }
  table.createTBody().append(...listRows(tree));
  const frame = document.createElement("div");
  frame.className = "table";
  frame.tabIndex = 0;
  frame.append(table);
  return frame;
}

function show(): void {
  const bytes = readHex(field.value);
  shown.replaceChildren();
  if (bytes === undefined) {
    state.textContent = "this is no hex of whole bytes, or more than a million of them";
    return;
  }
  const found = inspect(choice.value, bytes);
  if (found.kind === "refused") {
    state.textContent = found.message;
  } else if (found.kind === "json") {
    state.textContent = `${found.type}, ${bytes.length} bytes`;
    shown.append(Object.assign(document.createElement("pre"), { textContent: found.json, tabIndex: 0 }));
  } else {
    const fault = faultOf(found.tree);
    state.textContent = `${found.type}, ${bytes.length} bytes${fault === undefined ? "" : `: ${fault.message}`}`;
    shown.append(drawTree(found.tree));
  }
}

/** Reads the address: a type and bytes of a link. */
function followAddress(): void {
  const asked = new URLSearchParams(location.hash.slice(1));
  choice.value = asked.get("type") ?? "";
  field.value = asked.get("bytes") ?? "";
  show();
}

choice.append(new Option("Find out", ""), ...choices.map((name) => new Option(name, name)));
for (const input of [choice, field]) input.addEventListener("input", show);
find("#link").addEventListener("click", async () => {
  const asked = new URLSearchParams({ type: choice.value, bytes: field.value.replace(/\s+/g, "") });
  history.replaceState(undefined, "", `#${asked}`);
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  state.textContent = "the address of this page is the link";
});
addEventListener("hashchange", followAddress);
followAddress();
