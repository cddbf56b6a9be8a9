import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openWatchedPage, type Page, type Screen } from "@ledger/browser";
import type { AxeResults, RunOptions } from "axe-core";
import type { BuiltSite } from "./built-site.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  /** How far the page has moved its content; kept by `watchShifts`. */
  var shift: number;
  /** Read into the page by `runAxe`. */
  var axe: { run(options?: RunOptions): Promise<AxeResults> };
}

/** An entry of the page's movements, which the compiler's library does not have. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Movements of a page that a reader would feel: 0.1 is called good. */
const mostShift = 0.05;

/**
 * Opens pages one after the other, and looks at each by day and at night.
 *
 * @param screensOf - where each is looked at
 * @returns a line for each thing that is wrong
 */
export async function walk(
  site: BuiltSite,
  addresses: readonly string[],
  screensOf: (place: number) => readonly Screen[],
): Promise<string[]> {
  const { page, complaints } = await openWatchedPage(site.browser, [new URL(site.url).origin]);
  await page.addInitScript(watchShifts);
  const findings: string[] = [];
  let heard = 0;
  for (const [place, address] of addresses.entries()) {
    for (const screen of screensOf(place)) {
      await page.setViewportSize(screen);
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(site.url + address);
      const day = [...(await look(page)), ...(await runAxe(page))];
      await page.emulateMedia({ colorScheme: "dark" });
      // At night it differs by its colours alone.
      const night = await runAxe(page, ["color-contrast"]);
      const found = [...day, ...night.map((text) => `at night, ${text}`), ...complaints.slice(heard)];
      heard = complaints.length;
      findings.push(...found.map((text) => `${address}, ${screen.width} wide: ${text}`));
    }
  }
  await page.close();
  return findings;
}

async function look(page: Page): Promise<string[]> {
  const shift = await page.evaluate(() => globalThis.shift);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const links = page.locator("a:not([href], [id])");
  return [
    ...(shift > mostShift ? [`moves by ${shift}`] : []),
    ...(wider > 0 ? [`${wider} pixels wider than the screen`] : []),
    ...((await links.count()) > 0 ? ["has links without an address"] : []),
  ];
}

/**
 * Looks at a page as it stands, by the browser's own tools, which the page's policy does not bind.
 *
 * @param rules - all of them when absent
 * @returns a line for each that is broken
 */
export async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(axeSource);
  const options: RunOptions = rules === undefined ? {} : { runOnly: rules };
  const { violations } = await page.evaluate((asked) => globalThis.axe.run(asked), options);
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((found) => found.html.slice(0, 160)).join(" | ")}`,
  );
}

/** Runs in the page, before anything of it. */
export function watchShifts(): void {
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as LayoutShift;
      if (!hadRecentInput) globalThis.shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}
