import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { type Explorer, eventually, overflow, useExplorer, waitForCall, waitForShop } from "./explorer-page.ts";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A view of every kind, with things that exist. */
async function listViews(explorer: Explorer): Promise<readonly string[]> {
  const { sender, version } = await waitForCall(explorer);
  return [
    "#/",
    "#/accounts",
    "#/assets",
    "#/validators",
    "#/events",
    "#/account/0xcafe",
    "#/account/0xcafe?at=3",
    "#/account/0xcafe/resources",
    "#/account/0xcafe/objects",
    "#/account/0x1/events",
    "#/events?type=0x1::block::NewBlockEvent",
    "#/account/0xcafe/modules",
    `#/account/${sender}/transactions`,
    "#/account/0xcafe/module/shop/place_order",
    "#/account/0x1/module/chain_id/get",
    "#/table",
    "#/table/0x19e024f0a7ab09c9de6c524bec711ea46431b068d7fa6f119affb617d2406029?key_type=0xcafe::shop::Ticket&value_type=u8",
    "#/transactions",
    "#/transactions?kind=system",
    `#/transaction/${version}`,
    "#/block/1",
    "#/signing",
    "#/signing?function=0xcafe::shop::answer_survey",
    "#/reference",
    "#/reference/get_table_item",
    "#/reference/schema/MoveStruct",
    "#/account/nonsense",
  ];
}

/** Waits until a view has what it asked for. */
async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await eventually(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  await eventually(() => page.getByText(/^(Loading|[Ll]ooking)[^.]*…$/).count()).toBe(0);
  // What is read again fades a little, and comes back.
  await eventually(() =>
    page.evaluate(() => document.getAnimations().length + document.querySelectorAll('[aria-busy="true"]').length),
  ).toBe(0);
}

describeInBrowser("accessibility", () => {
  const explorer = useExplorer(["--block-interval", "200"], waitForShop);

  for (const [scheme, viewport] of [
    ["light", { width: 1280, height: 900 }],
    ["dark", { width: 390, height: 844 }],
  ] as const) {
    test(`axe finds nothing in any view, ${scheme}, ${viewport.width} pixels wide`, async () => {
      // Only this engine is let past the policy, which refuses scripts that the page does not bring.
      const context = await explorer.browser.newContext({ bypassCSP: true, colorScheme: scheme, viewport });
      const page = await context.newPage();
      await page.goto(`${explorer.url}/v1/spec`);
      await page.addScriptTag({ path: axePath });
      const findings: string[] = [];
      for (const view of await listViews(explorer)) {
        await page.goto(`${explorer.url}/v1/spec${view}`);
        await settle(page);
        const { violations } = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as { readonly axe: { run(): Promise<AxeResults> } };
          return axe.run();
        });
        for (const { id, impact, nodes } of violations) {
          findings.push(`${view}: ${impact} ${id}: ${nodes.map((found) => found.html.slice(0, 160)).join(" | ")}`);
        }
        const wider = await overflow(page);
        if (wider > 0) findings.push(`${view}: ${wider} pixels wider than the screen`);
      }
      await context.close();
      expect(findings).toEqual([]);
    });
  }

  test("the keyboard reaches the content, the views and the theme", async () => {
    const page = await explorer.browser.newPage();
    await page.goto(`${explorer.url}/v1/spec`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.getByRole("link", { name: "Transactions", exact: true }).focus();
    await page.keyboard.press("Enter");
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await page.title()).toBe("Transactions · Ledger explorer");
    for (const theme of ["light", "dark", "auto"]) {
      await page.getByRole("button", { name: /^Colours/ }).click();
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    }
    await page.close();
  });
});
