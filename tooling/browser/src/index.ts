import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { needs } from "@ledger/test-run/needs";
import { countStart } from "@ledger/test-run/starts";
import { type Browser, chromium } from "playwright-core";
import type { TestOptions } from "vitest";

export type { Browser, Page } from "playwright-core";
export { openWatchedPage, type Screen, screens, type WatchedPage } from "./watched-page.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

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

/** Starts the browser without anything that would reach for the network by itself. */
export function launchBrowser(): Promise<Browser> {
  countStart("browsers");
  return chromium.launch({
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
    ],
  });
}
