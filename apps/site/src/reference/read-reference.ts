import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Source } from "../pages/page.ts";

const folder = fileURLToPath(new URL("../../.cache/reference", import.meta.url));

/** Reads the reference that `src/reference/main.ts` wrote. @throws Error when it was not run */
export function readReference(): Source[] {
  if (!existsSync(folder)) throw new Error("the reference is not there: `pnpm site` makes it first");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort()
    .map((name) => ({ path: `reference/${name}`, text: readFileSync(join(folder, name), "utf8") }));
}
