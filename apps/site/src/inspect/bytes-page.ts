import { find } from "../browser/find.ts";
import { bindFields, tell } from "./fields.ts";
import { choices, inspect, noHex, readHex } from "./inspect.ts";
import { drawInspection } from "./tree-table.ts";

const type = find<HTMLSelectElement>("#type");
const bytes = find<HTMLTextAreaElement>("#bytes");
const shown = find<HTMLElement>("#shown");

function show(): void {
  const read = readHex(bytes.value);
  const found = read === undefined ? noHex : inspect(type.value, read);
  tell(drawInspection(found, read?.length ?? 0, shown));
  if (found.kind !== "json") return;
  const href = `module.html#${new URLSearchParams({ bytes: bytes.value.trim() })}`;
  shown.prepend(Object.assign(document.createElement("a"), { href, textContent: "Show its instructions" }));
}

type.append(new Option("Find out", ""), ...choices.map((name) => new Option(name, name)));
bindFields({ type, bytes }, show);
