import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { needs } from "@ledger/test-run/needs";
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from "playwright-core";
import type { TestOptions } from "vitest";

export type { Browser, Page } from "playwright-core";
export { openWatchedPage, type Screen, screens, type WatchedPage } from "./watched-page.ts";

/** The same engine without windows comes first: it takes less than half the processor time. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function findOnPath(): string | undefined {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here: the next place.
      }
    }
  }
  return undefined;
}

/** Path of the browser that tests drive: `CHROMIUM`, or the first one on the PATH. Absent where none is installed. */
export const browserPath: string | undefined = process.env.CHROMIUM ?? findOnPath();

/** Options of a test or a group that drives the browser. */
export const needsBrowser: TestOptions = needs("Chromium on the PATH or in CHROMIUM", browserPath !== undefined);

/** Without anything that would reach for the network by itself. */
const launchOptions: LaunchOptions = {
  ...(browserPath === undefined ? {} : { executablePath: browserPath }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    // As every browser with windows has it: a frame without origin cannot stop its page.
    "--site-per-process",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE [::1]",
  ],
};

let folder: string | undefined;

/** A browser that is ended while it makes shared memory leaves the file in its temporary folder: it gets one that ends with us. */
function surroundings(): Record<string, string | undefined> {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), "browser-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return { ...process.env, TMPDIR: folder };
}

/** Starts a browser of one's own. Tests connect to the one of their run. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...launchOptions, env: surroundings() });
}

/** Starts a browser that others connect to. It ends with this process, which handles signals itself. */
export function startBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({
    ...launchOptions,
    env: surroundings(),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
