import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, launchBrowser, openWatchedPage } from "./browser.ts";

describeInBrowser("the explorer on the development ledger", () => {
  const dataDir = createDataDir();
  let node: NodeProcess;
  let browser: Browser;

  beforeAll(async () => {
    [node, browser] = await Promise.all([
      startNode("--data-dir", dataDir.path, "--block-interval", "100"),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await node.stop();
    dataDir[Symbol.dispose]();
  });

  test("shows the ledger as it grows, and what of it is kept", async () => {
    const { page, complaints } = await openWatchedPage(browser, node.url);
    await page.goto(`${node.url}/v1/spec`);
    const version = page.locator("dt", { hasText: "Ledger version" }).locator("xpath=following-sibling::dd");
    const first = Number((await version.innerText()).replaceAll(",", ""));
    await expect
      .poll(async () => Number((await version.innerText()).replaceAll(",", "")), { timeout: 10_000 })
      .toBeGreaterThan(first);
    expect(await page.locator("figure.retention figcaption").innerText()).toContain("can be read");
    expect(complaints).toEqual([]);
  });

  test("lists every operation of the served description under a link of its own", async () => {
    const { page, complaints } = await openWatchedPage(browser, node.url);
    await page.goto(`${node.url}/v1/spec#reference`);
    const spec = (await (await fetch(`${node.url}/v1/spec.json`)).json()) as { paths: Record<string, object> };
    const links = page.getByRole("navigation", { name: "Operations" }).getByRole("link");
    await expect.poll(() => links.count()).toBe(Object.values(spec.paths).flatMap(Object.keys).length);
    for (const link of await links.all()) {
      await link.click();
      expect(page.url()).toContain(await link.getAttribute("href"));
      expect(await page.getByRole("heading", { level: 2 }).innerText()).not.toBe("");
    }
    expect(complaints).toEqual([]);
  });

  test("tries an operation and shows the answer, an error as the API gave it, and BCS as bytes", async () => {
    const { page, complaints } = await openWatchedPage(browser, node.url);
    await page.goto(`${node.url}/v1/spec#reference/get_account_modules`);
    await page.getByLabel("limit").fill("1");
    await page.getByRole("button", { name: "Send" }).click();
    const answer = page.getByRole("region", { name: "Answer" });
    await expect.poll(() => answer.innerText()).toContain("200");
    expect(await answer.locator("pre").innerText()).toContain('"bytecode": "0xa11ceb0b');

    await page.getByLabel("BCS").check();
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => answer.innerText()).toContain("application/x-bcs");
    expect(await answer.locator("pre").innerText()).toMatch(/^000000 {2}01 /);

    await page.getByLabel("ledger_version").fill("99999999999");
    await page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => answer.innerText()).toContain("404");
    expect(await answer.locator("pre").innerText()).toContain('"error_code": "version_not_found"');
    expect(complaints).toEqual([]);
  });
});
