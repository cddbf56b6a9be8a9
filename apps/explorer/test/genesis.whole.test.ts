import { describeVectors, newestNetwork, readVectorJson, vectorPath } from "@ledger/vectors";
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { type DescribedOperation, triedStatus } from "./described-operation.ts";
import { closeExplorer, eventually, fact, readJson, tryOperation, useExplorer } from "./explorer-page.ts";

describeVectors("the explorer on a real genesis", () => {
  describeInBrowser("of the public development network", () => {
    const explorer = useExplorer(["--genesis", vectorPath(`genesis/${newestNetwork}.genesis.blob`), "--proofs", "on"]);

    test("the overview shows a ledger of one version", async () => {
      const page = await explorer.open("");
      await eventually(() => fact(page, "Ledger version").innerText()).toBe("0");
      expect(await fact(page, "Latest block").innerText()).toBe("genesis");
      expect(await fact(page, "Kept here").innerText()).toBe("all of it");
      await closeExplorer(page);
    });

    test("all modules are read, page by page, and drawn", async () => {
      const page = await explorer.open("#/account/0x1/modules");
      const facts = readVectorJson<{ modules: { id: string }[] }>(`genesis/${newestNetwork}.facts.json`);
      const ids = facts.modules.map(({ id }) => id.split("::"));
      const names = ids.filter(([address]) => address === "0x1").map(([, name]) => name ?? "");
      expect(names.length).toBeGreaterThan(100);
      await eventually(() => page.locator("tbody th").count()).toBe(names.length);
      expect((await page.locator("tbody th").allInnerTexts()).toSorted()).toEqual(names.toSorted());
      await closeExplorer(page);
    });

    test("views of the state, the transaction and the block", async () => {
      const page = await explorer.open("#/account/0x1/resources");
      await eventually(() => page.locator(".disclosure").count()).toBeGreaterThan(20);
      await page.goto(`${explorer.url}/v1/spec#/account/0x1/module/coin`);
      await eventually(() => page.locator(".definition").count()).toBeGreaterThan(40);
      await page.goto(`${explorer.url}/v1/spec#/transaction/0`);
      await eventually(() => fact(page, "Kind").innerText()).toBe("genesis");
      await page.goto(`${explorer.url}/v1/spec#/block/0`);
      await eventually(() => fact(page, "Transactions").innerText()).toBe("1");
      await page.goto(`${explorer.url}/v1/spec#/account/0x1`);
      await eventually(() => page.getByRole("row", { name: /AptosCoin/ }).innerText()).toContain("APT");
      await page.goto(`${explorer.url}/v1/spec#/table`);
      await eventually(() => page.locator("#table-choice ~ table tbody tr").count()).toBeGreaterThan(2);
      await closeExplorer(page);
    });

    test("a signing request can be encoded as it stands", async () => {
      const page = await explorer.open("#/signing");
      await page.getByRole("button", { name: "Encode", exact: true }).click();
      const explained = page.getByRole("region", { name: "What the bytes mean" });
      await eventually(() => explained.innerText()).toContain("aptos_account");
      await closeExplorer(page);
    });

    test("every operation can be tried with values that exist", async () => {
      const page = await explorer.open("#/reference");
      const spec = await readJson<{ paths: Record<string, Record<string, DescribedOperation>> }>(
        explorer,
        "/spec.json",
      );
      for (const operation of Object.values(spec.paths).flatMap((methods) => Object.values(methods))) {
        await tryOperation(page, explorer, operation.operationId, triedStatus(operation, false));
      }
      await closeExplorer(page);
    });
  });
});
