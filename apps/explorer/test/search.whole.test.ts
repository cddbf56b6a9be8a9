import { localAccounts } from "@ledger/local-chain/accounts";
import { formatAddress } from "@ledger/types";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { describeInBrowser, screens } from "./browser.ts";
import {
  closeExplorer,
  demo,
  eventually,
  overflow,
  readJson,
  useSharedExplorer,
  waitForShop,
} from "./explorer-page.ts";

interface Transaction {
  readonly version: string;
  readonly hash: string;
  readonly type: string;
  readonly id?: string;
}

interface Sent extends Transaction {
  readonly sender: string;
  readonly sequence_number: string;
  readonly replay_protection_nonce?: string;
}

describeInBrowser("the search", () => {
  const explorer = useSharedExplorer(demo, waitForShop);

  /** Types a text into the search, by keys alone. */
  async function type(page: Page, text: string): Promise<void> {
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  }

  const options = (page: Page) => page.getByRole("option");

  for (const screen of screens) {
    test(`leads to whatever one thing a text names, ${screen.width} pixels wide`, async () => {
      const page = await explorer.open("", screen);
      const latest = await readJson<Transaction[]>(explorer, "/transactions?limit=20");
      const block = latest.find(({ type: kind }) => kind === "block_metadata_transaction");
      const hash = latest.at(-1)?.hash ?? "";
      const [alice] = localAccounts;
      const address = alice === undefined ? "" : formatAddress(alice.address);
      const expected = [
        ["block 3", "#/block/3"],
        [hash, `#/transaction/${hash}`],
        [block?.id ?? "", `#/block?at=${block?.version}`],
        [address, `#/account/${address}`],
        ["0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>", "#/account/0x1/module/coin/CoinInfo"],
        ["alice", `#/account/${address}`],
      ] as const;
      for (const [text, place] of expected) {
        await type(page, text);
        await page.keyboard.press("Enter");
        await eventually(() => new URL(page.url()).hash, text).toBe(place);
        expect(await overflow(page)).toBe(0);
      }
      await closeExplorer(page);
    });
  }

  test("leaves the choice to the reader where a text names several things", async () => {
    const page = await explorer.open("");
    await type(page, "3");
    await eventually(() => options(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^Transaction 3/),
      expect.stringMatching(/^Block 3/),
    ]);
    await page.keyboard.press("ArrowDown");
    expect(await options(page).nth(1).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Enter");
    await eventually(() => new URL(page.url()).hash).toBe("#/block/3");
    await closeExplorer(page);
  });

  test("goes where what is pasted anywhere leads, and leaves fields alone", async () => {
    const page = await explorer.open("");
    await page.locator("h1").click();
    /** The browser's reaction to Ctrl+V. */
    const paste = (text: string): Promise<void> =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }, text);
    const [transaction] = await readJson<Transaction[]>(explorer, "/transactions?start=3&limit=1");
    await paste(` ${transaction?.hash}\n`);
    await eventually(() => new URL(page.url()).hash).toBe(`#/transaction/${transaction?.hash}`);
    await paste("3");
    await eventually(() => options(page).count()).toBe(2);
    await page.goto(`${explorer.url}/v1/spec#/transactions`);
    // A box to tick takes no characters.
    await page.getByLabel("failed only").check();
    await page.keyboard.press("/");
    await eventually(() =>
      page.getByRole("combobox", { name: "Search the ledger" }).evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await page.goto(`${explorer.url}/v1/spec#/events`);
    await page.getByLabel("Account").focus();
    await paste("0x1");
    expect(await page.getByRole("combobox").inputValue()).not.toContain("0x1");
    await closeExplorer(page);
  });

  test("suggests as one types", async () => {
    const page = await explorer.open("");
    await type(page, "0x1::coin::tra");
    await eventually(() => options(page).first().innerText()).toContain("Entry function 0x1::coin::transfer");
    await type(page, "APT");
    await eventually(() => options(page).first().innerText()).toContain("APT, Aptos Coin");
    await type(page, "fungible_ass");
    await eventually(() => options(page).first().innerText()).toContain("Module 0x1::fungible_asset");
    await page.keyboard.press("Escape");
    await eventually(() => options(page).count()).toBe(0);
    await closeExplorer(page);
  });

  test("knows functions, errors, tokens, and what an account sent", async () => {
    const { sender, version, number } = await vi.waitUntil(
      async () => {
        const latest = await readJson<Sent[]>(explorer, "/transactions?limit=100");
        // An orderless transaction has no sequence number of its own.
        const sent = latest.find((one) => one.type === "user_transaction" && one.replay_protection_nonce === undefined);
        return sent && { sender: sent.sender, version: sent.version, number: sent.sequence_number };
      },
      { timeout: 300_000, interval: 500 },
    );
    const page = await explorer.open("");
    await type(page, "place_order");
    await eventually(() => options(page).first().innerText()).toContain("Function 0xcafe::shop::place_order");
    await type(page, "EALREADY_SERVED");
    await eventually(() => options(page).first().innerText()).toContain("The order was served already.");
    await page.keyboard.press("Enter");
    await eventually(() => page.locator(".definition.marked").innerText()).toContain("EALREADY_SERVED");
    await type(page, "register_domain_that_nobody_wrote");
    await eventually(() => page.locator(".search-note").innerText()).toContain("Nothing on this ledger is called");
    await type(page, "transfer");
    await eventually(() => options(page).first().innerText()).toMatch(/Function 0x1::\w+::transfer/);
    await type(page, "Aptos Coin");
    await eventually(() => options(page).first().innerText()).toContain("APT, Aptos Coin");
    await type(page, `${sender} ${number}`);
    await page.keyboard.press("Enter");
    await eventually(() => new URL(page.url()).hash).toBe(`#/transaction/${version}`);
    await type(page, "alice 99999");
    await eventually(() => page.locator(".search-note").innerText()).toContain("Nothing was sent by alice");
    await closeExplorer(page);
  });

  test("finds nothing where there is nothing", async () => {
    const page = await explorer.open("");
    const note = page.locator(".search-note");
    const unknown = `0x${"5a".repeat(32)}`;
    for (const [text, said] of [
      [unknown, "Nothing on this ledger has this hash"],
      ["what is this?", "Nothing on this ledger is called “what is this?”"],
      ["0x1::no_such_module", "There is no module 0x1::no_such_module"],
      ["0x1::coin::no_such_thing", "has nothing called no_such_thing"],
      ["99999999999", "The ledger ends with version"],
    ] as const) {
      await type(page, text);
      await page.keyboard.press("Enter");
      await eventually(() => note.innerText(), text).toContain(said);
      expect(await options(page).count()).toBe(0);
      expect(new URL(page.url()).hash).toBe("");
    }
    await type(page, "0xdeadbeef");
    await eventually(() => options(page).innerText()).toContain("nothing on this ledger is at it");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing on this ledger is at this address").waitFor();
    await closeExplorer(page);
  });
});
