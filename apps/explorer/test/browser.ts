import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { describe, test } from "vitest";

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

const executablePath = process.env.CHROMIUM ?? findOnPath();

/**
 * Groups tests that need a real browser. Where none is installed the group is reported as skipped. In CI, where nobody knows
 * what else the machine does, a test has a second try, which the report shows; elsewhere a lost race is a failure.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  if (executablePath !== undefined) describe(name, { retry: process.env.CI === undefined ? 0 : 1 }, tests);
  else describe(name, () => test.skip("needs Chromium on the PATH or in CHROMIUM", () => undefined));
}

/** Starts the browser without anything that would reach for the network by itself. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
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

/** A page that takes note of everything a good page does not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, uncaught exceptions, policy violations and requests to other hosts; empty when all is well. */
  readonly complaints: readonly string[];
}

/** Opens a page of its own context and watches it. @param origins - the only hosts that may be asked */
export async function openWatchedPage(browser: Browser, ...origins: readonly string[]): Promise<WatchedPage> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // An error answer that a test asks for is reported by the browser too; it is no fault of the page.
    if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text())) {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith("data:") || origins.some((origin) => url.startsWith(`${origin}/`))) return route.continue();
    complaints.push(`foreign request: ${url}`);
    return route.abort();
  });
  return { page, complaints };
}
