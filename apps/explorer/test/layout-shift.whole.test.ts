import { expect, test } from "vitest";
import { describeInBrowser, screens } from "./browser.ts";
import { useExplorer, waitForShop } from "./explorer-page.ts";
import { measureShifts } from "./layout-shifts.ts";
import { listViews } from "./views.ts";

/** The most that may move of a page, as browsers measure it: 0.1 is called good, this is half of it. */
const bound = 0.05;

/** Milliseconds of the page's clock for an answer: a good machine takes about 15, one with a sixth of its processor 100. */
const paces = [15, 100];

describeInBrowser("nothing jumps", () => {
  const explorer = useExplorer(["--block-interval", "1000"], waitForShop);

  for (const screen of screens) {
    for (const pace of paces) {
      test(`while pages are loaded, ${screen.width} pixels wide, an answer every ${pace} ms`, async () => {
        const jumps: string[] = [];
        for (const view of await listViews(explorer)) {
          const { total, largest } = await measureShifts(
            explorer.browser,
            `${explorer.url}/v1/spec${view}`,
            screen,
            pace,
          );
          if (total > bound) jumps.push(`${view}: ${total.toFixed(3)}, most by ${largest}`);
        }
        expect(jumps).toEqual([]);
      });
    }
  }
});
