import type { Browser, Page, Route } from "playwright-core";
import type { Screen } from "./browser.ts";

/** Movements of a page while it was loaded. */
export interface Shifts {
  /** Sum of the browser's layout shift scores: 0.1 is called good. */
  readonly total: number;
  /** The parts of the page that the largest of them moved. */
  readonly largest: string;
}

interface SeenShift {
  readonly value: number;
  readonly moved: string;
}

/** Steps without a request after which a page is taken for loaded, and steps after which it is left in any case. */
const quietSteps = 16;
const mostSteps = 120;

/**
 * Loads a page on a clock of its own: it gets one answer at a time, a chunk of code or the API's, and a fixed time passes for it
 * between two. The machine may be as busy as it likes: the page sees the same order of things at the same times.
 *
 * @param pace - milliseconds of the page's clock for each answer
 */
export async function measureShifts(browser: Browser, url: string, screen: Screen, pace: number): Promise<Shifts> {
  const context = await browser.newContext({ viewport: screen });
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1);
  const waiting: Route[] = [];
  await page.route("**/v1/**", (route) => {
    // The page itself begins the clock.
    if (route.request().isNavigationRequest()) return route.continue();
    waiting.push(route);
  });
  await page.goto(url, { waitUntil: "commit" });
  for (let step = 0, quiet = 0; step < mostSteps && quiet < quietSteps; step++) {
    const next = waiting.shift();
    quiet = next === undefined ? quiet + 1 : 0;
    if (next !== undefined) await deliver(next);
    await paint(page);
    await page.clock.runFor(pace);
    await paint(page);
  }
  const shifts = await readShifts(page);
  await context.close();
  return shifts;
}

/**
 * Loads a page on a slower processor, by the clock on the wall: what a reader sees, on a machine that does nothing else.
 *
 * @param rate - how many times slower
 */
export async function measureShiftsOnSlowProcessor(
  browser: Browser,
  url: string,
  screen: Screen,
  rate: number,
): Promise<Shifts> {
  const context = await browser.newContext({ viewport: screen });
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await page.goto(url);
  await page.locator(".settling").waitFor({ state: "detached" });
  await page.waitForTimeout(2_500);
  const shifts = await readShifts(page);
  await context.close();
  return shifts;
}

async function readShifts(page: Page): Promise<Shifts> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: readonly SeenShift[] }).shifts);
  const largest = shifts.toSorted((a, b) => b.value - a.value)[0];
  return { total: shifts.reduce((sum, { value }) => sum + value, 0), largest: largest?.moved ?? "" };
}

/** Lets an answer through, and waits until the browser has all of it. */
async function deliver(route: Route): Promise<void> {
  await route.continue().catch(() => undefined);
  const response = await route.request().response();
  await response?.finished();
}

/** Waits for two frames of the browser's own, in which it lays the page out. */
function paint(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { ownFrame } = globalThis as unknown as { ownFrame: typeof requestAnimationFrame };
    return new Promise<void>((resolve) => ownFrame(() => ownFrame(() => resolve())));
  });
}

/** Runs in the page, before its clock is replaced. */
function watchShifts(): void {
  const shifts: SeenShift[] = [];
  Object.assign(globalThis, { shifts, ownFrame: globalThis.requestAnimationFrame.bind(globalThis) });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly { readonly node: Element | null }[];
      };
      const moved = sources.map(
        ({ node }) => node?.className || node?.parentElement?.className || node?.nodeName || "",
      );
      if (!hadRecentInput) shifts.push({ value, moved: moved.join(", ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}
