import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { closeExplorer, demo, eventually, readJson, useSharedExplorer } from "./explorer-page.ts";

/** An account that does not exist yet, and its key. */
const zoe = { name: "zoe", address: "0x5eed", private_key: `0x${"11".repeat(32)}` };

const faucet = "http://127.0.0.1:9";

describeInBrowser("a network for development", () => {
  const explorer = useSharedExplorer(demo);

  test("is said to be one, and can be used from the page", async () => {
    const page = await explorer.open("#/reference");
    const asked: { readonly verb: string; readonly body: unknown }[] = [];
    await page.route("**/v1/-/local", (route) =>
      route.fulfill({
        json: {
          faucet: null,
          graphql: "http://127.0.0.1:9/v1/graphql",
          verbs: ["fund", "mine", "increase_time", "snapshot", "restore"],
          accounts: [zoe],
        },
      }),
    );
    await page.route("**/v1/-/local/*", (route) => {
      const verb = route.request().url().split("/").at(-1) ?? "";
      asked.push({ verb, body: route.request().postDataJSON() });
      return route.fulfill({ json: verb === "snapshot" ? 7 : null });
    });
    await page.goto(`${explorer.url}/v1/spec#/accounts`);
    await page.reload();
    const row = page.getByRole("row", { name: /zoe/ });
    await eventually(() => row.innerText()).toMatch(/0 APT/);
    await row.getByRole("button", { name: /^Fund/ }).click();
    await eventually(() => row.innerText()).toContain("funded");
    await page.goto(`${explorer.url}/v1/spec#/`);
    const controls = page.getByRole("region", { name: "This development network" });
    await controls.getByRole("button", { name: "Mine one" }).click();
    await controls.getByText("A block is made.").waitFor();
    await controls.getByRole("button", { name: "+ 1 hour" }).click();
    await controls.getByText("The next block is 1 hour later.").waitFor();
    await controls.getByRole("button", { name: "Take a snapshot" }).click();
    const navigated = page.waitForEvent("load");
    await controls.getByRole("button", { name: /^Restore 7/ }).click();
    await navigated;
    expect(asked).toEqual([
      { verb: "fund", body: { address: zoe.address, amount: "1000000000" } },
      { verb: "mine", body: {} },
      { verb: "increase_time", body: { seconds: 3_600 } },
      { verb: "snapshot", body: {} },
      { verb: "restore", body: { snapshot: 7 } },
    ]);
    await closeExplorer(page);
  });

  test("is asked for coins by its faucet, which has a port of its own", async () => {
    const context = await explorer.browser.newContext();
    const page = await context.newPage();
    const minted: string[] = [];
    await page.route("**/v1/-/local", (route) =>
      route.fulfill({ json: { faucet, graphql: null, verbs: [], accounts: [] } }),
    );
    await page.route(`${faucet}/**`, (route) => {
      minted.push(route.request().url());
      return route.fulfill({ json: ["0x1"], headers: { "Access-Control-Allow-Origin": "*" } });
    });
    await page.goto(`${explorer.url}/v1/spec#/account/0x5eed`);
    await page.getByRole("button", { name: /^Fund/ }).click();
    await page.getByText("funded").waitFor();
    expect(minted).toEqual([`${faucet}/mint?amount=1000000000&address=0x5eed`]);
    await context.close();
  });

  test("is not offered by a ledger that tells nothing of it", async () => {
    expect(await readJson(explorer, "/")).toMatchObject({ chain_id: 4 });
    const page = await explorer.open("#/accounts");
    await page.route("**/v1/-/local", (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await eventually(() => page.getByRole("row").count()).toBeGreaterThan(3);
    expect(await page.getByRole("button", { name: /^Fund/ }).count()).toBe(0);
    await closeExplorer(page);
  });
});
