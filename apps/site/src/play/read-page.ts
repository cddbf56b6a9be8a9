import { readFileSync } from "node:fs";
import type { Source } from "../pages/page.ts";

/** The page of the playground. */
export function readPlayground(): Source {
  return { path: "playground/README.md", text: readFileSync(new URL("./page.html", import.meta.url), "utf8") };
}
