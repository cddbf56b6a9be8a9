import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "@ledger/browser";
import { openTestBrowser } from "@ledger/browser/open-test-browser";
import { root } from "@ledger/check-docs/files";
import { afterAll, beforeAll } from "vitest";
import { serveFolder } from "../src/build/serve.ts";

const run = promisify(execFile);

/** The site, built and served from a folder of a server, and a browser to look at it with. */
export interface BuiltSite {
  /** What the build printed: of one version, next to which others may lie. */
  readonly output: string;
  readonly folder: string;
  /** Where the site is, with a slash at its end. */
  readonly url: string;
  readonly browser: Browser;
  /** Addresses of all pages, from the site's root. */
  readonly addresses: readonly string[];
}

/** Gives the tests of a file the site, from before the first of them to after the last. */
export function useSite(): BuiltSite {
  const temporary = mkdtempSync(join(tmpdir(), "site-"));
  const versions = join(temporary, "some/folder");
  let site: BuiltSite | undefined;
  let server: Awaited<ReturnType<typeof serveFolder>> | undefined;

  beforeAll(async () => {
    const turbo = [join(root, "tooling/launch/src/turbo.mjs"), "run", "reference", "bundle"];
    turbo.push("--filter=@ledger/site", "--filter=@ledger/explorer");
    await run(process.execPath, turbo, { cwd: root });
    const main = join(root, "apps/site/src/main.ts");
    const built = await run(process.execPath, ["--conditions=@ledger/source", main, "--versions", versions], {
      cwd: root,
    });
    server = await serveFolder(temporary, 0);
    const [version = ""] = JSON.parse(readFileSync(join(versions, "versions.json"), "utf8")) as string[];
    const folder = join(versions, version);
    const addresses = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".html"),
    );
    const browser = await openTestBrowser();
    site = {
      output: built.stdout + built.stderr,
      folder,
      url: `${server.url}some/folder/${version}/`,
      browser,
      addresses,
    };
  });
  afterAll(async () => {
    await site?.browser.close();
    await server?.[Symbol.asyncDispose]();
    rmSync(temporary, { recursive: true, force: true });
  });

  return new Proxy({} as BuiltSite, {
    get(_, name) {
      if (site === undefined) throw new Error("the site is there from the first test on");
      return Reflect.get(site, name);
    },
  });
}
