// Set-up of a test run: one browser for all files, started when the first file asks.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sharedCosts, treeSeconds } from "@ledger/test-run/shared-costs";
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Address at which a file asks for the browser. */
    testBrowser: string;
  }
}

/** What a file is told of the browser. */
export interface BrowserAnswer {
  /** Where it connects to. */
  readonly endpoint: string;
  /** Whether the browser was started for this file. */
  readonly isNew: boolean;
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<BrowserServer> | undefined;
  const answer = async (): Promise<BrowserAnswer> => {
    const isNew = starting === undefined;
    starting ??= start(project.name);
    return { endpoint: (await starting).wsEndpoint(), isNew };
  };
  const door = createServer((_request, response) => {
    answer().then(
      (found) => response.end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  project.provide("testBrowser", `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.closeAllConnections();
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
