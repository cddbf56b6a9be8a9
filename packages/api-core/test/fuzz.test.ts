import { type Api, createApi } from "@ledger/api-core";
import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../src/routes/index.ts";
import { ask } from "./support/ask.ts";
import { type ContractChecker, createContractChecker } from "./support/contract.ts";
import { openDemoStore } from "./support/demo-store.ts";

const runs = cases(20);

let api: Api;
let checker: ContractChecker;

beforeAll(async () => {
  api = createApi({ store: await openDemoStore(10) });
  checker = createContractChecker(api);
});

const texts = fc.oneof(
  fc.constantFrom(
    "0x1",
    "cafe",
    "0xabe",
    "0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>",
    "0x1::account::Account",
    "0xcafe::shop::Order",
    "new_block_events",
    "coin",
    "0",
    "5",
    "25",
    "18446744073709551615",
    "340282366920938463463374607431768211456",
    "true",
    "__proto__",
    "vector<".repeat(20),
    "\u0000",
    "%00",
    "\ud800",
  ),
  fc.string({ maxLength: 40 }),
  fc.bigInt({ min: 0n, max: 2n ** 65n }).map(String),
);

const moveTypes = fc.constantFrom(
  "u8",
  "u64",
  "address",
  "vector<u8>",
  "0x1::string::String",
  "0x1::object::Object<0x1::object::ObjectCore>",
  "0xcafe::shop::Ticket",
  "0xcafe::shop::Order",
  "&u8",
  "T0",
  "0x1::nothing::Here",
);

const payloads = fc.record({
  type: fc.constantFrom("entry_function_payload", "script_payload", "multisig_payload", "module_bundle_payload", "x"),
  function: fc.constantFrom("0x1::aptos_account::transfer", "0xcafe::shop::rate", "0x1::coin::transfer", "a::b"),
  type_arguments: fc.array(moveTypes, { maxLength: 2 }),
  arguments: fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 3 }),
  code: fc.record({ bytecode: fc.constantFrom("0x", "0xa11ceb0b0600000001", "zz") }),
  multisig_address: texts,
});

const bodies = fc.oneof(
  fc.record(
    {
      key_type: fc.oneof(moveTypes, texts, fc.jsonValue()),
      value_type: fc.oneof(moveTypes, texts),
      key: fc.jsonValue(),
      sender: texts,
      sequence_number: texts,
      max_gas_amount: texts,
      gas_unit_price: fc.constant("1"),
      expiration_timestamp_secs: fc.constant("1"),
      payload: fc.oneof(payloads, fc.jsonValue()),
      secondary_signers: fc.oneof(fc.constant(null), fc.array(texts, { maxLength: 2 })),
    },
    { requiredKeys: ["key_type", "value_type", "key", "sequence_number", "gas_unit_price", "payload"] },
  ),
  fc.json(),
  fc.uint8Array({ maxLength: 60 }),
);

describe("no request makes a fault or an answer that is not documented", () => {
  test.each(routes)("$id", async (route) => {
    const names = Object.keys(route.params);
    const query = [...Object.keys(route.query), "unknown"];
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...names.map(() => texts)),
        fc.dictionary(fc.constantFrom(...query), texts, { maxKeys: 2 }),
        fc.constantFrom("application/json", "application/x-bcs", "*/*;q=0.1, application/x-bcs"),
        route.method === "POST" ? bodies : fc.constant(undefined),
        async (values, asked, accept, body) => {
          const params = Object.fromEntries(names.map((name, index) => [name, values[index]!]));
          const response = await ask(api, route.id, { params, query: asked, accept, body });
          expect(response.error?.code === "internal_error" ? response.error.cause : undefined).toBeUndefined();
          expect(checker.faults(route.id, response)).toEqual([]);
        },
      ),
      { numRuns: runs },
    );
  });
});
