import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { closeExplorer, demo, eventually, useSharedExplorer, waitForShop } from "./explorer-page.ts";

describeInBrowser("the signing request", () => {
  const explorer = useSharedExplorer(demo, waitForShop);

  test("is encoded as it stands, and its bytes are explained", async () => {
    const page = await explorer.open("#/signing");
    await page.getByRole("button", { name: "Encode", exact: true }).click();
    const message = page.locator(".message-hex");
    // SHA3-256 of "APTOS::RawTransaction".
    await eventually(() => message.innerText()).toMatch(
      /^0xb5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193/,
    );
    const explained = page.getByRole("region", { name: "What the bytes mean" });
    expect(await explained.innerText()).toContain("maxGasAmount");
    expect(await explained.getByRole("row", { name: /chainId/ }).innerText()).toMatch(/4$/);
    expect(await explained.locator(".bad").count()).toBe(0);
    // Another request must not stand beside the old message.
    await page.getByLabel("Gas unit price").fill("150");
    await eventually(() => message.count()).toBe(0);
    await closeExplorer(page);
  });

  test("takes secondary signers and a nonce", async () => {
    const page = await explorer.open("#/signing");
    await page.getByLabel("Secondary signers").fill("0xb0b 0xada");
    await page.getByLabel(/^Nonce/).fill("77");
    await page.getByRole("button", { name: "Encode", exact: true }).click();
    const explained = page.getByRole("region", { name: "What the bytes mean" });
    await eventually(() => explained.innerText()).toContain("MultiAgent");
    expect(await explained.innerText()).toContain("77");
    await closeExplorer(page);
  });

  test("has a form for an argument of every type", async () => {
    const page = await explorer.open("#/signing?function=0xcafe::shop::answer_survey");
    const grid = page.getByRole("group", { name: / vector<vector<u64>>$/ });
    await grid.getByRole("button", { name: "Add an item" }).click();
    await grid.getByRole("button", { name: "Add an item" }).first().click();
    await page.getByLabel(/ vector<u8>$/).fill("0xc0ffee");
    await page
      .getByRole("group", { name: /Option<u64>$/ })
      .getByLabel("has a value")
      .check();
    await page.getByLabel("value u64").fill("18446744073709551615");
    await page.getByLabel(/^item 0 u64/).fill("5");
    await page.getByRole("button", { name: "Encode", exact: true }).click();
    const explained = page.getByRole("region", { name: "What the bytes mean" });
    await eventually(() => explained.innerText()).toContain("0x01ffffffffffffffff");
    await page.getByLabel(/^(Argument 1|stars) u8/).fill("256");
    await page.getByRole("button", { name: "Encode", exact: true }).click();
    await eventually(() => page.getByRole("alert").innerText()).toContain("400 invalid_input");
    await closeExplorer(page);
  });

  test("encodes scripts and multisig transactions", async () => {
    const page = await explorer.open("#/signing");
    await page.getByLabel("Multisig account").check();
    await page.getByLabel("carries its call").uncheck();
    await page.getByRole("button", { name: "Encode", exact: true }).click();
    const explained = page.getByRole("region", { name: "What the bytes mean" });
    await eventually(() => explained.innerText()).toContain("Multisig");
    await page.getByLabel("Script").check();
    await page.getByLabel("Bytecode").fill("0x1234");
    await page.getByRole("button", { name: "Encode", exact: true }).click();
    await eventually(() => page.getByRole("alert").innerText()).toContain("400 invalid_input");
    await closeExplorer(page);
  });
});
