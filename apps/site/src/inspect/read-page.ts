import { readFileSync } from "node:fs";
import type { Source } from "../pages/page.ts";

/** The page of the inspector. */
export function readInspector(): Source {
  return { path: "inspect/README.md", text: readFileSync(new URL("./page.html", import.meta.url), "utf8") };
}
