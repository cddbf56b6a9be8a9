import { createDataDir, startNode } from "@ledger/node-process";
import { openTestNode } from "@ledger/node-process/open-test-node";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { openTestBrowser, openWatchedPage, type Screen } from "./browser.ts";

/** A node that serves the explorer, and a browser to look at it with. */
export interface Explorer {
  /** Base URL of the node, without a path. */
  readonly url: string;
  readonly browser: Browser;
  /** Opens a page of the explorer. @param address - from `#` on */
  open(address: string, screen?: Screen): Promise<Page>;
}

/** The part of a node that tests need: its address. */
type Served = Pick<Explorer, "url">;

/** A node that is there for a group of tests. */
type OpenNode = Served & AsyncDisposable;

/** Waits until a ledger has what the tests of a group look at. */
type Ready = (node: Served) => Promise<void>;

/** Arguments of the local network that most files look at. It keeps all that it ever had. */
export const demo: readonly string[] = ["--block-interval", "200", "--state-window", "1000000"];

/** The same, with proofs. */
export const provedDemo: readonly string[] = ["--block-interval", "1000", "--proofs", "on"];

/** Gives the tests of a group a node of their own. @param args - of the node, besides its data folder */
export function useExplorer(args: readonly string[] = [], ready?: Ready): Explorer {
  return useNode(() => startOwnNode(args), ready);
}

/** Gives the tests of a group, which change nothing of it, the run's node with these arguments. */
export function useSharedExplorer(args: readonly string[], ready?: Ready): Explorer {
  return useNode(() => openSharedNode(args), ready);
}

/** Starts a node, and removes its data with it. */
export async function startOwnNode(args: readonly string[]): Promise<OpenNode> {
  const dataDir = createDataDir();
  const node = await startNode("--data-dir", dataDir.path, ...args);
  return {
    url: node.url,
    async [Symbol.asyncDispose]() {
      await node.stop();
      dataDir[Symbol.dispose]();
    },
  };
}

async function openSharedNode(args: readonly string[]): Promise<OpenNode> {
  const node = await openTestNode(...args);
  return { url: node.url, [Symbol.asyncDispose]: async () => node[Symbol.dispose]() };
}

/** Gives the tests of a group a node and the run's browser, from before the first of them to after the last. */
function useNode(open: () => Promise<OpenNode>, ready?: Ready): Explorer {
  let node: OpenNode | undefined;
  let browser: Browser | undefined;
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("the explorer is there from the first test on");
    return value;
  };

  beforeAll(async () => {
    const opening = open().then((one) => {
      node = one;
    });
    browser = await openTestBrowser();
    await opening;
    await ready?.(started(node));
  });
  afterAll(async () => {
    await browser?.close();
    await node?.[Symbol.asyncDispose]();
  });

  return {
    get url() {
      return started(node).url;
    },
    get browser() {
      return started(browser);
    },
    open: (address, screen) => openExplorer(started(browser), started(node), address, screen),
  };
}

/** A page of the explorer. @param address - from `#` on */
async function openExplorer(browser: Browser, node: Served, address: string, screen?: Screen): Promise<Page> {
  const { page, complaints } = await openWatchedPage(browser, [node.url], screen);
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

/** Pixels that a page is wider than its screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The button that shows the names of a module's source which came after the module: it may on a busy machine. */
export function lateNames(page: Page): Locator {
  return page.getByRole("button", { name: "Show names and comments from the source" });
}

/** Waits until a module reads with the names of its source, and asks for them where they came late. */
export async function showNames(page: Page): Promise<void> {
  const named = page.locator(".definition .parameter").first();
  const late = lateNames(page);
  await late.or(named).first().waitFor();
  if (await late.isVisible()) await late.click();
  await named.waitFor();
}

/** Value of a name in a list of names and values. */
export function fact(page: Page | Locator, name: string): Locator {
  return page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd");
}

/** Reads JSON from the node without the browser, to compare the page with. */
export async function readJson<T>(node: Served, path: string): Promise<T> {
  const response = await fetch(`${node.url}/v1${path}`);
  return (await response.json()) as T;
}

/** The members of `GET /v1` that tests read. */
export interface LedgerInfo {
  readonly ledger_version: string;
  readonly oldest_ledger_version: string;
  readonly block_height: string;
}

/** A call that somebody sent. */
interface SentCall {
  readonly version: string;
  readonly hash: string;
  readonly sender: string;
  readonly success: boolean;
  readonly payload: { readonly function: string };
}

/**
 * Entry function calls among the latest transactions, the newest first. Those that somebody else paid for are left out: their senders
 * may hold nothing.
 */
async function findCalls(node: Served): Promise<readonly SentCall[]> {
  type Listed = SentCall & { readonly type: string; readonly signature?: { readonly type: string } };
  const latest = await readJson<Listed[]>(node, "/transactions?limit=100");
  return latest
    .filter(({ type, payload }) => type === "user_transaction" && payload.function !== undefined)
    .filter(({ signature }) => signature?.type !== "fee_payer_signature")
    .toReversed();
}

/** Waits until somebody has called something. @returns the newest call */
export async function waitForCall(node: Served): Promise<SentCall> {
  return vi.waitUntil(async () => (await findCalls(node))[0], { timeout: 120_000, interval: 200 });
}

/** Waits until the demonstration's shop is published: the local network begins without it. */
export async function waitForShop(node: Served): Promise<void> {
  const found = async (): Promise<boolean> => (await fetch(`${node.url}/v1/accounts/0xcafe/module/shop`)).ok;
  await vi.waitUntil(found, { timeout: 120_000, interval: 200 });
}

/** Waits until a number of the ledger is above a bound. */
export async function waitForLedger(node: Served, member: keyof LedgerInfo, bound: number): Promise<void> {
  await vi.waitUntil(async () => Number((await readJson<LedgerInfo>(node, "/"))[member]) > bound, {
    timeout: 120_000,
    interval: 100,
  });
}

/** Waits until something is as expected; with more patience than `expect.poll` has by itself, for a busy machine. */
export function eventually<T>(read: () => T, message?: string): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 120_000, interval: 50, ...(message === undefined ? {} : { message }) });
}

/** Goes to the page of an operation, and waits until it has found values to try the operation with. */
export async function openOperation(page: Page, { url }: Served, operationId: string): Promise<void> {
  await page.goto(`${url}/v1/spec#/reference/${operationId}`);
  // The operation before is shown until the page has noticed its new address.
  await page.locator(`a[aria-current][href="#/reference/${operationId}"]`).waitFor({ state: "attached" });
  await page.getByText("with values that exist on this ledger").waitFor();
}

/** Sends an operation's request with the values that the page fills in, and waits for its answer. */
export async function tryOperation(page: Page, node: Served, operationId: string, expected: RegExp): Promise<void> {
  await openOperation(page, node, operationId);
  await sendRequest(page, expected, operationId);
}

/**
 * Sends the request that the page of an operation shows, and waits for its answer. Again where the node is too busy for once, and says
 * so.
 *
 * @param expected - the beginning of the answer: its status, how long it took, its size and type
 * @param message - names the request where the answer is another one
 */
export async function sendRequest(page: Page, expected: RegExp, message?: string): Promise<void> {
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.click();
  const line = page.getByRole("region", { name: "Answer", exact: true }).locator(".answer-line");
  const answered = async (): Promise<string> => {
    const text = await line.innerText();
    if (text.startsWith("503") && !expected.test(text)) await send.click();
    return text;
  };
  await eventually(answered, message).toMatch(expected);
}
