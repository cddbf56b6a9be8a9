import { needs } from "@ledger/test-run/needs";
import { expect, test } from "vitest";
import { describeInBrowser, screens } from "./browser.ts";
import { useExplorer, waitForCall, waitForShop } from "./explorer-page.ts";

/** What may move of a page, as browsers measure it: 0.1 is called good, this is half of it. */
const bound = 0.05;

// A processor that others use as well is slower than the six times that are asked for: this measures on a quiet machine only.
const quiet = needs("a quiet machine, which LAYOUT_SHIFT=1 says it is", process.env.LAYOUT_SHIFT === "1");

describeInBrowser("nothing jumps", () => {
  const explorer = useExplorer(["--block-interval", "1000"], waitForShop);

  for (const screen of screens) {
    test(`while pages are loaded, ${screen.width} pixels wide, on a slow processor`, quiet, async () => {
      const { sender, version } = await waitForCall(explorer);
      const views = [
        "#/",
        "#/transactions",
        `#/transaction/${version}`,
        "#/block/1",
        "#/accounts",
        "#/assets",
        "#/validators",
        "#/events",
        "#/events?type=0x1::block::NewBlockEvent",
        `#/account/${sender}`,
        "#/account/0xcafe/resources",
        "#/account/0x1/modules",
        "#/account/0x1/module/coin/transfer",
        "#/account/0xcafe/module/shop/place_order",
        "#/table",
        "#/signing",
        "#/reference",
        "#/reference/get_account_modules",
        "#/reference/view",
        "#/reference/encode_submission",
        "#/reference/schema/MoveStruct",
      ];
      const jumps: string[] = [];
      for (const view of views) {
        const context = await explorer.browser.newContext({ viewport: screen });
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
        await page.addInitScript(() => {
          const shifts: { value: number; sources: string[] }[] = [];
          Object.assign(globalThis, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              const { value, hadRecentInput, sources } = entry as unknown as {
                value: number;
                hadRecentInput: boolean;
                sources: readonly { node: Element | null }[];
              };
              const names = sources.map(({ node }) => node?.parentElement?.className || node?.nodeName || "");
              if (!hadRecentInput) shifts.push({ value, sources: names });
            }
          }).observe({ type: "layout-shift", buffered: true });
        });
        await page.goto(`${explorer.url}/v1/spec${view}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.locator(".settling").waitFor({ state: "detached" });
        await page.waitForTimeout(2_500);
        const shifts = await page.evaluate(
          () => (globalThis as unknown as { shifts: { value: number; sources: string[] }[] }).shifts,
        );
        const total = shifts.reduce((sum, { value }) => sum + value, 0);
        const largest = shifts.toSorted((a, b) => b.value - a.value)[0];
        if (total > bound) jumps.push(`${view}: ${total.toFixed(3)}, most by ${largest?.sources.join(", ")}`);
        await context.close();
      }
      expect(jumps).toEqual([]);
    });
  }
});
