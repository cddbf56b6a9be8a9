import { createDataDir, startNode } from "@ledger/node-process";
import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, openTestBrowser, openWatchedPage } from "./browser.ts";
import { closeExplorer, demo, eventually, fact, useSharedExplorer, waitForCall } from "./explorer-page.ts";

/** Watches what a page asks for. */
function watchRequests(page: Page) {
  const asked: string[] = [];
  const open = new Set<Request>();
  const pathOf = (request: Request): string => new URL(request.url()).pathname;
  page.on("request", (request) => {
    asked.push(pathOf(request));
    if (pathOf(request) === "/v1/stream") open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return {
    asked,
    /** Streams that are open. */
    get streams() {
      return open.size;
    },
    count: (pattern: RegExp) => asked.filter((path) => pattern.test(path)).length,
  };
}

const shownVersion = async (page: Page): Promise<number> =>
  Number((await page.locator(".chain-mark .number").innerText()).replace(/\D/g, ""));

describeInBrowser("the explorer by the stream", () => {
  describeInBrowser("of a running node", () => {
    const explorer = useSharedExplorer(demo);

    test("blocks are shown without a poll, on one connection", async () => {
      const page = await explorer.open("");
      await eventually(() => page.locator(".blocks tbody tr").count()).toBeGreaterThan(0);
      const requests = watchRequests(page);
      await page.reload();
      await eventually(() => requests.streams).toBe(1);
      await page.locator(".block-chart .bar").first().waitFor();
      const first = await shownVersion(page);
      await eventually(() => shownVersion(page)).toBeGreaterThan(first + 3);
      // What it asks before the stream stands, and for what blocks do not tell.
      requests.asked.length = 0;
      const begin = await shownVersion(page);
      await eventually(() => shownVersion(page)).toBeGreaterThan(begin + 15);
      expect(requests.count(/^\/v1\/?$/)).toBeLessThanOrEqual(2);
      expect(requests.count(/^\/v1\/blocks\//)).toBe(0);
      const top = page.locator(".blocks tbody th").first();
      const height = Number((await top.innerText()).replace(/\D/g, ""));
      await eventually(async () => Number((await top.innerText()).replace(/\D/g, ""))).toBeGreaterThan(height);
      expect(requests.streams).toBe(1);
      await closeExplorer(page);
    });

    test("views share the stream, and a page that is not seen has none", async () => {
      const page = await explorer.open("");
      const requests = watchRequests(page);
      await page.reload();
      const { sender } = await waitForCall(explorer);
      const views = [
        "#/transactions",
        `#/account/${sender}/history`,
        "#/",
        `#/account/${sender}/history`,
        "#/validators",
      ];
      for (const view of views) {
        await page.goto(`${explorer.url}/v1/spec${view}`);
        await eventually(() => requests.streams).toBe(1);
      }
      const see = (isHidden: boolean): Promise<void> =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }, isHidden);
      await see(true);
      await eventually(() => requests.streams).toBe(0);
      await see(false);
      await eventually(() => requests.streams).toBe(1);
      const version = await shownVersion(page);
      await eventually(() => shownVersion(page)).toBeGreaterThan(version);
      await closeExplorer(page);
    });

    test("the history of an account says what is new, and shows it", async () => {
      const { sender } = await waitForCall(explorer);
      const page = await explorer.open(`#/account/${sender}/history`);
      const show = page.getByRole("button", { name: /^\d+ new: show them$/ });
      await show.waitFor();
      const newest = page.locator('table.transactions td[data-label="Version"]').first();
      const before = Number((await newest.innerText()).replace(/\D/g, ""));
      await show.click();
      await eventually(async () => Number((await newest.innerText()).replace(/\D/g, ""))).toBeGreaterThan(before);
      await closeExplorer(page);
    });
  });

  test("the page goes on when its node is killed and comes back", async () => {
    using dataDir = createDataDir();
    const args = ["--data-dir", dataDir.path, "--block-interval", "200"];
    await using browser = await openTestBrowser();
    const first = await startNode(...args);
    const { page } = await openWatchedPage(browser, [first.url]);
    await page.goto(`${first.url}/v1/spec`);
    const requests = watchRequests(page);
    await page.reload();
    await eventually(() => requests.streams).toBe(1);
    await eventually(() => shownVersion(page)).toBeGreaterThan(5);
    first.child.kill("SIGKILL");
    await first.exited;
    await eventually(() => page.locator(".chain-mark").innerText()).toContain("not answering");
    const last = await shownVersion(page);
    await using second = await startNode(...args, "--listen", new URL(first.url).host);
    expect(second.url).toBe(first.url);
    await eventually(() => shownVersion(page)).toBeGreaterThan(last);
    await eventually(() => page.locator(".chain-mark").innerText()).not.toContain("not answering");
    await eventually(() => requests.streams).toBe(1);
    await page.close();
  });

  test("a node that streams nothing is looked at every second", async () => {
    using dataDir = createDataDir();
    await using node = await startNode("--data-dir", dataDir.path, "--block-interval", "200", "--max-streams", "0");
    await using browser = await openTestBrowser();
    const { page, complaints } = await openWatchedPage(browser, [node.url]);
    await page.goto(`${node.url}/v1/spec`);
    await eventually(() => fact(page, "Chain id").innerText()).toBe("4");
    const version = await shownVersion(page);
    await eventually(() => shownVersion(page)).toBeGreaterThan(version + 10);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
