import { gzipSync } from "node:zlib";
import { createDataDir, startNode } from "@ledger/node-process";
import { expect, test } from "vitest";
import { describeInBrowser, launchBrowser } from "./browser.ts";

/** Bytes that the first page may take, compressed with gzip. */
const budget = 60_000;

describeInBrowser("the first load", () => {
  test("stays within its budget, and keeps to the policy", async () => {
    using dataDir = createDataDir();
    await using node = await startNode("--data-dir", dataDir.path);
    await using browser = await launchBrowser();
    const page = await browser.newPage();
    const sizes = new Map<string, number>();
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (!/\/spec(-assets\/.*)?$/.test(pathname)) return;
      sizes.set(pathname, gzipSync(await response.body(), { level: 9 }).length);
    });
    const response = await page.goto(`${node.url}/v1/spec`, { waitUntil: "networkidle" }).catch(() => null);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const policy = (await fetch(`${node.url}/v1/spec`)).headers.get("content-security-policy") ?? "";
    expect(response?.status() ?? 200).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(sizes.size).toBeGreaterThan(2);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(budget);
  });
});
