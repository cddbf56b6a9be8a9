// `pnpm --filter @ledger/site measure`, after `pnpm site`: how long the playground takes to be ready, what it keeps in memory, what the
// landing page weighs, and how far pages move. Medians, in a browser without a cache.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { launchBrowser } from "@ledger/browser";
import { serveFolder } from "../src/build/serve.ts";
import { openHeapMeter } from "../test/heap-meter.ts";
import { watchShifts } from "../test/walk.ts";

const folder = fileURLToPath(new URL("../dist", import.meta.url));
const rounds = 7;

await using server = await serveFolder(folder, 0);
const browser = await launchBrowser();

/** Opens a page with an empty cache. */
async function open(address: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await page.goto(server.url + address);
  return { context, page, files };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const print = (name: string, value: string): boolean => process.stdout.write(`${name.padEnd(44)} ${value}\n`);

const ready: number[] = [];
for (let round = 0; round < rounds; round++) {
  const { context, page } = await open("playground/index.html");
  await page.locator("html[data-chain=ready]").waitFor();
  ready.push(await page.evaluate(() => performance.now()));
  await context.close();
}
print("playground ready, median and slowest", `${Math.round(median(ready))} ms, ${Math.round(Math.max(...ready))} ms`);

const landing = await open("index.html");
await landing.page.waitForLoadState("networkidle");
const sizes = landing.files.map((file) => gzipSync(readFileSync(folder + file)).length);
print(
  "landing page before interaction, gzip",
  `${sizes.reduce((sum, size) => sum + size, 0)} bytes, ${sizes.length} files`,
);
await landing.context.close();

for (const address of ["index.html", "docs/guides/fork.html", "inspect/index.html", "playground/index.html"]) {
  const { context, page } = await open(address);
  await page.waitForLoadState("networkidle");
  print(`movement of ${address}`, (await page.evaluate(() => globalThis.shift)).toFixed(4));
  await context.close();
}

const { page } = await open("playground/index.html");
await page.locator("html[data-chain=ready]").waitFor();
await page.locator("#code").fill(`import { net } from "playground";
for (let i = 0; i < 100; i++) {
  const before = await net.snapshot();
  await net.fund("0xb0b", 5n);
  await before.restore();
}`);
const used = await openHeapMeter({ browser, url: server.url });
for (const count of [0, 100, 200, 300]) {
  if (count > 0) {
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#status[data-kind=done]").waitFor();
  }
  print(`memory of the chain after ${count} snapshots`, `${((await used()) / 1e6).toFixed(1)} MB`);
}
await browser.close();
