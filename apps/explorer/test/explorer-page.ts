import type { NodeProcess } from "@ledger/node-process";
import type { Browser, Locator, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { openWatchedPage } from "./browser.ts";

/** A page of the explorer. @param address - from `#` on */
export async function openExplorer(browser: Browser, node: NodeProcess, address: string): Promise<Page> {
  const { page, complaints } = await openWatchedPage(browser, node.url);
  await page.goto(`${node.url}/v1/spec${address}`);
  watched.set(page, complaints);
  return page;
}

const watched = new WeakMap<Page, readonly string[]>();

/** Closes a page of which nothing was complained: no console error, policy violation, exception or foreign request. */
export async function closeExplorer(page: Page): Promise<void> {
  await page.close();
  expect(watched.get(page)).toEqual([]);
}

/** Value of a name in a list of names and values. */
export function fact(page: Page | Locator, name: string): Locator {
  return page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd");
}

/** Reads JSON from the node without the browser, to compare the page with. */
export async function readJson<T>(node: NodeProcess, path: string): Promise<T> {
  const response = await fetch(`${node.url}/v1${path}`);
  return (await response.json()) as T;
}

/** What the tests read of `GET /v1`. */
export interface LedgerInfo {
  readonly ledger_version: string;
  readonly oldest_ledger_version: string;
  readonly block_height: string;
}

/** Waits until a number of the ledger is above a bound. */
export async function waitForLedger(node: NodeProcess, member: keyof LedgerInfo, bound: number): Promise<void> {
  await vi.waitUntil(async () => Number((await readJson<LedgerInfo>(node, "/"))[member]) > bound, {
    timeout: 40_000,
    interval: 100,
  });
}

/** Waits until something is as expected; with more patience than `expect.poll` has by itself, for a busy machine. */
export function eventually<T>(read: () => T, message?: string): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 20_000, interval: 50, ...(message === undefined ? {} : { message }) });
}
