import type { JsonInput } from "./json.ts";

/** Longest echo of a client's value in an error message, UTF-16 units. */
const maxEcho = 400;

/** Writes a value of the client back as JSON text for an error message, cut when long. */
export function echoJson(value: JsonInput): string {
  const text = formatJson(value, maxEcho);
  return text.length > maxEcho ? `${text.slice(0, maxEcho).toWellFormed()}…` : text;
}

/** Writes JSON text, integers with all their digits. Stops adding once longer than `enough`. */
function formatJson(value: JsonInput, enough: number): string {
  if (typeof value === "bigint") return value.toString();
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonInput[]) {
      text += `${text === "" ? "" : ","}${formatJson(item, enough - text.length)}`;
      if (text.length > enough) break;
    }
    return `[${text}]`;
  }
  for (const [name, member] of Object.entries(value)) {
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${formatJson(member, enough - text.length)}`;
    if (text.length > enough) break;
  }
  return `{${text}}`;
}
