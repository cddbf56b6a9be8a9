import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "@ledger/check-docs/files";
import type { Source } from "../pages/page.ts";
import { listEntryPoints } from "./entry-points.ts";
import { tidyEntryPoint, tidyExport, tidyIndex } from "./tidy.ts";

const folder = fileURLToPath(new URL("../../.cache/reference", import.meta.url));

/** Reads the reference that `src/reference/main.ts` wrote. @throws Error when it was not run */
export function readReference(): Source[] {
  if (!existsSync(folder)) throw new Error("the reference is not there: `pnpm site` makes it first");
  const entryPoints = listEntryPoints(root);
  const tidy = (name: string, text: string): string => {
    if (name === "README.md") return tidyIndex(text, entryPoints);
    return name.endsWith("/README.md") ? tidyEntryPoint(text, name.slice(0, -"/README.md".length)) : tidyExport(text);
  };
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort()
    .map((name) => ({ path: `reference/${name}`, text: tidy(name, readFileSync(join(folder, name), "utf8")) }));
}
