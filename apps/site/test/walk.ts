import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openWatchedPage, type Page, screens } from "@ledger/browser";
import type { AxeResults } from "axe-core";
import type { BuiltSite } from "./built-site.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  /** How far the page has moved its content; kept by `watchShifts`. */
  var shift: number;
  /** Read into the page by `runAxe`. */
  var axe: { run(): Promise<AxeResults> };
}

/** An entry of the page's movements, which the compiler's library does not have. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** How a page is looked at. */
interface Look {
  readonly scheme: "light" | "dark";
  readonly screen: (typeof screens)[number];
}

/** A desk by day, and a phone at night: both screens and both colours. */
export const looks: readonly Look[] = [
  { scheme: "light", screen: screens[0] },
  { scheme: "dark", screen: screens[1] },
];

/** Movements of a page that a reader would feel: 0.1 is called good. */
const mostShift = 0.05;

/**
 * Opens pages one after the other.
 *
 * @param looksOf - how each is looked at
 * @returns a line for each thing that is wrong
 */
export async function walk(
  site: BuiltSite,
  addresses: readonly string[],
  looksOf: (place: number) => readonly Look[],
): Promise<string[]> {
  const { page, complaints } = await openWatchedPage(site.browser, [new URL(site.url).origin]);
  await page.addInitScript(watchShifts);
  const findings: string[] = [];
  let heard = 0;
  for (const [place, address] of addresses.entries()) {
    for (const { scheme, screen } of looksOf(place)) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(screen);
      await page.goto(site.url + address);
      const found = [...(await look(page)), ...(await runAxe(page)), ...complaints.slice(heard)];
      heard = complaints.length;
      findings.push(...found.map((text) => `${address}, ${scheme}, ${screen.width} wide: ${text}`));
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

/** Evaluated by the browser's own tools, which the page's policy does not bind. */
async function runAxe(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
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
