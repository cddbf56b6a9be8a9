import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { demo, eventually, overflow, useSharedExplorer, waitForCall, waitForShop } from "./explorer-page.ts";
import { someViews } from "./views.ts";
import { waitForView } from "./wait-for-view.ts";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

describeInBrowser("accessibility", () => {
  const explorer = useSharedExplorer(demo, waitForShop);

  for (const [place, scheme, viewport] of [
    [0, "light", { width: 1280, height: 900 }],
    [1, "dark", { width: 390, height: 844 }],
  ] as const) {
    test(`axe finds nothing in any view, ${scheme}, ${viewport.width} pixels wide`, async () => {
      // Only this engine is let past the policy, which refuses scripts that the page does not bring.
      const context = await explorer.browser.newContext({ bypassCSP: true, colorScheme: scheme, viewport });
      const page = await context.newPage();
      await page.goto(`${explorer.url}/v1/spec`);
      await page.addScriptTag({ path: axePath });
      const findings: string[] = [];
      for (const view of someViews(await waitForCall(explorer), 14, place)) {
        await page.goto(`${explorer.url}/v1/spec${view}`);
        await waitForView(page);
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
