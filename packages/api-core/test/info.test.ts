import { createApi } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger } from "@ledger/store-contract/build-ledger";
import { expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { createContractChecker } from "./support/contract.ts";

async function openStore() {
  const store = createMemoryStore();
  await store.commit(buildLedger().batch([[{}]]));
  return store;
}

test("a node tells what it is, what it keeps, and what it checks", async () => {
  const api = createApi({
    store: await openStore(),
    waypoint: () => "matched",
    config: {
      version: "1.2.3",
      gitHash: "abc",
      facts: {
        ...{ store: "postgres", role: "full", index: ["assets", "tokens"] },
        window: { stateVersions: 1_000n, diskBytes: 5 },
        checks: { eventRoots: "strict", stateRoots: undefined, proofs: "on", execute: 100 },
      },
    },
  });
  const answer = await ask(api, "info");
  expect(createContractChecker(api).faults("info", answer)).toEqual([]);
  const { chain_id, ...facts } = jsonOf(answer) as { chain_id: unknown };
  expect(typeof chain_id).toBe("string");
  expect(facts).toEqual({
    node_type: "public_fullnode",
    bootstrapping_mode: "apply_transaction_outputs_from_genesis",
    continuous_syncing_mode: "apply_transaction_outputs",
    internal_indexer_config: "assets,tokens",
    ...{ version: "1.2.3", git_hash: "abc", store: "postgres", role: "full" },
    window: { state_versions: "1000", disk_bytes: "5" },
    verified: { event_roots: "strict", proofs: "on", waypoint: "matched" },
    executed: { mode: "1/100", equal: "0", different: "0" },
  });
});

test("a network of the node's own follows nobody", async () => {
  const api = createApi({ store: await openStore(), config: { facts: { isLocalNetwork: true, store: "memory" } } });
  const facts = jsonOf(await ask(api, "info"));
  expect(facts).not.toHaveProperty("bootstrapping_mode");
  expect(facts).not.toHaveProperty("continuous_syncing_mode");
  expect(facts).toMatchObject({ store: "memory" });
});

test("the answer is JSON alone", async () => {
  const answer = await ask(createApi({ store: await openStore() }), "info", { accept: "application/x-bcs" });
  expect([answer.status, jsonOf(answer)]).toMatchObject([400, { error_code: "bcs_not_supported" }]);
});
