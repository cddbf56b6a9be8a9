import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import {
  closeExplorer,
  demo,
  eventually,
  fact,
  readJson,
  useExplorer,
  useSharedExplorer,
  waitForCall,
  waitForLedger,
  waitForShop,
} from "./explorer-page.ts";

/** Opens the choice of a version, which is small until it is used, and types one. */
async function chooseVersion(page: Page, version: string): Promise<void> {
  const another = page.getByRole("button", { name: /another version$/ });
  const field = page.getByLabel("Ledger version to read");
  if ((await another.count()) > 0) {
    await another.click();
    // What it shows is selected: keys replace it.
    await eventually(() => field.evaluate((input) => document.activeElement === input)).toBe(true);
    await page.keyboard.type(version);
  } else await field.fill(version);
  await page.keyboard.press("Enter");
}

describeInBrowser("the version slider", () => {
  const explorer = useExplorer(["--block-interval", "50", "--state-window", "60"], async (node) => {
    await waitForShop(node);
    await waitForLedger(node, "oldest_ledger_version", 40);
  });

  for (const [view, address] of [
    ["an account", "#/account/0xcafe"],
    ["its resources", "#/account/0xcafe/resources"],
    ["its modules", "#/account/0xcafe/modules"],
    ["a module", "#/account/0xcafe/module/shop"],
  ] as const) {
    test(`takes ${view} into pruned history, which is shown as such, and back`, async () => {
      const page = await explorer.open(address);
      await page.getByRole("button", { name: /another version$/ }).waitFor();
      expect(await page.getByRole("slider").count()).toBe(0);
      await chooseVersion(page, "3");
      await eventually(() => page.url()).toContain("at=3");
      await eventually(() => page.getByRole("alert").innerText()).toContain("410 version_pruned");
      expect(await page.getByRole("status").first().innerText()).toContain("pruned");
      expect(await page.getByRole("slider").getAttribute("aria-valuetext")).toContain("pruned");
      expect(await page.getByRole("link", { name: "Go to the oldest kept version" }).count()).toBe(1);
      await page.getByRole("button", { name: "Latest" }).click();
      await eventually(() => page.getByRole("alert").count()).toBe(0);
      expect(page.url()).not.toContain("at=");
      await closeExplorer(page);
    });
  }

  test("takes an item of a table into pruned history", async () => {
    const { data } = await readJson<{ data: { table: { inner: { handle: string } } } }>(
      explorer,
      "/accounts/0x1/resource/0x1::block::CommitHistory",
    );
    const page = await explorer.open(`#/table/${data.table.inner.handle}?raw_key=0x05000000`);
    const item = page.getByRole("region", { name: "Item", exact: true });
    await eventually(() => item.locator("pre").innerText()).toMatch(/^000000 {2}/);
    await chooseVersion(page, "3");
    await eventually(() => item.getByRole("alert").innerText()).toContain("410 version_pruned");
    await closeExplorer(page);
  });

  test("takes transactions and blocks into pruned history", async () => {
    const page = await explorer.open("#/transaction/1");
    await eventually(() => page.getByRole("alert").innerText()).toContain("410 version_pruned");
    await page.goto(`${explorer.url}/v1/spec#/block/1`);
    await eventually(() => page.getByRole("alert").innerText()).toContain("410 block_pruned");
    await page.goto(`${explorer.url}/v1/spec#/transactions?start=0`);
    await eventually(() => page.getByRole("alert").innerText()).toContain("410 version_pruned");
    await closeExplorer(page);
  });

  test("refuses a version that is not committed as the API does", async () => {
    const page = await explorer.open("#/account/0x1?at=99999999999");
    await eventually(() => page.getByRole("alert").innerText()).toContain("404 version_not_found");
    expect(await page.getByRole("status").first().innerText()).toContain("not committed yet");
    await closeExplorer(page);
  });
});

describeInBrowser("the version slider over kept history", () => {
  const explorer = useSharedExplorer(demo, (node) => waitForLedger(node, "ledger_version", 120));

  test("reads an account and a table item again at an older version", async () => {
    const { sender } = await waitForCall(explorer);
    const page = await explorer.open(`#/account/${sender}?at=30`);
    const then = await readJson<{ sequence_number: string }>(explorer, `/accounts/${sender}?ledger_version=30`);
    await eventually(() => fact(page, "Sequence number").innerText()).toBe(then.sequence_number);
    await page.getByRole("button", { name: "One version back" }).click();
    await eventually(() => page.url()).toContain("at=29");
    await page.getByLabel("Ledger version to read").fill("0");
    await page.keyboard.press("Enter");
    await eventually(() => fact(page, "Sequence number").innerText()).toBe("0");
    // A link between views of the state stays at the version.
    await page.getByRole("link", { name: "Modules" }).click();
    await eventually(() => page.url()).toContain("at=0");
    await page.getByText("This account has no modules at this version.").waitFor();

    await page.goto(`${explorer.url}/v1/spec#/table`);
    await page
      .getByRole("row", { name: /CommitHistory/ })
      .getByRole("link")
      .first()
      .click();
    await page.getByLabel(/^Key u32/).fill("4");
    await page.getByRole("button", { name: "Read item" }).click();
    const item = page.getByRole("region", { name: "Item", exact: true });
    // The table is a ring of 64 blocks.
    await eventually(async () => Number(await fact(item, "height").innerText()) % 64).toBe(4);
    // The slider begins at the oldest kept version, and moves with the keyboard.
    await chooseVersion(page, "20");
    await page.getByRole("slider").focus();
    await page.keyboard.press("Home");
    await eventually(() => item.getByRole("alert").innerText()).toContain("404 table_item_not_found");
    await closeExplorer(page);
  });
});
