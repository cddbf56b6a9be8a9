import { readFileSync } from "node:fs";
import { root } from "@ledger/check-docs/files";
import type { Source } from "../pages/page.ts";

/** Files of the pages of inspectors, by the names of the pages. */
const files = { README: "bytes", module: "module", schema: "schema", proof: "proof" };

/** A module that the Move compiler made. */
const tipJar = "examples/cover-a-module/build/TipJar/bytecode_modules/tip_jar.mv";

/** The pages of the inspectors. */
export function readInspectors(): Source[] {
  const example = readFileSync(root + tipJar).toString("hex");
  return Object.entries(files).map(([name, file]) => ({
    path: `inspect/${name}.md`,
    text: readFileSync(new URL(`./${file}.html`, import.meta.url), "utf8").replace("TIP_JAR", example),
  }));
}
