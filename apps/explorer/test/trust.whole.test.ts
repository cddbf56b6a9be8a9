import { createRequire } from "node:module";
import { openTestNode } from "@ledger/node-process/open-test-node";
import { decodeStateAnswer, encodeStateAnswer } from "@ledger/verifier";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, openTestBrowser, openWatchedPage } from "./browser.ts";
import { type ChangingProxy, startChangingProxy } from "./changing-proxy.ts";
import {
  closeExplorer,
  demo,
  eventually,
  fact,
  provedDemo,
  readJson,
  startOwnNode,
  useSharedExplorer,
  waitForCall,
} from "./explorer-page.ts";
import { waitForView } from "./wait-for-view.ts";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Changes each value of a proof of state by one bit. */
const lieInValues: ChangingProxy["change"] = (path, body) => {
  if (!/^\/v1\/proofs\/(state|view)/.test(path) || body[0] === "{".charCodeAt(0)) return undefined;
  const answer = decodeStateAnswer(body);
  const entries = answer.entries.map((entry) => {
    const { value } = entry;
    return value === undefined
      ? entry
      : { ...entry, value: value.map((byte, i) => (i === value.length - 1 ? byte ^ 1 : byte)) };
  });
  return encodeStateAnswer({ ...answer, entries });
};

const mark = (page: Page) => page.locator(".trust").first();

