import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@ledger/check-docs/files";
import { policy } from "./layout.ts";

const policyOf = (text: string): string => `<meta http-equiv="Content-Security-Policy" content="${text}">`;

/**
 * Writes the page that runs the reader's code. It has no origin, so that nothing of this site is within its reach, and no host either.
 *
 * @param script - address of what runs it, from the site's root
 */
export function writeRunner(folder: string, script: string): void {
  const own = policyOf("default-src 'none'; script-src 'self' 'unsafe-eval'");
  const page = `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">${own}<title>Runs code</title><script src="../${script}"></script></head>\n</html>\n`;
  writeFileSync(join(folder, "playground/runner.html"), page);
}

/** Brings the explorer, as it was built, with the script that leads its requests to the chain of the playground. */
export function writeExplorer(folder: string, bridge: string): void {
  const target = join(folder, "explorer");
  cpSync(join(root, "apps/explorer/dist"), target, { recursive: true });
  for (const name of readdirSync(target, { recursive: true, encoding: "utf8" })) {
    if (/\.(?:gz|br)$/.test(name)) rmSync(join(target, name));
  }
  const page = join(target, "index.html");
  const head = `<meta charset="utf-8" />\n    ${policyOf(policy)}\n    <script src="../${bridge}"></script>`;
  writeFileSync(page, readFileSync(page, "utf8").replace('<meta charset="utf-8" />', head));
}
