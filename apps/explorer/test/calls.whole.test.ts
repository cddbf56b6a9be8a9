import { describeVectors, vectorPath } from "@ledger/vectors";
import { expect, test } from "vitest";
import { describeInBrowser, screens } from "./browser.ts";
import {
  closeExplorer,
  type Explorer,
  eventually,
  fact,
  overflow,
  readJson,
  showNames,
  useExplorer,
} from "./explorer-page.ts";

/** Holds nearly all coins on every test network. */
const rich = "0xa550c18";

/** The API's own answer to a call of a view function. */
async function view(explorer: Explorer, body: object): Promise<unknown> {
  const response = await fetch(`${explorer.url}/v1/view`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type_arguments: [], arguments: [], ...body }),
  });
  return response.json();
}

describeVectors("functions on a real framework", () => {
  describeInBrowser("run and called in the module's page", () => {
    // The framework that the local network runs too.
    const explorer = useExplorer(["--genesis", vectorPath("genesis/devnet-2025-11.genesis.blob")]);

    for (const screen of screens) {
      test(`a view function runs in place, ${screen.width} pixels wide`, async () => {
        const page = await explorer.open("#/account/0x1/module/coin/balance", screen);
        // The source that the framework was published with names its parameters.
        await showNames(page);
        await eventually(() => page.locator("#item-balance code").first().innerText()).toContain("owner: address");
        const form = page.getByRole("form", { name: "Run balance" });
        await form.getByLabel(/^owner/).fill(rich);
        await form.getByRole("button", { name: "Run" }).click();
        const results = page.getByRole("region", { name: "Results" });
        const [balance] = (await view(explorer, {
          function: "0x1::coin::balance",
          type_arguments: ["0x1::aptos_coin::AptosCoin"],
          arguments: [rich],
        })) as [string];
        await eventually(() => results.locator("dd").innerText()).toBe(BigInt(balance).toLocaleString("en"));
        expect(await results.innerText()).toMatch(/Gas used: [\d,]+ units/);
        expect(await overflow(page)).toBe(0);
        await closeExplorer(page);
      });

      test(`an entry function is simulated, ${screen.width} pixels wide`, async () => {
        const page = await explorer.open("#/account/0x1/module/aptos_account/transfer", screen);
        await showNames(page);
        const form = page.getByRole("form", { name: "Call transfer" });
        await form.getByLabel("Call as").selectOption("address");
        await form.getByLabel("Sender").fill(rich);
        await form.getByLabel(/^to/).fill("0xb0b");
        await form.getByLabel(/^amount/).fill("150000000");
        await form.getByRole("button", { name: "Simulate" }).click();
        const result = page.getByRole("region", { name: "Simulation" });
        await eventually(() => fact(result, "Outcome").innerText()).toBe("executed");
        const received = result.getByRole("row", { name: /0xb0b/ });
        await eventually(() => received.innerText()).toContain("+1.5 APT");
        expect(await fact(result, "Fee").innerText()).toMatch(/^0\.\d+ APT/);
        // The sender pays the amount and the fee.
        const paid = result.getByRole("row", { name: new RegExp(rich) });
        expect(await paid.innerText()).toMatch(/−1\.5\d* APT/);
        expect(await result.locator(".events").innerText()).toContain("fungible_asset::Deposit");
        const change = result.locator(".changes .disclosure", { hasText: "FungibleStore" }).first();
        await change.getByRole("button").click();
        await eventually(() => change.getByRole("row", { name: /balance/ }).count()).toBe(1);
        expect(await overflow(page)).toBe(0);
        // A call that is only simulated must not be submitted.
        expect(await form.getByRole("button", { name: "Sign and submit" }).isDisabled()).toBe(true);
        expect((await readJson<{ ledger_version: string }>(explorer, "/")).ledger_version).toBe("0");
        await closeExplorer(page);
      });
    }

    test("an abort shows its name and text", async () => {
      const [screen] = screens;
      const page = await explorer.open("#/account/0x1/module/fungible_asset/store_metadata", screen);
      await showNames(page);
      const form = page.getByRole("form", { name: "Run store_metadata" });
      await form.getByLabel(/^Type argument/).fill("0x1::fungible_asset::Metadata");
      await form.getByLabel(/^store/).fill("0xa");
      await form.getByRole("button", { name: "Run" }).click();
      const results = page.getByRole("region", { name: "Results" });
      await eventually(() => results.getByRole("alert").innerText()).toMatch(/E[A-Z_]+.*400 invalid_input/s);

      await page.goto(`${explorer.url}/v1/spec#/account/0x1/module/aptos_account/create_account`);
      const call = page.getByRole("form", { name: "Call create_account" });
      await call.waitFor();
      await showNames(page);
      await call.getByLabel("Call as").selectOption("address");
      await call.getByLabel("Sender").fill(rich);
      await call.getByLabel(/^auth_key/).fill("0x1");
      await call.getByRole("button", { name: "Simulate" }).click();
      const result = page.getByRole("region", { name: "Simulation" });
      await eventually(() => fact(result, "Outcome").innerText()).toMatch(/^failed E\w+/);
      expect(await fact(result, "Why it failed").innerText()).toMatch(/already exists.*by 0x1::account, code 0x8/s);
      await call.getByLabel(/^auth_key/).fill("nobody");
      await call.getByRole("button", { name: "Simulate" }).click();
      await eventually(() => page.getByRole("alert").innerText()).toContain("auth_key: ");
      await closeExplorer(page);
    });

    test("results are read again at another version", async () => {
      const [screen] = screens;
      const page = await explorer.open("#/account/0x1/module/chain_id/get?at=0", screen);
      await page.getByRole("form", { name: "Run get" }).getByRole("button", { name: "Run" }).click();
      const results = page.getByRole("region", { name: "Results" });
      const [chainId] = (await view(explorer, { function: "0x1::chain_id::get" })) as [number];
      await eventually(() => results.locator("dd").innerText()).toBe(String(chainId));
      expect(await results.innerText()).toContain("At version 0.");
      await closeExplorer(page);
    });
  });
});