describeInBrowser("what the explorer rests on", () => {
  describeInBrowser("on a node that keeps proofs", () => {
    const explorer = useSharedExplorer(provedDemo);

    test("accounts, balances, resources, modules, transactions and views are proved", async () => {
      const { accounts } = await readJson<{ accounts: { address: string }[] }>(explorer, "/-/local");
      const page = await explorer.open(`#/account/${accounts[0]?.address}`);
      await eventually(() => mark(page).innerText()).toMatch(
        /^Proved against the root of version [\d,  ]+\. For the root vouches: the node itself\.$/,
      );
      await eventually(() => page.locator("tbody .trust-word.proved").count()).toBeGreaterThan(0);
      // Symbol and decimals are believed, so the amount that they make has no mark.
      expect(await page.locator('[data-label="Amount"] .trust-word').count()).toBe(0);
      await page.goto(`${explorer.url}/v1/spec#/account/0x1/resources`);
      await eventually(() => page.locator(".disclosed .trust").allInnerTexts()).toEqual([
        expect.stringMatching(/^Proved/),
        expect.stringMatching(/^Proved/),
      ]);
      await page.goto(`${explorer.url}/v1/spec#/account/0x1/module/chain_id/get`);
      await eventually(() => mark(page).innerText()).toMatch(/^Proved/);
      await page.getByRole("form", { name: "Run get" }).getByRole("button", { name: "Run" }).click();
      const result = page.getByRole("region", { name: "Results" });
      await eventually(() => result.innerText()).toMatch(/4[\s\S]*Proved against/);
      await page.goto(`${explorer.url}/v1/spec#/transaction/1`);
      await eventually(() => mark(page).innerText()).toMatch(/^Proved/);
      await closeExplorer(page);
    });

    test("what is inside of a block has no root, and is believed", async () => {
      // A call is never the last of its block: the end of the block has a transaction of its own.
      const { version } = await waitForCall(explorer);
      const page = await explorer.open(`#/account/0x1?at=${version}`);
      await eventually(() => mark(page).innerText()).toBe("Believed – the node’s word, without a proof.");
      await closeExplorer(page);
    });

    test("one node serves the data and another the roots; a lie is refused by its step, and not shown", async () => {
      await using proxy = await startChangingProxy(explorer.url);
      const { page, complaints } = await openWatchedPage(explorer.browser, [proxy.url, explorer.url]);
      await page.goto(`${proxy.url}/v1/spec#/trust`);
      await eventually(() => fact(page, "It keeps proofs").innerText()).toBe("yes");
      await page.getByLabel(/^Nodes that vouch for roots/).fill("no address");
      await page.getByRole("button", { name: "Use these nodes" }).click();
      await eventually(() => page.getByRole("alert").innerText()).toContain("is no address of an API");
      await page.getByLabel(/^Nodes that vouch for roots/).fill(`${explorer.url}/v1`);
      await page.getByRole("button", { name: "Use these nodes" }).click();
      await eventually(() => fact(page, "For roots vouches").innerText()).toContain(explorer.url);
      await page.goto(`${proxy.url}/v1/spec#/account/0x1`);
      await eventually(() => mark(page).innerText()).toContain(`the roots of ${explorer.url}/v1`);
      const honest = await fact(page, "Sequence number").innerText();
      expect(honest).toBe("0");

      proxy.change = lieInValues;
      await page.reload();
      const refused = page.getByRole("alert").first();
      await eventually(() => refused.innerText()).toMatch(
        /Nothing proves this, so it is not shown\. Step “state”: .*not_verified/,
      );
      expect(await page.locator(".trust, dl.facts").count()).toBe(0);
      // A page of resources is a list, which is believed; what stands in it is not.
      proxy.change = (path, body) =>
        path.includes("/proofs/state?ledger_version") ? lieInValues(path, body) : undefined;
      await page.goto(`${proxy.url}/v1/spec#/account/0x1/module/chain_id/get`);
      await eventually(() => page.getByRole("alert").first().innerText()).toMatch(/Step “state”/);
      expect(await page.getByRole("button", { name: "Run" }).count()).toBe(0);

      proxy.change = undefined;
      await page.goto(`${proxy.url}/v1/spec#/trust`);
      await page.getByRole("button", { name: "Use this page’s own node alone" }).click();
      await eventually(() => fact(page, "For roots vouches").innerText()).toBe("the same node");
      await page.close();
      expect(complaints).toEqual([]);
    });

    test("a lie that fits its own proof is refused by the roots of another node", async () => {
      // Two that begin together: of a ledger that is longer than the other one no root can be asked for.
      await using trusted = await startOwnNode(["--proofs", "on", "--block-interval", "1000"]);
      await using other = await startOwnNode(["--proofs", "on", "--block-interval", "500"]);
      const { page } = await openWatchedPage(explorer.browser, [other.url, trusted.url, explorer.url]);
      await page.goto(`${explorer.url}/v1/spec#/`);
      // The data of another ledger of the same chain id, with proofs that hold for it.
      await page.evaluate(
        ([data, root]) => localStorage.setItem("ledger-explorer-nodes", JSON.stringify({ data, roots: [root] })),
        [`${other.url}/v1`, `${trusted.url}/v1`],
      );
      await page.goto(`${explorer.url}/v1/spec#/account/0x1`);
      await page.reload();
      await eventually(() => page.getByRole("alert").first().innerText()).toMatch(
        /Step “(accumulator|info|agreement)”/,
      );
      expect(await page.locator(".trust.proved, dl.facts").count()).toBe(0);
      await page.close();
    });

    for (const [scheme, viewport] of [
      ["light", { width: 1280, height: 900 }],
      ["dark", { width: 390, height: 844 }],
    ] as const) {
      test(`axe finds nothing in marks, ${scheme}, ${viewport.width} pixels wide`, async () => {
        const context = await explorer.browser.newContext({ bypassCSP: true, colorScheme: scheme, viewport });
        const page = await context.newPage();
        await page.goto(`${explorer.url}/v1/spec`);
        await page.addScriptTag({ path: axePath });
        const found: string[] = [];
        for (const view of ["#/trust", "#/account/0x1", "#/account/0x1/resources", "#/transaction/1"]) {
          await page.goto(`${explorer.url}/v1/spec${view}`);
          await waitForView(page);
          if (view !== "#/trust") await mark(page).waitFor();
          const { violations } = await page.evaluate(async () => {
            const { axe } = globalThis as unknown as { readonly axe: { run(): Promise<AxeResults> } };
            return axe.run();
          });
          found.push(...violations.map(({ id, nodes }) => `${view} ${id}: ${nodes[0]?.html}`));
        }
        await context.close();
        expect(found).toEqual([]);
      });
    }
  });

  test("a node without proofs is believed, and refused by who wants proofs", async () => {
    using node = await openTestNode(...demo);
    await using browser = await openTestBrowser();
    const { page, complaints } = await openWatchedPage(browser, [node.url]);
    await page.goto(`${node.url}/v1/spec#/account/0x1`);
    await eventually(() => mark(page).innerText()).toBe("Believed – the node’s word, without a proof.");
    await page.goto(`${node.url}/v1/spec#/trust`);
    await page.getByLabel("Refuse what could be proved and is not").check();
    await page.getByRole("button", { name: "Use these nodes" }).click();
    await eventually(() => fact(page, "What is not proved").innerText()).toContain("refused");
    await page.goto(`${node.url}/v1/spec#/account/0x1`);
    await eventually(() => page.getByRole("alert").first().innerText()).toMatch(
      /Step “request”: this node keeps no proofs/,
    );
    expect(await page.locator("dl.facts").count()).toBe(0);
    await page.close();
    expect(complaints).toEqual([]);
  });
});
