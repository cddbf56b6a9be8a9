import { find } from "../browser/find.ts";
import { bindFields, tell } from "./fields.ts";
import { inspectProof, type ProvedValue } from "./inspect-proof.ts";
import { drawCell, drawTable } from "./tree-table.ts";

const answer = find<HTMLTextAreaElement>("#answer");
const root = find<HTMLInputElement>("#root");
const shown = find<HTMLElement>("#shown");

function show(): void {
  const found = inspectProof(answer.value, root.value);
  tell(found.message);
  find("#state").className = found.kind;
  const values = found.kind === "refused" ? [] : found.values;
  shown.replaceChildren(...(values.length === 0 ? [] : [drawTable(["Key", "Value"], values.map(drawValue))]));
}

/** A value leads to its parts. */
function drawValue({ key, value }: ProvedValue): HTMLTableRowElement {
  const row = document.createElement("tr");
  const parts =
    value === undefined ? undefined : `index.html#${new URLSearchParams({ type: "StateValue", bytes: value })}`;
  row.append(drawCell(key), drawCell(value ?? "absent", 0, parts));
  return row;
}

bindFields({ answer, root }, show);
