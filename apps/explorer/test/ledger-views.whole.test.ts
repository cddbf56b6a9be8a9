import { expect, test, vi } from "vitest";
import { describeInBrowser } from "./browser.ts";
import {
  closeExplorer,
  demo,
  type Explorer,
  eventually,
  fact,
  readJson,
  showNames,
  useSharedExplorer,
  waitForCall,
  waitForLedger,
  waitForShop,
} from "./explorer-page.ts";

interface Ticket {
  readonly counter: number;
  readonly number: number;
}

interface WithEvents {
  readonly events?: readonly { readonly type: string; readonly data: { readonly ticket: Ticket } }[];
}

/** The ticket of an order that was placed just now. */
async function findOrder(explorer: Explorer): Promise<Ticket> {
  return vi.waitUntil(
    async () => {
      const latest = await readJson<WithEvents[]>(explorer, "/transactions?limit=100");
      const placed = latest.flatMap(({ events }) => events ?? []);
      return placed.findLast(({ type }) => type === "0xcafe::shop::OrderPlaced")?.data.ticket;
    },
    { timeout: 300_000, interval: 200 },
  );
}

describeInBrowser("ledger views on the development ledger", () => {
  const explorer = useSharedExplorer(demo, async (node) => {
    await waitForShop(node);
    await waitForLedger(node, "block_height", 12);
  });

  test("a transaction whose code aborted says where", async () => {
    type Ended = { readonly version: string; readonly type: string; readonly vm_status: string };
    const { version } = await vi.waitUntil(
      async () => {
        const latest = await readJson<Ended[]>(explorer, "/transactions?limit=100");
        return latest.find((one) => one.type === "user_transaction" && one.vm_status.startsWith("Move abort"));
      },
      { timeout: 300_000, interval: 200 },
    );
    const page = await explorer.open(`#/transaction/${version}`);
    await eventually(() => fact(page, "Where it failed").innerText()).toMatch(/^0x[0-9a-f]+::\w+::\w+/);
    await closeExplorer(page);
  });

  test("the overview grows with the ledger and draws its blocks", async () => {
    const page = await explorer.open("");
    const version = fact(page, "Ledger version");
    const first = Number((await version.innerText()).replaceAll(",", ""));
    await eventually(async () => Number((await version.innerText()).replaceAll(",", ""))).toBeGreaterThan(first);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Local network");
    expect(await fact(page, "Chain id").innerText()).toBe("4");
    expect(await fact(page, "Kept here").innerText()).toBe("all of it");
    await eventually(() => page.locator(".block-chart .bar").count()).toBeGreaterThan(8);
    expect(await page.locator(".block-chart figcaption").innerText()).toMatch(/\d+ transactions in \d+ blocks/);
    // What happened last, in sentences that lead to their transactions.
    await eventually(() => page.locator(".deeds li").count()).toBeGreaterThan(0);
    expect(await page.locator(".next-steps li").count()).toBeGreaterThan(4);
    expect(await page.locator(".chain-story").innerText()).toContain("network for development");
    await closeExplorer(page);
  });

  test("an account shows what it holds, exactly", async () => {
    const { sender } = await waitForCall(explorer);
    const page = await explorer.open(`#/account/${sender}`);
    const row = page.getByRole("row", { name: /0x1::aptos_coin::AptosCoin/ });
    await eventually(() => row.innerText()).toContain("APT");
    // What the amount rests on stands there, too.
    const units = (await row.locator('[data-label="Smallest units"]').innerText()).replaceAll(/\D/g, "");
    const exact = await readJson<unknown>(explorer, `/accounts/${sender}/balance/0x1::aptos_coin::AptosCoin`);
    expect(units.length).toBe(String(exact).length);
    // A coin and the fungible asset that it is paired with are one row.
    expect(await page.getByRole("row", { name: /APT/ }).count()).toBe(1);
    await page.getByLabel("Another asset").fill("0xcafe::voucher::Voucher");
    await page.getByRole("button", { name: "Read balance" }).click();
    await eventually(() => page.getByRole("row", { name: /Voucher/ }).innerText()).toContain("Coffee Voucher");
    await page.getByLabel("Another asset").fill("nonsense::");
    await page.getByRole("button", { name: "Read balance" }).click();
    await eventually(() => page.getByRole("alert").innerText()).toContain(
      "The node cannot read a part of this request.",
    );
    await closeExplorer(page);
  });

  test("resources are values with links to tables and accounts", async () => {
    const page = await explorer.open("#/account/0xcafe/resources");
    const shop = page.locator(".disclosure", { hasText: "shop::Shop" });
    await eventually(() => shop.innerText()).toContain("Café du Ledger ☕");
    await eventually(() => shop.getByRole("link", { name: /^table 0x/ }).count()).toBe(3);
    await shop
      .getByRole("link", { name: /^table 0x/ })
      .first()
      .click();
    await eventually(() => page.getByLabel("Key type").inputValue()).toBe("0xcafe::shop::Ticket");
    await closeExplorer(page);
  });

  test("resources come page by page", async () => {
    const page = await explorer.open("#/account/0x1/resources");
    const resources = page.locator(".disclosure");
    await eventually(() => resources.count()).toBeGreaterThan(0);
    const all = await readJson<unknown[]>(explorer, "/accounts/0x1/resources");
    for (let clicks = 0; clicks < 20 && (await resources.count()) < all.length; clicks++) {
      const before = await resources.count();
      await page.getByRole("button", { name: "Load more" }).click();
      await eventually(() => resources.count()).toBeGreaterThan(before);
    }
    expect(await resources.count()).toBe(all.length);
    expect(await page.getByRole("button", { name: "Load more" }).count()).toBe(0);
    await page.getByLabel("Filter by type").fill("chain_id");
    await eventually(() => resources.count()).toBe(1);
    await closeExplorer(page);
  });

  test("the largest modules of the framework are drawn, all are listed by size", async () => {
    const page = await explorer.open("#/account/0x1/modules");
    const modules = await readJson<{ bytecode: string; abi: { name: string } }[]>(explorer, "/accounts/0x1/modules");
    await eventually(() => page.locator("tbody th").count()).toBe(modules.length);
    const tiles = page.locator(".size-map a");
    expect(await tiles.count()).toBeGreaterThan(20);
    // A tile without a name says nothing.
    const names = await tiles.locator("text:first-of-type").allTextContents();
    expect(names.filter((name) => name.length > 3).length).toBeGreaterThan((await tiles.count()) * 0.9);
    const largest = modules.toSorted((a, b) => b.bytecode.length - a.bytecode.length)[0];
    expect(await page.locator("tbody th").first().innerText()).toBe(largest?.abi.name);
    await closeExplorer(page);
  });

  test("an account's transactions say what they did, back to the first one", async () => {
    const { sender } = await waitForCall(explorer);
    const page = await explorer.open(`#/account/${sender}/transactions`);
    const versions = page.locator('td[data-label="Version"]');
    await eventually(() => versions.count()).toBeGreaterThan(0);
    await eventually(() => page.locator('td[data-label="Fee"]').first().innerText()).toContain("APT");
    const older = page.getByRole("button", { name: "Older" });
    for (let clicks = 0; clicks < 30 && (await older.isEnabled()); clicks++) {
      const before = await versions.first().innerText();
      await older.click();
      await eventually(() => versions.first().innerText()).not.toBe(before);
    }
    const [oldest] = await readJson<{ version: string; transaction_hash: string }[]>(
      explorer,
      `/accounts/${sender}/transaction_summaries?start_version=0&limit=1`,
    );
    expect(await versions.last().innerText()).toBe(Number(oldest?.version).toLocaleString("en"));
    await versions.last().getByRole("link").click();
    await eventually(() => page.locator(".subject").innerText()).toContain(oldest?.transaction_hash);
    await closeExplorer(page);
  });

  test("a module reads like a source file, and its types lead to their definitions", async () => {
    const page = await explorer.open("#/account/0xcafe/module/shop/place_order");
    const marked = page.locator(".definition.marked");
    // Bytecode has no names: they come from the source that the demonstration publishes.
    await showNames(page);
    await eventually(() => marked.locator("code").first().innerText()).toBe(
      "public entry fun place_order(customer: &signer, drink: 0x1::string::String, shots: u8, " +
        "syrup: 0x1::option::Option<0x1::string::String>, tip: 0x1::option::Option<u64>, to_go: bool)",
    );
    const abi = await readJson<{ bytecode: string }>(explorer, "/accounts/0xcafe/module/shop");
    const bytes = (abi.bytecode.length - 2) / 2;
    expect(await fact(page, "Bytecode").innerText()).toBe(`${bytes.toLocaleString("en")} bytes`);
    expect(await page.locator("#item-Drink").innerText()).toContain("Espresso");
    expect(await page.locator("#item-EALREADY_SERVED").innerText()).toContain("The order was served already.");
    await page.locator("main").getByRole("link", { name: "shop::Ticket" }).first().click();
    await eventually(() => page.locator(".definition.marked").innerText()).toContain("struct Ticket");
    await page.locator("main").getByRole("link", { name: "0x1::option::Option" }).first().click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Module option");
    await closeExplorer(page);
  });

  test("a table item is found by a form made from the key's type", async () => {
    const page = await explorer.open("#/table");
    await page
      .getByRole("row", { name: /CommitHistory/ })
      .getByRole("link")
      .first()
      .click();
    await page.getByLabel(/^Key u32/).fill("3");
    await page.getByRole("button", { name: "Read item" }).click();
    const item = page.getByRole("region", { name: "Item", exact: true });
    // The table is a ring of 64 blocks.
    await eventually(async () => Number(await fact(item, "height").innerText()) % 64).toBe(3);

    // Tables are found by what is called lately: the shop is not called all the time, and comes while the page is open.
    await page.goto(`${explorer.url}/v1/spec#/table`);
    const orders = page.getByRole("row", { name: /Shop\.orders/ });
    await eventually(() => orders.count()).toBeGreaterThan(0);
    await orders.getByRole("link").first().click();
    const { counter, number } = await findOrder(explorer);
    await page.getByLabel(/^counter/).fill(String(counter));
    await page.getByLabel(/^number/).fill(String(number));
    await page.getByRole("button", { name: "Read item" }).click();
    await eventually(() => fact(item, "placed_at").count()).toBe(1);
    await page.getByLabel(/^number/).fill("4000000000");
    await page.getByRole("button", { name: "Read item" }).click();
    await eventually(() => item.getByRole("alert").innerText()).toContain("404 table_item_not_found");
    await closeExplorer(page);
  });

  test("a transaction shows its call, events and changes, by version and by hash", async () => {
    const call = await waitForCall(explorer);
    const page = await explorer.open(`#/transaction/${call.version}`);
    await eventually(() => page.locator(".subject").innerText()).toContain(call.hash);
    expect(await page.locator(".call").innerText()).toContain(call.payload.function);
    const change = page.locator(".changes .disclosure").first();
    await change.getByRole("button").first().click();
    await eventually(() => change.innerText()).toContain("State key hash");
    await page.goto(`${explorer.url}/v1/spec#/transaction/${call.hash}`);
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toContain("Transaction");
    await page.goto(`${explorer.url}/v1/spec#/transaction/999999999`);
    await eventually(() => page.getByRole("alert").innerText()).toContain("404 transaction_not_found");
    await page.goto(`${explorer.url}/v1/spec#/transaction/0xabc`);
    await eventually(() => page.getByRole("alert").innerText()).toContain(
      "The node cannot read a part of this request.",
    );
    expect(await page.getByRole("alert").innerText()).not.toContain("web_framework_error");
    await closeExplorer(page);
  });

  test("transactions are listed back to the first one, the system's own folded", async () => {
    const page = await explorer.open("#/transactions?start=40");
    const versions = page.locator('td[data-label="Version"]');
    await eventually(() => versions.count()).toBeGreaterThan(2);
    const user = (
      await readJson<{ type: string; version: string }[]>(explorer, "/transactions?start=0&limit=41")
    ).filter(({ type }) => type === "user_transaction" || type === "genesis_transaction");
    const shown = async (): Promise<string[]> =>
      (await page.locator("tbody tr:not(.system)").locator('td[data-label="Version"]').allInnerTexts()).toSorted();
    expect(await shown()).toEqual(user.map(({ version }) => version).toSorted());
    const folded = page.getByRole("button", { name: /of the system itself/ });
    const before = await folded.count();
    expect(before).toBeGreaterThan(0);
    await folded.first().click();
    await eventually(() => folded.count()).toBe(before - 1);
    await page.getByLabel("Kind").selectOption("system");
    await eventually(() => page.locator("tbody tr:not(.system)").count()).toBe(0);
    await page.getByLabel("Kind").selectOption("user");
    await eventually(() => page.locator("tbody tr.system").count()).toBe(0);
    await page.getByLabel("failed only").check();
    await eventually(
      async () =>
        new Set((await page.locator('td[data-label="Outcome"]').allInnerTexts()).map((text) => text.split(" ")[0])),
    ).toEqual(new Set(["failed"]));
    await closeExplorer(page);
  });

  test("a list says how many have come since", async () => {
    const page = await explorer.open("#/transactions");
    const newer = page.getByRole("button", { name: /^\d+ new/ });
    await newer.waitFor();
    const versions = page.locator('td[data-label="Version"]');
    const number = async (): Promise<number> => Number((await versions.first().innerText()).replaceAll(",", ""));
    const first = await number();
    await newer.click();
    await eventually(number).toBeGreaterThan(first);
    await closeExplorer(page);
  });

  test("a block lists its transactions and leads to its neighbours", async () => {
    const page = await explorer.open("#/block/5");
    const block = await readJson<{ first_version: string; last_version: string; block_hash: string }>(
      explorer,
      "/blocks/by_height/5",
    );
    await eventually(() => fact(page, "First version").innerText()).toBe(
      Number(block.first_version).toLocaleString("en"),
    );
    expect(await page.locator("tbody tr").count()).toBe(Number(block.last_version) - Number(block.first_version) + 1);
    await page.getByRole("button", { name: "Block after" }).click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Block 6");
    await page.goto(`${explorer.url}/v1/spec#/block/99999999`);
    await eventually(() => page.getByRole("alert").innerText()).toContain("404 block_not_found");
    await closeExplorer(page);
  });

  test("an address that names no view is said to be none", async () => {
    const page = await explorer.open("#/no/such/view");
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("No such page");
    await closeExplorer(page);
  });

  test("what appears late does not take the keys from a reader who writes", async () => {
    const page = await explorer.open("");
    const released = Promise.withResolvers<void>();
    await page.route("**/accounts/0x1/module/coin*", async (route) => {
      await released.promise;
      await route.fallback();
    });
    await page.goto(`${explorer.url}/v1/spec#/account/0x1/module/coin/CoinInfo`);
    await page.getByRole("heading", { level: 1, name: "Module coin" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("block ");
    released.resolve();
    await page.locator("#item-CoinInfo").waitFor();
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await eventually(() => new URL(page.url()).hash).toBe("#/block/2");
    await closeExplorer(page);
  });

  test("a node that stops is said to be gone, and what was read stays", async () => {
    const page = await explorer.open("");
    // A stream that stands would say that the node is there.
    await page.route("**/v1/stream*", (route) => route.abort());
    await page.reload();
    await fact(page, "Ledger version").waitFor();
    await page.route("**/v1/", (route) => route.abort());
    await eventually(() => page.getByRole("alert").innerText()).toContain("unreachable");
    expect(await fact(page, "Ledger version").innerText()).toMatch(/\d/);
    await page.close();
  });
});
