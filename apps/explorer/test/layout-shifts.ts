import type { Random } from "@ledger/random";
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

/** Steps after the page is shown in which nothing waits, but for the ledger's head; and steps after which it is left in any case. */
const restingSteps = 12;
const mostSteps = 120;

/**
 * Loads a page on a clock of its own: it gets one answer at a time, a chunk of code or the API's, and a fixed time passes for it
 * between two. The machine may be as busy as it likes: the page sees the same order of things at the same times.
 *
 * @param pace - milliseconds of the page's clock for each answer
 * @param random - lets answers that are under way together come in any order; in that of their requests when absent
 */
export async function measureShifts(
  browser: Browser,
  url: string,
  screen: Screen,
  pace: number,
  random?: Random,
): Promise<Shifts> {
  const context = await browser.newContext({ viewport: screen });
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  const start = Date.now();
  await page.clock.install({ time: start - 60_000 });
  await page.clock.pauseAt(start);
  const waiting: Route[] = [];
  let isStarted = false;
  await page.route("**/v1/**", (route) => {
    const request = route.request();
    // It never ends: what it tells comes when it comes.
    if (new URL(request.url()).pathname === "/v1/stream") return void route.continue();
    // The page begins to draw when it has the first code and styles: they come before the first answer.
    isStarted ||= request.resourceType() === "fetch";
    if (isStarted) waiting.push(route);
    else void route.continue();
  });
  await page.goto(url, { waitUntil: "commit" });
  const frames = await framesOf(page);
  const unsettled = page.locator(".settling, #app:empty");
  for (let step = 0, resting = 0; step < mostSteps && resting < restingSteps; step++) {
    const [next] = waiting.splice(random?.below(waiting.length) ?? 0, 1);
    if (next !== undefined) await deliver(next);
    await page.clock.runFor(pace);
    await frames();
    if (waiting.length <= 1 && (await unsettled.count()) === 0) resting++;
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

/** Returns a function that waits for two frames of the browser's own, in which it lays the page out: those of the page are replaced. */
async function framesOf(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  const expression = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";
  return () => session.send("Runtime.evaluate", { expression, contextId, awaitPromise: true });
}

/** Runs in the page, before anything of it. */
function watchShifts(): void {
  const shifts: SeenShift[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly { readonly node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.className || node?.parentElement?.className || node?.nodeName} by ${currentRect.y - previousRect.y} (${Math.round(previousRect.y)}+${Math.round(previousRect.height)} to ${Math.round(currentRect.y)}+${Math.round(currentRect.height)})`,
      );
      if (!hadRecentInput) shifts.push({ value, moved: moved.join(", ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}
