import { createLocalChainSource, type LocalChain, readLocalGenesis } from "@ledger/local-chain";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { expect, test } from "vitest";
import { createLocalFaucet, createLocalIndexer, type ServiceRequest } from "../src/index.ts";

const request: Omit<ServiceRequest, "path"> = {
  method: "POST",
  query: new URLSearchParams(),
  body: new Uint8Array(),
  header: () => undefined,
  isOfThisMachine: true,
};

test("what the faucet gives is what GraphQL shows", async () => {
  const clock = () => BigInt(Date.now()) * 1000n;
  const genesis = await readLocalGenesis();
  const store = createMemoryStore();
  const stop = new AbortController();
  let ended: Promise<unknown> | undefined;
  const pool = await new Promise<LocalChain>((onOpen) => {
    const source = createLocalChainSource({ genesis, clock, trigger: { onTransaction: true }, onOpen });
    ended = ingest({ source, store, signal: stop.signal });
  });
  const faucet = createLocalFaucet({ store, pool, clock });
  const indexer = createLocalIndexer({ store });
  const query = `{ current_fungible_asset_balances(where: { owner_address: { _eq: "0x${"0b".repeat(32)}" } }) { amount } }`;
  const body = new TextEncoder().encode(JSON.stringify({ query }));
  const balances = async () => JSON.parse((await indexer.handle({ ...request, path: "/v1/graphql", body })).body);

  const mint = (parameters: string) =>
    faucet.handle({ ...request, path: "/mint", query: new URLSearchParams(parameters) });
  await expect.poll(balances).toEqual({ data: { current_fungible_asset_balances: [] } });
  expect((await mint("amount=five&address=0xb")).status).toBe(400);
  expect((await mint(`amount=5&address=${"0b".repeat(32)}`)).status).toBe(200);
  await expect.poll(balances).toEqual({ data: { current_fungible_asset_balances: [{ amount: 5 }] } });
  stop.abort();
  await ended;
});
