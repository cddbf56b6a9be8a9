// Takes pictures of the main views, light and dark, wide and narrow, of a node with the local network.
// Usage: node scripts/screenshots.ts [--url http://127.0.0.1:8080] [name …]; writes to screenshots/, which is not tracked.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDataDir, startNode } from "@ledger/node-process";
import { launchBrowser } from "../test/browser.ts";

const { values, positionals } = parseArgs({ options: { url: { type: "string" } }, allowPositionals: true });
const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));
mkdirSync(folder, { recursive: true });

const views = {
  overview: "#/",
  account: "#/account/0xcafe",
  resources: "#/account/0xcafe/resources",
  modules: "#/account/0x1/modules",
  sent: "#/account/0xa11ce/transactions",
  module: "#/account/0xcafe/module/shop/place_order",
  tables: "#/table",
  table:
    "#/table/0x19e024f0a7ab09c9de6c524bec711ea46431b068d7fa6f119affb617d2406029?key_type=0xcafe::shop::Ticket&value_type=0xcafe::shop::Order",
  transactions: "#/transactions",
  transaction: "#/transaction/8",
  block: "#/block/5",
  signing: "#/signing",
  reference: "#/reference",
  operation: "#/reference/get_account_modules",
  schema: "#/reference/schema/MoveStruct",
  pruned: "#/account/0xcafe?at=3",
} as const;

using dataDir = createDataDir();
await using node =
  values.url === undefined
    ? await startNode("--data-dir", dataDir.path, "--block-interval", "100", "--state-window", "600")
    : undefined;
const url = values.url ?? node?.url;
await using browser = await launchBrowser();

const looks = [
  { suffix: "", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { suffix: "-dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { suffix: "-phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
] as const;

for (const { suffix, ...look } of looks) {
  const page = await browser.newPage(look);
  for (const [name, hash] of Object.entries(views)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    await page.goto(`${url}/v1/spec${hash}`);
    await page.reload();
    await page.waitForTimeout(1500);
    if (name === "signing") await page.getByRole("button", { name: "Encode", exact: true }).click();
    if (name === "operation") await page.getByRole("button", { name: "Send" }).click();
    if (name === "signing" || name === "operation") await page.waitForTimeout(800);
    await page.screenshot({ path: `${folder}${name}${suffix}.png`, fullPage: name !== "modules" });
  }
  await page.close();
}
