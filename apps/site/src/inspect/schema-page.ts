import { find } from "../browser/find.ts";
import { bindFields, tell } from "./fields.ts";
import { noHex, readHex } from "./inspect.ts";
import { inspectBySchema, readSchema, type Schema } from "./inspect-schema.ts";
import { drawInspection } from "./tree-table.ts";

const schema = find<HTMLTextAreaElement>("#schema");
const type = find<HTMLInputElement>("#type");
const bytes = find<HTMLTextAreaElement>("#bytes");
const shown = find<HTMLElement>("#shown");

let text: string | undefined;
let known: Schema;

function show(): void {
  if (schema.value !== text) {
    text = schema.value;
    known = readSchema(text);
    const names = known.kind === "schema" ? [...known.codecs.keys()] : [];
    find("#types").replaceChildren(...names.map((name) => new Option(name)));
  }
  const read = readHex(bytes.value);
  tell(drawInspection(read === undefined ? noHex : inspectBySchema(known, type.value, read), read?.length ?? 0, shown));
}

bindFields({ schema, type, bytes }, show);
