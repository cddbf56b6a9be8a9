import { QueryRefusal } from "../answering/table.ts";

/** A name, or a place in brackets: a number, or a name in quotes. */
const step = /\.?([A-Za-z_][\w-]*)|\[(?:(\d{1,9})|"([^"]*)"|'([^']*)')\]/y;

/**
 * Reads the path of a part of a JSON value, such as `$.bids[0]["best price"]`.
 *
 * @returns finds the part; null where there is none
 * @throws QueryRefusal for a text that is no path
 */
export function readJsonPath(text: string): (value: unknown) => unknown {
  const names: string[] = [];
  step.lastIndex = text.startsWith("$") ? 1 : 0;
  for (let at = step.lastIndex; at < text.length; at = step.lastIndex) {
    const found = step.exec(text);
    if (found === null)
      throw new QueryRefusal(`a path is such as $.name[0], and this one is not: ${text.slice(0, 100)}`);
    names.push(found.slice(1).find((name) => name !== undefined)!);
  }
  return (value) => {
    let part = value;
    for (const name of names) {
      if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return null;
      part = (part as Readonly<Record<string, unknown>>)[name];
    }
    return part ?? null;
  };
}
