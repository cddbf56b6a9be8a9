// Set-up of a test run: one browser for all files, started when the first file asks.
import { openDoor } from "@ledger/test-run/door";
import { sharedCosts, treeSeconds } from "@ledger/test-run/shared-costs";
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which a file asks for the browser. */
    testBrowser: string;
  }
}

/** The answer to a file that asks for the browser. */
export interface BrowserAnswer {
  /** Address that the file connects to. */
  readonly endpoint: string;
  /** True if the browser was started for this file. */
  readonly isNew: boolean;
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<BrowserServer> | undefined;
  const door = await openDoor(async (_request, response) => {
    const isNew = starting === undefined;
    starting ??= start(project.name);
    const endpoint = (await starting).wsEndpoint();
    response.end(JSON.stringify({ endpoint, isNew } satisfies BrowserAnswer));
  });
  project.provide("testBrowser", door.url);
  return async () => {
    door.close();
    const browser = await starting?.catch(() => undefined);
    await browser?.close();
  };
}

async function start(projectName: string): Promise<BrowserServer> {
  // Most runs need no browser: they do not load its driver either.
  const { startBrowserServer } = await import("./index.ts");
  const browser = await startBrowserServer();
  sharedCosts().set(`the browser of ${projectName}`, () => treeSeconds(browser.process().pid));
  return browser;
}
