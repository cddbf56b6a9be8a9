import { shortenHex } from "./hex.ts";
import { formatCount } from "./number.ts";

/** Members named in a preview, and characters of a text. */
const named = 3;
const shown = 24;

/** A value of the ledger in one line: itself, or the first of its members that are no structures: `number 7, total 620,000`. */
export function previewOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return previewOfPart(value) ?? "";
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "item" : "items"}`;
  const variant: unknown = Reflect.get(value, "__variant__");
  const parts = Object.entries(value).flatMap(([name, member]) => {
    const part = previewOfPart(member);
    return part === undefined || name.startsWith("dummy_field") || name === "__variant__" ? [] : [`${name} ${part}`];
  });
  const members = parts.slice(0, named).join(", ");
  return typeof variant === "string" ? `${variant}${members === "" ? "" : `: ${members}`}` : members;
}

function previewOfPart(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return undefined;
  if (value.startsWith("0x")) return shortenHex(value);
  if (/^[1-9]\d{0,77}$/.test(value)) return formatCount(value);
  return value.length <= shown ? value : `${value.slice(0, shown)}…`;
}
