// Set-up of a test run: the site, built once for the files that look at it, when the first of them asks.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDoor } from "@ledger/test-run/door";
import { sharedCosts, treeSeconds } from "@ledger/test-run/shared-costs";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which a file asks for the site. */
    testSite: string;
  }
}

/** The site as it is served. */
export interface ServedSite {
  /** What the build printed: of one version, next to which others may lie. */
  readonly output: string;
  readonly folder: string;
  /** Where the site is, with a slash at its end. */
  readonly url: string;
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const ends: (() => void)[] = [];
  let building: Promise<string> | undefined;
  const door = await openDoor(async (_request, response) => {
    building ??= build(ends);
    response.end(await building);
  });
  project.provide("testSite", door.url);
  return async () => {
    door.close();
    for (const end of ends) end();
  };
}

/** @param ends - gets what takes the site away again @returns the site, in JSON */
async function build(ends: (() => void)[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(import.meta.dirname, "serve-site.ts");
  const child = spawn(process.execPath, ["--conditions=@ledger/source", program, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  ends.unshift(() => void child.kill("SIGKILL"));
  sharedCosts().set("the site", () => treeSeconds(child.pid));
  const failed = once(child, "exit").then(() => {
    throw new Error("the site could not be built");
  });
  let line = "";
  const built = (async () => {
    for await (const part of child.stdout) {
      line += part;
      if (line.endsWith("\n")) break;
    }
    return line;
  })();
  return Promise.race([built, failed]);
}
