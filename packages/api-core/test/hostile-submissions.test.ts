import { type Api, createApi } from "@ledger/api-core";
import { u64, vector } from "@ledger/bcs";
import { localAccounts } from "@ledger/local-chain";
import { cases } from "@ledger/test-run/effort";
import { formatAddress, formatHex, functionCall, parseAddress, SignedTransaction } from "@ledger/types";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, jsonOf, type Question, textOf } from "./support/ask.ts";
import { type ContractChecker, createContractChecker } from "./support/contract.ts";
import {
  encoded,
  type LocalNetwork,
  rawTransaction,
  type SimpleTransaction,
  sign,
  startLocalNetwork,
} from "./support/local-network.ts";

// Whatever is sent, the answer is a documented one, and the network goes on.

const runs = cases(60);
const account = localAccounts[0]!;
const bcs = "application/x.aptos.signed_transaction+bcs";
const operations = ["submit_transaction", "submit_batch_transactions", "simulate_transaction"] as const;

let network: LocalNetwork;
let api: Api;
let checker: ContractChecker;
let transaction: SimpleTransaction;
beforeAll(async () => {
  network = await startLocalNetwork();
  api = createApi({ store: network.store, pool: network.pool });
  checker = createContractChecker(api);
  const payload = functionCall("0x1::aptos_account::transfer", [parseAddress("0xb0b"), u64.encode(1n)]);
  transaction = sign(account, rawTransaction(network, { sender: account.address, payload }));
});
afterAll(() => network?.[Symbol.asyncDispose]());

async function expectDocumented(id: string, question: Question): Promise<void> {
  const response = await ask(api, id, question);
  expect(response.status, textOf(response)).toBeLessThan(500);
  expect(checker.faults(id, response)).toEqual([]);
}

/** One change of bytes: some are overwritten, removed or put in. */
const edits = fc.record({
  at: fc.nat(400),
  removed: fc.nat(12),
  inserted: fc.uint8Array({ maxLength: 12 }),
});

function edit(bytes: Uint8Array, { at, removed, inserted }: { at: number; removed: number; inserted: Uint8Array }) {
  const start = at % (bytes.length + 1);
  return Uint8Array.of(...bytes.subarray(0, start), ...inserted, ...bytes.subarray(start + removed));
}

test("mutated bytes", async () => {
  const single = SignedTransaction.encode(transaction);
  const several = vector(SignedTransaction).encode([transaction, transaction]);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.array(edits, { minLength: 1, maxLength: 3 }),
      async (id, changes) => {
        const body = changes.reduce(edit, id === "submit_batch_transactions" ? several : single);
        await expectDocumented(id, { body, contentType: bcs });
      },
    ),
    { numRuns: runs },
  );
});

test("any bytes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), fc.uint8Array({ maxLength: 300 }), (id, body) =>
      expectDocumented(id, { body, contentType: bcs }),
    ),
    { numRuns: runs },
  );
});

test("mutated JSON", async () => {
  const { publicKey, signature } = transaction.authenticator.value;
  const members = {
    sender: formatAddress(account.address),
    sequence_number: "0",
    max_gas_amount: "200000",
    gas_unit_price: "100",
    expiration_timestamp_secs: `${network.nowSecs + 60n}`,
    payload: {
      type: "entry_function_payload",
      function: "0x1::aptos_account::transfer",
      type_arguments: [] as unknown[],
      arguments: ["0xb0b", "1"] as unknown[],
    },
    signature: { type: "ed25519_signature", public_key: formatHex(publicKey), signature: formatHex(signature) },
    replay_protection_nonce: null as unknown,
  };
  const values = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      "",
      "0x",
      "-1",
      "18446744073709551616",
      "__proto__",
      [],
      {},
      true,
      1.5,
      "\u{10ffff}",
    ),
    fc.constantFrom(
      "single_sender",
      "multi_agent_signature",
      "fee_payer_signature",
      "no_account_signature",
      "abstract_signature",
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const change = fc.tuple(
    fc.constantFrom(
      ...Object.keys(members),
      ...["type", "function", "type_arguments", "arguments"].map((name) => `payload.${name}`),
      ...["type", "public_key", "signature"].map((name) => `signature.${name}`),
    ),
    values,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (id, changes) => {
        const body: Record<string, unknown> = structuredClone(members);
        for (const [path, value] of changes) {
          const [outer = "", inner] = path.split(".");
          const target = inner === undefined ? body : body[outer];
          if (typeof target === "object" && target !== null)
            Object.assign(target, { [inner ?? outer]: structuredClone(value) });
        }
        await expectDocumented(id, { body: id === "submit_batch_transactions" ? [body, body] : body });
      },
    ),
    { numRuns: runs },
  );
});

test("then the network still takes what is right", async () => {
  await network.mine();
  const payload = functionCall("0x1::aptos_account::transfer", [parseAddress("0xb0b"), u64.encode(1n)]);
  const bob = localAccounts[1]!;
  const good = sign(bob, rawTransaction(network, { sender: bob.address, payload }));
  const response = await ask(api, "submit_transaction", encoded(good));
  expect(response.status).toBe(202);
  await network.mine();
  const { hash } = jsonOf(response) as { hash: string };
  const executed = await ask(api, "get_transaction_by_hash", { params: { txn_hash: hash } });
  expect(jsonOf(executed)).toMatchObject({ success: true });
});
