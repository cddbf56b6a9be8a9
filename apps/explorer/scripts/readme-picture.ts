// `pnpm picture`: makes the README's pictures of the explorer, docs/images/explorer{,-dark}.png, from a node of its own.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "@ledger/browser";
import { createDataDir, startNode } from "@ledger/node-process";
import { waitForView } from "../test/wait-for-view.ts";
import { waitForHeight } from "./wait-for.ts";

const folder = fileURLToPath(new URL("../../../docs/images/", import.meta.url));
mkdirSync(folder, { recursive: true });

using dataDir = createDataDir();
const args = ["--data-dir", dataDir.path, "--block-interval", "500"];
await using node = await startNode(...args);
await using browser = await launchBrowser();

// A ledger that has something to show.
await waitForHeight(node.url, 60);

for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  await page.goto(`${node.url}/v1/spec`);
  await waitForView(page);
  await page.screenshot({ path: `${folder}explorer${colorScheme === "dark" ? "-dark" : ""}.png` });
  await page.close();
}
