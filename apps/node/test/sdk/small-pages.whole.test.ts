import { Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { demoAccounts } from "@ledger/demo-ledger";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { formatAddressLong } from "@ledger/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSharedNode } from "../support/open-shared-node.ts";
import { openStillLedger, type StillLedger, startStillLedger } from "./support/still-ledger.ts";

// What the official client reads of a node whose operator keeps pages small: the same, in more requests. Modules and resources
// are read by its page functions: those that collect all pages by themselves lose the cursor and ask for the first one again.

const accountAddress = formatAddressLong(demoAccounts.cafe.address);

let whole: StillLedger;
let small: StillLedger & AsyncDisposable;

beforeAll(async () => {
  const maxima = ["--max-page", "modules=2,resources=3,transactions=4", "--max-page", "account-transactions=4"];
  [whole, small] = await Promise.all([openStillLedger(), startStillLedger(...maxima)]);
});
afterAll(() => small?.[Symbol.asyncDispose]());

/** Reads page after page, as long as there is a cursor. */
async function collectPages<T>(
  read: (options: {
    readonly cursor?: string;
  }) => Promise<{ readonly items: readonly T[]; readonly cursor: string | undefined }>,
): Promise<readonly (readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor === undefined ? {} : { cursor });
    pages.push(page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return pages;
}

test("all modules", async () => {
  const all = await whole.aptos.getAccountModules({ accountAddress: "0x1" });
  const pages = await collectPages(async (options) => {
    const { modules, cursor } = await small.aptos.getAccountModulesPage({ accountAddress: "0x1", options });
    return { items: modules, cursor };
  });
  expect(pages.flat()).toEqual(all);
  expect(pages).toHaveLength(Math.ceil(all.length / 2));
});

test("all resources", async () => {
  const all = await whole.aptos.getAccountResources({ accountAddress: "0x1" });
  const pages = await collectPages(async (options) => {
    const { resources, cursor } = await small.aptos.getAccountResourcesPage({ accountAddress: "0x1", options });
    return { items: resources, cursor };
  });
  expect(pages.flat().map(({ type }) => type)).toEqual(all.map(({ type }) => type));
  expect(pages.length).toBeGreaterThan(3);
});

test("a page of transactions holds no more than the maximum, however many are asked for", async () => {
  const page = await small.aptos.getTransactions({ options: { offset: 2, limit: 100 } });
  expect(page.map((transaction) => "version" in transaction && transaction.version)).toEqual(["2", "3", "4", "5"]);
});

test("the transactions of an account, page after page", async () => {
  const read = async ({ aptos }: StillLedger) => {
    const hashes: string[] = [];
    for (;;) {
      const options = { offset: hashes.length, limit: 100 };
      const page = await aptos.getAccountTransactions({ accountAddress, options });
      if (page.length === 0) return hashes;
      hashes.push(...page.map(({ hash }) => hash));
    }
  };
  const [all, paged] = await Promise.all([read(whole), read(small)]);
  expect(all.length).toBeGreaterThan(8);
  expect(paged).toEqual(all);
});

test("the modules and resources of another network's ledger, from its genesis and from a node that follows", async () => {
  using followerDir = createDataDir();
  const maxima = ["--max-page", "modules=20,resources=10"];
  const root = await openSharedNode("devnet-genesis");
  await using follower = await composeNode("--data-dir", followerDir.path, "--follow", `${root.url}/v1`, ...maxima);
  for (const { url } of [root, follower]) {
    const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: `${url}/v1` }));
    const modules = await collectPages(async ({ cursor }) => {
      const page = await aptos.getAccountModulesPage({
        accountAddress: "0x1",
        options: { limit: 7, ...(cursor !== undefined && { cursor }) },
      });
      return { items: page.modules.map(({ abi }) => abi?.name), cursor: page.cursor };
    });
    const resources = await collectPages(async ({ cursor }) => {
      const page = await aptos.getAccountResourcesPage({
        accountAddress: "0x1",
        options: { limit: 3, ...(cursor !== undefined && { cursor }) },
      });
      return { items: page.resources.map(({ type }) => type), cursor: page.cursor };
    });
    const names = modules.flat();
    expect(modules.length).toBe(Math.ceil(names.length / 7));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["account", "coin", "vesting", "aptos_account"]));
    expect(resources.length).toBe(Math.ceil(resources.flat().length / 3));
    expect(resources.flat()).toContain("0x1::block::BlockResource");
  }
});
