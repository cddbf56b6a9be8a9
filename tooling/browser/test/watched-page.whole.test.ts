import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { needsBrowser, openWatchedPage } from "../src/index.ts";
import { openTestBrowser } from "../src/open-test-browser.ts";

const html = `<!doctype html><link rel="icon" href="data:,"><img src="http://elsewhere.test/a.png"><script>nothing.here</script>`;

test(
  "a request to another host and an exception are complaints; the other host is not reached",
  needsBrowser,
  async () => {
    const server = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(html));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using browser = await openTestBrowser();
    const { page, complaints } = await openWatchedPage(browser, [url]);
    await page.goto(`${url}/`);
    await vi.waitUntil(() => complaints.length >= 3, { timeout: 120_000 });
    expect([...complaints].sort()).toEqual([
      "console: Failed to load resource: net::ERR_NAME_NOT_RESOLVED",
      "exception: nothing is not defined",
      "foreign request: http://elsewhere.test/a.png",
    ]);
    await page.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
);
