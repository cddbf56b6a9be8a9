import { readFileSync } from "node:fs";
import type { Source } from "../pages/page.ts";

/** Files of the pages of inspectors, by the names of the pages. */
const files = { README: "bytes", module: "module", schema: "schema", proof: "proof" };

/** The pages of the inspectors. */
export function readInspectors(): Source[] {
  return Object.entries(files).map(([name, file]) => ({
    path: `inspect/${name}.md`,
    text: readFileSync(new URL(`./${file}.html`, import.meta.url), "utf8"),
  }));
}
