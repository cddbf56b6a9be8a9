import { find } from "../browser/find.ts";
import { bindFields, tell } from "./fields.ts";
import { noHex, readHex } from "./inspect.ts";
import { inspectCode } from "./inspect-code.ts";
import { drawText } from "./tree-table.ts";

const name = find<HTMLInputElement>("#name");
const bytes = find<HTMLTextAreaElement>("#bytes");
const shown = find<HTMLElement>("#shown");

function show(): void {
  const read = readHex(bytes.value);
  const found = read === undefined ? noHex : inspectCode(read, name.value);
  if (found.kind === "refused") {
    shown.replaceChildren();
    tell(found.message);
    return;
  }
  tell(`${found.name}, ${read?.length ?? 0} bytes`);
  shown.replaceChildren(heading("Instructions"), drawText(found.assembly), heading("ABI"), drawText(found.abi));
}

function heading(text: string): HTMLElement {
  return Object.assign(document.createElement("h2"), { textContent: text });
}

bindFields({ name, bytes }, show);
