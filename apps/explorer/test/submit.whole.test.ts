import { randomBytes } from "node:crypto";
import { localAccounts } from "@ledger/local-chain/accounts";
import { formatAddress } from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, type Screen, screens } from "./browser.ts";
import { closeExplorer, eventually, fact, overflow, readJson, showNames, useExplorer } from "./explorer-page.ts";

/** A committed transaction, as far as the tests read it. */
interface Committed {
  readonly sender: string;
  readonly payload: { readonly arguments: readonly unknown[] };
  readonly success: boolean;
}

const [alice] = localAccounts;
if (alice === undefined) throw new Error("the local network has no accounts");

describeInBrowser("calls on a local network", () => {
  const explorer = useExplorer();

  const openTransfer = async (screen?: Screen): Promise<Page> => {
    const page = await explorer.open("#/account/0x1/module/aptos_account/transfer", screen);
    // The fields are called by the names that the source has.
    await showNames(page);
    return page;
  };

  const form = (page: Page) => page.getByRole("form", { name: "Call transfer" });

  for (const screen of screens) {
    test(`a well-known account submits, ${screen.width} pixels wide`, async () => {
      const page = await openTransfer(screen);
      // Leading zeros of an address are left out when it is shown.
      const to = `0xa${randomBytes(32).toString("hex").slice(1)}`;
      await form(page).getByLabel("Call as").selectOption("local alice");
      await form(page).getByLabel(/^to/).fill(to);
      await form(page)
        .getByLabel(/^amount/)
        .fill("250000000");
      await form(page).getByRole("button", { name: "Sign and submit" }).click();
      const result = page.getByRole("region", { name: "Committed" });
      await result.waitFor();
      expect(await fact(result, "Outcome").innerText()).toBe("executed");
      await eventually(() => result.getByRole("row", { name: new RegExp(to.slice(0, 8)) }).innerText()).toContain(
        "+2.5 APT",
      );
      expect(await overflow(page)).toBe(0);
      await result.getByRole("link", { name: /^Transaction / }).click();
      await eventually(() => page.locator(".story").innerText()).toMatch(/sent\s+2\.5 APT\s+to/);
      const version = new URL(page.url()).hash.split("/").at(-1);
      const committed = await readJson<Committed>(explorer, `/transactions/by_version/${version}`);
      expect(committed.sender).toBe(formatAddress(alice.address));
      expect(committed.payload.arguments).toEqual([to, "250000000"]);
      expect(committed.success).toBe(true);
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });
  }

  test("a pasted key signs on the page and never leaves it", async () => {
    const privateKey = randomBytes(32);
    const digits = privateKey.toString("hex");
    const publicKey = Buffer.from(ed25519.getPublicKey(privateKey)).toString("hex");
    const page = await openTransfer();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(describe(request)));
    // The owner of the key has nothing yet: what a local account sends it pays for its own transaction.
    await form(page).getByLabel("Call as").selectOption("key");
    await form(page)
      .getByLabel(/^Private key/)
      .fill(`ed25519-priv-0x${digits}`);
    await form(page).getByLabel(/^to/).fill("0xb0b");
    await form(page).getByRole("button", { name: "Sign and submit" }).click();
    const simulation = page.getByRole("region", { name: "Simulation" });
    await eventually(() => simulation.innerText()).toContain("It would fail, so it was not submitted.");
    expect(await fact(simulation, "Outcome").innerText()).toMatch(/^failed [A-Z_]+$/);
    const address = requests.map((text) => /\/accounts\/(0x[0-9a-f]{60,64})(?:$|[?\s])/.exec(text)?.[1]).find(Boolean);
    expect(address).toBeDefined();

    await form(page).getByLabel("Call as").selectOption("local bob");
    await form(page)
      .getByLabel(/^to/)
      .fill(address ?? "");
    await form(page)
      .getByLabel(/^amount/)
      .fill("300000000");
    await form(page).getByRole("button", { name: "Sign and submit" }).click();
    const result = page.getByRole("region", { name: "Committed" });
    await result.waitFor();

    await form(page).getByLabel("Call as").selectOption("key");
    await form(page)
      .getByLabel(/^Private key/)
      .fill(`0x${digits}`);
    await form(page).getByLabel(/^to/).fill("0xb0b");
    await form(page)
      .getByLabel(/^amount/)
      .fill("100000000");
    await form(page).getByRole("button", { name: "Sign and submit" }).click();
    await result.waitFor();
    expect(await fact(result, "Outcome").innerText()).toBe("executed");

    // The public key went out, in a signed transaction; no request has the private one in any form.
    expect(requests.some((text) => text.includes(publicKey))).toBe(true);
    const forms = [digits, digits.toUpperCase(), privateKey.toString("base64"), [...privateKey].join(",")];
    for (const text of requests) for (const secret of forms) expect(text.includes(secret)).toBe(false);
    const kept = await page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]));
    expect(kept.includes(digits)).toBe(false);
    await closeExplorer(page);
  });
});

/** All that a request sends: its address, its headers, and its body as text and as hex. */
function describe(request: Request): string {
  const body = request.postDataBuffer();
  return [
    request.url(),
    JSON.stringify(request.headers()),
    body?.toString("utf8") ?? "",
    body?.toString("hex") ?? "",
  ].join(" ");
}
