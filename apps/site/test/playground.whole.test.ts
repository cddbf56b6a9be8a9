import { needsBrowser, openWatchedPage, type Page } from "@ledger/browser";
import { describe, expect, test } from "vitest";
import { useSite } from "./built-site.ts";
import { openHeapMeter } from "./heap-meter.ts";
import { runAxe } from "./walk.ts";

const dayMs = 24 * 3_600_000;

/** What the programs of the list print, in its order. */
const says: Readonly<Record<string, RegExp>> = {
  transfer: /^version \d+, \d+ units of gas\s+bob has 1000 octas$/,
  abort: /^0x1::fungible_asset aborted with EINSUFFICIENT_BALANCE: Insufficient balance/,
  publish: /^published: Executed successfully, \d+ units[\s\S]*in the jar: \[\s*"500"\s*\]$/,
  shop: /^published: Executed successfully, \d+ units of gas\s+order 0: 421000 octas\s+served[\s\S]*EALREADY_SERVED: The order was served already/,
  // The address comes of a new key. The API leaves the zeros out that it begins with, which one in sixteen has.
  token: /^minted at 0x[1-9a-f][0-9a-f]{0,63}\s[\s\S]*"description": "The first"/,
  time: /^\d{4}-\S*Z\s+\d{4}-\S*Z$/,
  snapshot: /^bob has 0, then 500\s+and 0 again/,
  trace: /0x1::aptos_account::transfer/,
  gas: /0xcafe::tip_jar::tip +4 [\s\S]*^ *\d+ +\d{5,} +aptos_account::transfer\(guest[\s\S]*^ *[1-9]\d* +jar\.total = /m,
  coverage: /0xcafe::tip_jar +\d+\.\d %[\s\S]*^ +[1-9]\d* {2} +move_to\(owner, Jar/m,
};

describe("the playground", needsBrowser, () => {
  const site = useSite();

  /** Opens it, and waits for its chain. @param hash - of the address */
  async function open(hash = ""): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
    const watched = await openWatchedPage(site.browser, [new URL(site.url).origin]);
    await watched.page.goto(`${site.url}playground/index.html${hash}`);
    await watched.page.locator("html[data-chain=ready]").waitFor();
    return watched;
  }

  const status = (page: Page): Promise<string> => page.locator("#status").innerText();

  /** Runs the code in the editor. @returns what it printed */
  async function run(page: Page): Promise<string> {
    await page.getByRole("button", { name: "Run" }).click();
    await page.locator("#status:not([data-kind=running])").waitFor();
    expect(await status(page)).toBe("done");
    return page.locator("#output").innerText();
  }

  /** Chooses a program of the list. */
  async function choose(page: Page, name: string): Promise<void> {
    await page.locator(`#recipes a[href="#recipe=${name}"]`).click();
    await page.locator(`#recipes a[href="#recipe=${name}"][aria-current]`).waitFor();
  }

  test("every program of the list does what it says, one after the other on one chain", async () => {
    const { page, complaints } = await open();
    const printed: Record<string, string> = {};
    const names = await page
      .locator("#recipes a")
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).hash.replace("#recipe=", "")));
    for (const name of names) {
      await choose(page, name);
      printed[name] = await run(page);
      if (name !== "trace") continue;
      expect(await page.locator("#output svg .flame").count()).toBeGreaterThan(5);
      expect(await runAxe(page)).toEqual([]);
    }
    expect(names).toEqual(Object.keys(says));
    const others = names.filter((name) => !says[name]!.test(printed[name]!));
    expect(others.map((name) => `${name} printed\n${printed[name]}\nwhich is not ${says[name]}`).join("\n\n")).toBe("");
    const [before = Number.NaN, after = Number.NaN] = printed.time!.split(/\s+/).map((time) => Date.parse(time));
    // The clock of the host passes too.
    expect(Math.floor((after - before) / dayMs)).toBe(365);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("the explorer shows this very chain, and its reference tries requests on it", async () => {
    const { page, complaints } = await open("#explorer=/reference/get_ledger_info");
    const explorer = page.frameLocator("#explorer");
    await explorer.getByRole("button", { name: "Send", exact: true }).click();
    const answer = explorer.getByRole("region", { name: "Answer", exact: true });
    await expect.poll(() => answer.innerText()).toContain('"chain_id"');
    await choose(page, "transfer");
    const [, version = ""] = /version (\d+)/.exec(await run(page)) ?? [];
    await page.goto(`${site.url}playground/index.html#explorer=/transaction/0`);
    await explorer.getByRole("heading", { level: 1 }).waitFor();
    expect(Number(version)).toBeGreaterThan(3);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("the explorer gives coins to the accounts of this chain, and code sees them", async () => {
    const { page, complaints } = await open("#explorer=/accounts");
    const explorer = page.frameLocator("#explorer");
    const balance = `import { net, print } from "playground";
const typeArguments = ["0x1::aptos_coin::AptosCoin"];
const [account] = net.accounts;
print(...(await net.view({ function: "0x1::coin::balance", typeArguments, arguments: [account.address] })));`;
    await page.locator("#code").fill(balance);
    const before = BigInt(await run(page));
    await explorer
      .getByRole("button", { name: /^Fund|coin/ })
      .first()
      .click();
    await expect.poll(async () => BigInt(await run(page))).toBeGreaterThan(before);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("code of a link is shown and not run; it reaches neither this page nor another host", async () => {
    const code = `import { print } from "playground";
const tries = {
  page: () => parent.document.title,
  storage: () => localStorage.length,
  host: () => new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest();
    asked.onload = () => resolve("answered");
    asked.onerror = () => reject(new Error("refused"));
    asked.open("GET", "${site.url}index.html");
    asked.send();
  }),
  other: async () => (await fetch("https://elsewhere.example/")).status,
};
for (const [name, attempt] of Object.entries(tries)) {
  try { print(name, await attempt()); } catch (error) { print(name, "refused"); }
}`;
    const { page } = await open();
    await page.locator("#code").fill(code);
    await page.getByRole("button", { name: "Link to this code" }).click();
    await page.waitForURL(/#code=/);
    const link = page.url();
    await page.close();
    const other = await open(new URL(link).hash);
    expect(await other.page.locator("#code").inputValue()).toBe(code);
    expect(await other.page.locator("#output").innerText()).toBe("");
    const lines = (await run(other.page)).split("\n").filter((line) => line !== "");
    expect(lines).toEqual(["page refused", "storage refused", "host refused", "other 403"]);
    await other.page.close();
  });

  test("code that fails says why, code without an end can be stopped, and the chain lives on", async () => {
    const { page } = await open();
    await page.locator("#code").fill('import { x } from "elsewhere";');
    await page.getByRole("button", { name: "Run" }).click();
    await expect.poll(() => status(page)).toContain("only @aptos-labs/ts-sdk and playground can be imported here");
    await page.locator("#code").fill("for (;;) await 0;");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    expect(await status(page)).toBe("stopped");
    await choose(page, "time");
    expect(await run(page)).toContain("Z");
    await page.close();
  });

  test("snapshots that are taken and restored leave the memory as it is", async () => {
    const { page } = await open();
    const round = `import { net, print } from "playground";
for (let i = 0; i < 100; i++) {
  const before = await net.snapshot();
  await net.fund("0xb0b", 5n);
  await before.restore();
}
print("went back");`;
    await page.locator("#code").fill(round);
    const used = await openHeapMeter(site);
    await run(page);
    const first = await used();
    expect(first).toBeGreaterThan(1_000_000);
    await run(page);
    await run(page);
    expect((await used()) - first).toBeLessThan(30_000_000);
    await page.close();
  });
});
