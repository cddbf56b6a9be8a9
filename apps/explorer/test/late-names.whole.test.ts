import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, openWatchedPage } from "./browser.ts";
import { demo, type Explorer, eventually, lateNames, showNames, useSharedExplorer } from "./explorer-page.ts";

/** A page whose module's source is on its way, on a clock that stands: only {@link HeldPage.pass} moves it. */
interface HeldPage {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** The answer that has the source. */
  readonly source: Route;
  /** Lets time pass for the page until something holds. */
  pass(isReached: () => Promise<boolean>): Promise<void>;
}

/** Milliseconds of the page's clock that pass at once. */
const step = 20;

/** Opens the form of a transfer, and holds the source back that names its fields. */
async function holdSource(explorer: Explorer): Promise<HeldPage> {
  const { page, complaints } = await openWatchedPage(explorer.browser, [explorer.url]);
  const now = Date.now();
  await page.clock.install({ time: now - 60_000 });
  await page.clock.pauseAt(now);
  let source: Route | undefined;
  await page.route(/PackageRegistry/, (route) => {
    source = route;
  });
  const pass = (isReached: () => Promise<boolean>): Promise<void> =>
    eventually(async () => {
      if (await isReached()) return true;
      await page.clock.runFor(step);
      return false;
    }).toBe(true);
  await page.goto(`${explorer.url}/v1/spec#/account/0x1/module/aptos_account/transfer`);
  await pass(async () => source !== undefined);
  if (source === undefined) throw new Error("the page asked for no source");
  return { page, complaints, source, pass };
}

describeInBrowser("names of a source that comes late", () => {
  const explorer = useSharedExplorer(demo);

  const form = (page: Page) => page.getByRole("form", { name: "Call transfer" });

  test("are there at once where the module was not shown before them", async () => {
    const { page, complaints, source, pass } = await holdSource(explorer);
    // The view is shown with what it has, which is its heading: the module still waits for its source.
    await pass(
      async () => (await page.locator("main h1").count()) === 1 && (await page.locator(".settling").count()) === 0,
    );
    expect(await page.locator(".definition").count()).toBe(0);
    await source.continue();
    await page.locator(".definition").first().waitFor();
    expect(await page.locator(".definition.marked code").first().innerText()).toContain("amount: u64");
    expect(await lateNames(page).count()).toBe(0);
    await page.clock.resume();
    await form(page).getByLabel(/^to/).fill("0xb0b");
    await page.close();
    expect(complaints).toEqual([]);
  });

  test("are offered where the module is shown, and leave what was typed", async () => {
    const { page, complaints, source, pass } = await holdSource(explorer);
    await pass(async () => (await form(page).count()) === 1);
    const field = form(page).getByLabel(/^Argument 0/);
    await field.fill("0xb0b");
    await source.continue();
    await lateNames(page).waitFor();
    expect(await field.count()).toBe(1);
    await page.clock.resume();
    await showNames(page);
    expect(await form(page).getByLabel(/^to/).inputValue()).toBe("0xb0b");
    expect(await lateNames(page).count()).toBe(0);
    await page.close();
    expect(complaints).toEqual([]);
  });

  test("are not said to be unpublished where the node does not tell them", async () => {
    const { page, complaints, source } = await holdSource(explorer);
    await source.fulfill({ status: 503, json: { error_code: "internal_error", message: "the node is busy" } });
    await page.clock.resume();
    await page.getByText("The source could not be read").waitFor();
    expect(await page.locator("main").innerText()).toContain("are missing: the node is busy");
    expect(await page.locator("main").innerText()).not.toContain("Published without its source");
    await form(page)
      .getByLabel(/^Argument 0/)
      .fill("0xb0b");
    await page.close();
    expect(complaints).toEqual([]);
  });
});
