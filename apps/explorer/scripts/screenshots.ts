// Takes pictures of the main views, light and dark, wide and narrow, of a node with the local network.
// Usage: node scripts/screenshots.ts [--url http://127.0.0.1:8080] [name …]; writes to screenshots/, which is not tracked.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDataDir, startNode } from "@ledger/node-process";
import { launchBrowser } from "../test/browser.ts";
import { waitForView } from "../test/wait-for-view.ts";
import { waitFor, waitForHeight } from "./wait-for.ts";

const { values, positionals } = parseArgs({ options: { url: { type: "string" } }, allowPositionals: true });
const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));
mkdirSync(folder, { recursive: true });

/** A view of every kind that the README lists; places in it are of the local network's demo. */
const views: Readonly<Record<string, string>> = {
  overview: "#/",
  transactions: "#/transactions",
  failed: "#/transactions?failed=only",
  transaction: "CALL",
  block: "BLOCK",
  accounts: "#/accounts",
  assets: "#/assets",
  validators: "#/validators",
  account: "#/account/0xcafe",
  objects: "#/account/0xcafe/objects",
  resources: "#/account/0xcafe/resources",
  modules: "#/account/0x1/modules",
  sent: "#/account/0xcafe/transactions",
  "account-events": "#/account/0x1/events",
  "latest-events": "#/events",
  events: "#/events?type=0x1::block::NewBlockEvent",
  module: "#/account/0x1/module/coin/transfer",
  shop: "#/account/0xcafe/module/shop/place_order",
  tables: "#/table",
  table: "ORDERS",
  signing: "#/signing",
  reference: "#/reference",
  operation: "#/reference/get_account_modules",
  schema: "#/reference/schema/MoveStruct",
  pruned: "#/account/0xcafe?at=3",
};

using dataDir = createDataDir();
await using node =
  values.url === undefined
    ? await startNode("--data-dir", dataDir.path, "--block-interval", "100", "--state-window", "600")
    : undefined;
const url = values.url ?? node?.url ?? "";
await using browser = await launchBrowser();
interface Shop {
  readonly data: { readonly orders: { readonly handle: string } };
}
interface Sent {
  readonly version: string;
  readonly payload?: { readonly function?: string };
}
// Enough blocks that some are pruned.
if (node !== undefined) await waitForHeight(url, 200);
const orders = await waitFor<Shop, string>(
  url,
  "/accounts/0xcafe/resource/0xcafe::shop::Shop",
  ({ data }) => data.orders.handle,
);

/** Addresses of the views whose places differ from run to run. They are found late, because old versions are pruned meanwhile. */
async function findPlaces(): Promise<Readonly<Record<string, string>>> {
  const order = await waitFor<readonly Sent[], string>(
    url,
    "/transactions?limit=100",
    (latest) => latest.findLast(({ payload }) => payload?.function === "0xcafe::shop::place_order")?.version,
  );
  return { CALL: `#/transaction/${order}`, BLOCK: `#/block?at=${order}`, ORDERS: `#/table/${orders}` };
}

const looks = [
  { suffix: "", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { suffix: "-dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { suffix: "-phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { suffix: "-phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

for (const { suffix, ...look } of looks) {
  const page = await browser.newPage(look);
  for (const [name, hash] of Object.entries(views)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    await page.goto(`${url}/v1/spec${(await findPlaces())[hash] ?? hash}`);
    await page.reload();
    await waitForView(page);
    if (name === "signing") await page.getByRole("button", { name: "Encode", exact: true }).click();
    if (name === "operation") await page.getByRole("button", { name: "Send" }).click();
    if (name === "signing" || name === "operation") await waitForView(page);
    await page.screenshot({ path: `${folder}${name}${suffix}.png`, fullPage: name !== "modules" });
  }
  await page.close();
}
