import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { openTestNode } from "@ledger/node-process/open-test-node";
import { expect, test } from "vitest";
import { describeInBrowser, openTestBrowser, openWatchedPage } from "./browser.ts";
import { demo, eventually, fact, sendRequest } from "./explorer-page.ts";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Serves the built files from a folder of another host, with the API's address put into the page. */
async function startStaticHost(api: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const page = readFileSync(`${dist}/index.html`, "utf8").replace(
    '<meta name="ledger-api" content="."',
    `<meta name="ledger-api" content="${api}"`,
  );
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace(/^\/some\/folder/, "");
    if (path === "/") return response.setHeader("Content-Type", "text/html").end(page);
    response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
    return response.end(readFileSync(`${dist}${path}`));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describeInBrowser("on another static host", () => {
  test("the explorer reads the node that its page names", async () => {
    using node = await openTestNode(...demo);
    await using host = await startStaticHost(`${node.url}/v1`);
    await using browser = await openTestBrowser();
    const { page, complaints } = await openWatchedPage(browser, [host.url, node.url]);
    await page.goto(`${host.url}/some/folder/`);
    await eventually(() => fact(page, "Chain id").innerText()).toContain("4");
    await page.getByRole("link", { name: "API", exact: true }).click();
    await page.getByRole("link", { name: "Get account modules" }).first().click();
    await page.getByText("with values that exist on this ledger").waitFor();
    await sendRequest(page, /^200/);
    const answer = page.getByRole("region", { name: "Answer", exact: true });
    // The ledger headers, and the cursor, must be readable from another host too.
    expect(await answer.innerText()).toContain("x-svc-cursor");
    expect(complaints).toEqual([]);
  });
});
