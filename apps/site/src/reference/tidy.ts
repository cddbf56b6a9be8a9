import type { EntryPoint } from "./entry-points.ts";

/** An entry point as it is imported. */
const importName = (name: string): string => `@ledger/${name}`;

/** The folder of an entry point's package: `state-store/sqlite` is of `state-store`. */
const packageOf = (name: string): string => name.split("/")[0] ?? name;

/**
 * Puts what a reader asks first first: what an export is for, then where it is defined. One heading is enough for all errors that a
 * function throws.
 *
 * @param text - a page of an export, as TypeDoc writes it
 */
export function tidyExport(text: string): string {
  const tidied = joinThrows(text);
  const [head = "", ...rest] = tidied.split(/^(?=## )/m);
  const place = /^Defined in: .*$/m.exec(head)?.[0];
  if (place === undefined) return tidied;
  return [`${head.replace(`${place}\n`, "").trimEnd()}\n\n${place}\n\n`, ...rest].join("").replace(/\n{3,}/g, "\n\n");
}

function joinThrows(text: string): string {
  let last = "";
  const lines = text.split("\n").filter((line) => {
    if (!/^#{1,6} /.test(line)) return true;
    const isAgain = line === last && / Throws$/.test(line);
    last = line;
    return !isAgain;
  });
  return lines.join("\n");
}

/** Leads from the list of an entry point's exports to the pages of its package. @param name - of the entry point */
export function tidyEntryPoint(text: string, name: string): string {
  const up = "../".repeat(name.split("/").length + 1);
  const readme = `${up}packages/${packageOf(name)}/README.md`;
  return text.replace("\n\n", `\n\nExports of \`${importName(name)}\`. [What it is for](${readme})\n\n`);
}

/** Says what each package is for, in the list of all: in the words of its manifest. */
export function tidyIndex(text: string, entryPoints: readonly EntryPoint[]): string {
  const rows = new Map(entryPoints.map(({ name, description }) => [name, description]));
  const intro = "Every export of the packages, as the comments of its source describe it.";
  return text
    .replace("\n\n## Modules\n", `\n\n${intro}\n`)
    .replace(/^\| \[([a-z/-]+)\]\((.*?)\) \| - \|$/gm, (_, name: string, target: string) => {
      return `| [${importName(name)}](${target}) | ${name === packageOf(name) ? (rows.get(name) ?? "") : ""} |`;
    });
}
