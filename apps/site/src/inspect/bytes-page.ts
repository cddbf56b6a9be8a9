import { find } from "../browser/find.ts";
import { type Fact, factsOf } from "./facts.ts";
import { bindFields, tell } from "./fields.ts";
import { choices, faultOf, inspect, noHex, readHex } from "./inspect.ts";
import { drawCell, drawInspection, drawTable } from "./tree-table.ts";

const type = find<HTMLSelectElement>("#type");
const bytes = find<HTMLTextAreaElement>("#bytes");
const shown = find<HTMLElement>("#shown");

function show(): void {
  const read = readHex(bytes.value);
  const found = read === undefined ? noHex : inspect(type.value, read);
  tell(drawInspection(found, read?.length ?? 0, shown));
  if (found.kind === "tree" && read !== undefined && faultOf(found.tree) === undefined)
    showFacts(factsOf(found.type, read));
  if (found.kind !== "json") return;
  const href = `module.html#${new URLSearchParams({ bytes: bytes.value.trim() })}`;
  shown.prepend(Object.assign(document.createElement("a"), { href, textContent: "Show its instructions" }));
}

function showFacts(facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  const rows = facts.map(([name, value]) => {
    const row = document.createElement("tr");
    row.append(Object.assign(document.createElement("td"), { textContent: name }), drawCell(value));
    return row;
  });
  shown.prepend(drawTable(["What follows", "Value"], rows));
}

type.append(new Option("Find out", ""), ...choices.map((name) => new Option(name, name)));
bindFields({ type, bytes }, show);
