import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file that lists the versions of a site: next to their folders, the newest first. */
const list = "versions.json";

/** The list of versions, as a page of one of them names it: from the root of that version. */
export const versionsAddress: string = `../${list}`;

const names = new Intl.Collator("en", { numeric: true });

/**
 * Writes what belongs to all versions of a site: the list of them, and a page that leads to the newest.
 *
 * @param folder - with a folder for each version, by its name
 * @returns the versions, the newest first
 */
export function writeVersions(folder: string): readonly string[] {
  const versions = readdirSync(folder)
    .filter((name) => /^\d+\.\d+\.\d+/.test(name) && existsSync(join(folder, name, "index.html")))
    .sort((a, b) => names.compare(b, a));
  writeFileSync(join(folder, list), JSON.stringify(versions));
  // A release comes before its candidates.
  const newest = versions.find((name) => !name.includes("-")) ?? versions[0] ?? "";
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${newest}/index.html"><title>Ledger Node</title></head>\n<body><a href="${newest}/index.html">Ledger Node ${newest}</a></body>\n</html>\n`,
  );
  return versions;
}
