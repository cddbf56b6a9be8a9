// How long does the reader wait, and what jumps? First paints, interactions and layout shifts, in Chromium's own words, of a node
// with the local network.
// Usage: node scripts/timings.ts; each figure is the median of several pages. Run it on a machine that does nothing else.
import { loadavg } from "node:os";
import { createDataDir, startNode } from "@ledger/node-process";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, type Screen, screens } from "../test/browser.ts";
import { measureShiftsOnSlowProcessor } from "../test/layout-shifts.ts";
import { listViews } from "../test/views.ts";
import { waitFor, waitForHeight } from "./wait-for.ts";

/** How many times slower the processor is by which layout shifts are measured. */
const slowdown = 6;

/** Pages that a figure is the median of. */
const rounds = 5;

/** Places of readers: a desk in the same house, and a middling phone on a mobile network as Lighthouse has it. */
const places = [
  { name: "desk, this machine", screen: screens[0], cpu: 1, network: undefined },
  {
    name: "phone, 1.6 Mbit/s, 150 ms, a quarter of the CPU",
    screen: screens[1],
    cpu: 4,
    network: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  },
] as const satisfies readonly { readonly screen: Screen; readonly [name: string]: unknown }[];

/** The browser's own notes of a page, milliseconds. */
interface Noted {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Longest time from a key or click to the frame that shows its effect, for each interaction. */
  readonly interactions: Readonly<Record<string, number>>;
}

/** A reader's actions, in this order, in one page. */
const interactions: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "open a view": async (page) => {
    // On a phone the views are in a menu.
    const menu = page.getByRole("button", { name: "Views" });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Transactions" }).click();
    await page.locator("tbody tr").first().waitFor();
  },
  "change a filter": (page) => page.getByLabel("failed only").click(),
  "type in the search": async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("0x1::coin::tra");
    await page.locator(".option").first().waitFor();
  },
  "go where it leads": async (page) => {
    await page.keyboard.press("Enter");
    await page.locator("#item-transfer").waitFor();
  },
};

using dataDir = createDataDir();
await using node = await startNode("--data-dir", dataDir.path);
await using browser = await launchBrowser();

await waitForHeight(node.url, 20);
for (const place of places) {
  const noted: Noted[] = [];
  for (let round = 0; round < rounds; round++) noted.push(await look(browser, place));
  process.stdout.write(`${place.name} (load ${loadavg()[0]!.toFixed(1)})\n`);
  print(
    "first contentful paint",
    noted.map((one) => one.firstPaint),
  );
  print(
    "largest contentful paint",
    noted.map((one) => one.largestPaint),
  );
  for (const name of Object.keys(interactions))
    print(
      name,
      noted.map((one) => one.interactions[name] ?? Number.NaN),
    );
}

interface Sent {
  readonly type: string;
  readonly sender: string;
  readonly version: string;
}
const call = await waitFor<readonly Sent[], Sent>(node.url, "/transactions?limit=100", (latest) =>
  latest.findLast(({ type }) => type === "user_transaction"),
);
for (const screen of screens) {
  process.stdout.write(`layout shift, ${screen.width} pixels wide, ${slowdown} times slower\n`);
  for (const view of listViews(call)) {
    const { total } = await measureShiftsOnSlowProcessor(browser, `${node.url}/v1/spec${view}`, screen, slowdown);
    process.stdout.write(`  ${total.toFixed(3)} ${view}\n`);
  }
}

function print(name: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b);
  process.stdout.write(
    `  ${name}: ${Math.round(sorted[sorted.length >> 1]!)} ms (most ${Math.round(sorted.at(-1)!)})\n`,
  );
}

/** Opens a page that nothing is kept of, and does in it what a reader does. */
async function look(from: Browser, { screen, cpu, network }: (typeof places)[number]): Promise<Noted> {
  const context = await from.newContext({ viewport: screen });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  if (network !== undefined) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", network);
  }
  await page.addInitScript(() => {
    const seen = { largest: 0, longest: 0 };
    Object.assign(globalThis, { seen });
    const watch = (type: string, take: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
        durationThreshold: 16,
      } as PerformanceObserverInit);
    watch("largest-contentful-paint", ({ startTime }) => {
      seen.largest = startTime;
    });
    watch("event", ({ duration }) => {
      seen.longest = Math.max(seen.longest, duration);
    });
  });
  await page.goto(`${node.url}/v1/spec`);
  await page.locator(".block-chart .bar").first().waitFor();
  const paints = await page.evaluate(() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    largest: (globalThis as unknown as { seen: { largest: number } }).seen.largest,
  }));
  const durations: Record<string, number> = {};
  for (const [name, interact] of Object.entries(interactions)) {
    await interact(page);
    // The browser tells of an event after the frame that shows its effect.
    await page.waitForTimeout(300);
    durations[name] = await page.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: { longest: number } };
      const { longest } = seen;
      seen.longest = 0;
      return longest;
    });
  }
  await context.close();
  return { firstPaint: paints.first, largestPaint: paints.largest, interactions: durations };
}
