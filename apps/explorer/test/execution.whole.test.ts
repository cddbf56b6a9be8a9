import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { closeExplorer, eventually, fact, readJson, useExplorer, waitForLedger } from "./explorer-page.ts";

const version = "5";
/** Versions that are executed before a page is opened. */
const executedBefore = 6;
/** The outcome of a forged version, as the node of `execute.whole.test.ts` in the node's tests answers it. */
const forged = {
  version,
  outcome: "different",
  differences: [
    {
      part: "gas",
      recorded: { gas_used: "12", parts: { total_charge_gas_units: "12", io_gas_units: "4" } },
      executed: { gas_used: "11", parts: { total_charge_gas_units: "11", io_gas_units: "4" } },
    },
    { part: "event", index: 2, recorded: { type: "0x1::a::B", data: { amount: "7" } }, executed: null },
    {
      part: "write",
      key: "0x00ab",
      item: "0xcafe 0x1::coin::CoinStore",
      recorded: { op: "modification", data: { coin: { value: "900" } } },
      executed: { op: "modification", data: { coin: { value: "100" } } },
    },
  ],
};

describeInBrowser("the page of execution", () => {
  const explorer = useExplorer(["--block-interval", "100", "--execute", "all"], (node) =>
    waitForLedger(node, "ledger_version", 10),
  );

  test("says what was executed again, and leads to the outcome of a version", async () => {
    // Execution gives way to everything else: on a busy machine it is much later than the ledger.
    await untilSomeExecuted(explorer);
    const page = await explorer.open("#/execution");
    await eventually(async () => Number((await fact(page, "Equal").innerText()).replaceAll(",", ""))).toBeGreaterThan(
      5,
    );
    expect(await fact(page, "Different").innerText()).toBe("0");
    expect(await fact(page, "Versions").innerText()).toMatch(/^0 to \d+/);
    await page.getByLabel("Version", { exact: true }).fill(version);
    await page.getByRole("button", { name: "Show its outcome" }).click();
    await eventually(() => page.locator("main").innerText()).toContain("Execution makes what the record says.");
    expect(page.url()).toContain(`#/execution/${version}`);
    expect(await readJson(explorer, `/execution/by_version/${version}`)).toEqual({ version, outcome: "equal" });
    await closeExplorer(page);
  });

  test("shows both sides of what differs, member by member", async () => {
    const page = await explorer.open("#/");
    await page.route(`**/execution/by_version/${version}`, (route) => route.fulfill({ json: forged }));
    await page.goto(`${explorer.url}/v1/spec#/execution/${version}`);
    const rowOf = (member: string) => page.getByRole("row").filter({ has: page.getByText(member, { exact: true }) });
    await eventually(() => rowOf("gas_used").innerText()).toMatch(/12\s+11/);
    expect(await rowOf("parts.io_gas_units").count()).toBe(0);
    expect(await rowOf("data.amount").innerText()).toMatch(/7\s+nothing/);
    expect(await rowOf("data.coin.value").innerText()).toMatch(/900\s+100/);
    expect(await page.locator("main").innerText()).toContain("0xcafe 0x1::coin::CoinStore");
    await closeExplorer(page);
  });

  test("lists what differs, and what was not executed with the reason", async () => {
    const page = await explorer.open("#/");
    const known = { version, reason: "an old fault of the network" };
    await page.route("**/execution/status", async (route) => {
      const status = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...status, different_versions: ["7"], not_reproducible_versions: [known] } });
    });
    await page.goto(`${explorer.url}/v1/spec#/execution`);
    const listed = page.getByRole("listitem");
    await eventually(() => listed.filter({ hasText: known.reason }).innerText()).toBe(`${version} ${known.reason}`);
    await page.getByRole("link", { name: "7", exact: true }).click();
    await eventually(async () => page.url()).toContain("#/execution/7");
    await closeExplorer(page);
  });
});

async function untilSomeExecuted(node: { readonly url: string }): Promise<void> {
  for (let equal = 0; equal < executedBefore; await delay(100)) {
    const answer = await fetch(`${node.url}/v1/execution/status`);
    if (answer.ok) equal = Number(((await answer.json()) as { readonly equal: string }).equal);
  }
}
