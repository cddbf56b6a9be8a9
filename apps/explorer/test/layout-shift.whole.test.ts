import { Random } from "@ledger/random";
import { expect, test } from "vitest";
import { describeInBrowser, screens } from "./browser.ts";
import { demo, useSharedExplorer, waitForCall, waitForShop } from "./explorer-page.ts";
import { measureShifts } from "./layout-shifts.ts";
import { someViews } from "./views.ts";

/** The most that may move of a page, as browsers measure it: 0.1 is called good, this is half of it. */
const bound = 0.05;

/** Milliseconds of the page's clock for each answer: a good machine takes about 15, one with a sixth of its processor 100. */
const pace = 100;

describeInBrowser("nothing jumps", () => {
  const explorer = useSharedExplorer(demo, waitForShop);

  // By themselves answers come in the order of their requests.
  const { TEST_SEED: seed } = process.env;
  const order = seed === undefined ? "" : `, answers in any order, seed ${seed}`;
  for (const [place, screen] of screens.entries()) {
    test(`while pages are loaded on a slow processor, ${screen.width} pixels wide${order}`, async () => {
      const jumps: string[] = [];
      for (const view of someViews(await waitForCall(explorer), 12, place)) {
        const { total, largest } = await measureShifts(
          explorer.browser,
          `${explorer.url}/v1/spec${view}`,
          screen,
          pace,
          seed === undefined ? undefined : new Random(`${seed} ${view}`),
        );
        if (total > bound) jumps.push(`${view}: ${total.toFixed(3)}, most of it ${largest}`);
      }
      expect(jumps.join("\n")).toBe("");
    });
  }
});
