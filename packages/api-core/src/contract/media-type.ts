/** The encodings of an answer. */
export type ReplyFormat = "json" | "bcs";

/** Media type of JSON answers, as sent. */
export const jsonContentType = "application/json; charset=utf-8";
/** Media type of BCS answers. */
export const bcsContentType = "application/x-bcs";

/** Media type of server-sent events. */
export const eventsContentType = "text/event-stream";

/** Returns true if an `Accept` header asks for server-sent events. */
export function acceptsEvents(accept: string | undefined): boolean {
  return accept?.split(",").some((entry) => essenceOf(entry) === eventsContentType) === true;
}

const formats: ReadonlyMap<string, ReplyFormat> = new Map([
  ["application/json", "json"],
  ["application/x-bcs", "bcs"],
]);

/**
 * Picks the encoding of the answer from an `Accept` header: the JSON or BCS entry with the highest weight, the first
 * of equals. Wildcards, other types and an absent header mean JSON; nothing is ever "not acceptable".
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.3 | Specification, REST API 1.3}
 */
export function negotiateFormat(accept: string | undefined): ReplyFormat {
  if (accept === undefined || accept === "*/*") return "json";
  const exact = formats.get(accept);
  if (exact !== undefined) return exact;
  let best: ReplyFormat = "json";
  let bestWeight = 0;
  for (const entry of accept.split(",")) {
    const [type = "", ...parameters] = entry.split(";");
    const format = formats.get(type.trim().toLowerCase());
    if (format === undefined) continue;
    const weight = readWeight(parameters);
    if (weight > bestWeight) {
      best = format;
      bestWeight = weight;
    }
  }
  return best;
}

/** The `q` parameter: 0 to 1, 1 when absent; an unreadable one excludes the entry. */
function readWeight(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const separator = parameter.indexOf("=");
    if (parameter.slice(0, separator).trim().toLowerCase() !== "q") continue;
    const text = parameter.slice(separator + 1).trim();
    return /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
  }
  return 1;
}

/** The `type/subtype` of a media type header, in lower case, without parameters. */
export function essenceOf(contentType: string): string {
  const end = contentType.indexOf(";");
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}
