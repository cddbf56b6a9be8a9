// What do verified reads cost a page?
// node --conditions=@ledger/source src/main.ts
import { fileURLToPath } from "node:url";
import { median, quantile } from "@ledger/bench-report";
import { launchBrowser } from "@ledger/browser";
import { createDataDir, startNode } from "@ledger/node-process";
import { build } from "esbuild";
import type { PageBench } from "./page.ts";

declare const bench: PageBench;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const ms = (value: number): string => `${value.toPrecision(3)} ms`;

using dir = createDataDir();
await using node = await startNode("--workload", "off", "--proofs", "on", "--data-dir", dir.path);
const api = `${node.url}/v1`;
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("page.ts", import.meta.url))],
  ...{ bundle: true, minify: true, format: "iife", target: "es2023", write: false },
  conditions: ["@ledger/source"],
});
const browser = await launchBrowser();
const context = await browser.newContext({ bypassCSP: true });
const page = await context.newPage();
await page.goto(api);
await page.addScriptTag({ content: outputFiles[0]!.text });

const verified = await page.evaluate(() => bench.verify());
say(`verification of one key, 25 + 32 siblings   p50 ${ms(median(verified))}, p99 ${ms(quantile(verified, 0.99))}`);

const [first, ...later] = await page.evaluate((url) => bench.views(url), api);
const bytes = Math.max(...later.map((sample) => sample.bytes));
const times = later.map(({ milliseconds }) => milliseconds);
say(`first proved view of a balance              ${ms(first!.milliseconds)}, ${first!.bytes} bytes received`);
say(`later ones, each of another account         p50 ${ms(median(times))}, at most ${bytes} bytes received`);

const { own, plain } = await page.evaluate((url) => bench.resources(url), api);
const ratio = median(own) / median(plain);
say(
  `a resource, verified                        p50 ${ms(median(own))}, ${ratio.toFixed(2)} times plain (${ms(median(plain))})`,
);
await browser.close();
