import { type Api, createApi } from "@ledger/api-core";
import { u64, vector } from "@ledger/bcs";
import { type LocalAccount, localAccounts } from "@ledger/local-chain";
import {
  formatAddress,
  formatHash,
  functionCall,
  hashSignedTransaction,
  hexToBytes,
  parseAddress,
  SignedTransaction,
  type TransactionPayload,
} from "@ledger/types";
import { hasVector, needsVector, readVectorJson } from "@ledger/vectors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, jsonOf, type Question } from "./support/ask.ts";
import {
  encoded,
  type LocalNetwork,
  rawTransaction,
  sign,
  signBadly,
  startLocalNetwork,
} from "./support/local-network.ts";

interface Golden {
  readonly golden: string;
  readonly status: number | null;
  readonly response: unknown;
}

const path = "execution/rest_goldens.json";
const file = hasVector(path) ? readVectorJson<{ cases: Golden[] }>(path) : { cases: [] };
const goldens = new Map(file.cases.map((one) => [one.golden, one]));

const [alice, bob, carol, dave, erin] = localAccounts as unknown as readonly [
  LocalAccount,
  LocalAccount,
  LocalAccount,
  LocalAccount,
  LocalAccount,
];
const createAccount = "0x1::aptos_account::create_account";
const unknown = `0x${"da".repeat(32)}`;
const bcs = "application/x.aptos.signed_transaction+bcs";

/** The recordings write absent members as `null`, and leave out what each run has of its own. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return typeof value;
  // Which resource is written first depends on the fees, which the recordings do not have.
  if (Object.keys(value).join() === "type,data") return "a resource";
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, shapeOf(member)]),
  );
}

interface Refusal {
  readonly error_code?: string;
  readonly vm_error_code?: number | null;
}

/** What an answer must have in common with the recorded one. */
function essenceOf(status: number, body: unknown): unknown {
  if (status >= 400) {
    const { error_code, vm_error_code } = body as Refusal;
    return [status, error_code, vm_error_code ?? null];
  }
  return [status, shapeOf(body)];
}

describe("recorded answers", needsVector(path), () => {
  let network: LocalNetwork;
  let api: Api;
  beforeAll(async () => {
    network = await startLocalNetwork();
    api = createApi({ store: network.store, pool: network.pool });
  });
  afterAll(() => network?.[Symbol.asyncDispose]());

  const create = (): TransactionPayload => functionCall(createAccount, [parseAddress(unknown)]);
  const raw = ({ address }: LocalAccount, payload: TransactionPayload = create(), sequenceNumber = 0n) =>
    rawTransaction(network, { sender: address, payload, sequenceNumber });
  const batch = (...transactions: SignedTransaction[]): Question => ({
    body: vector(SignedTransaction).encode(transactions),
    contentType: bcs,
  });
  const misnamed = (name = "coin", called = "transfer::what::what"): TransactionPayload => {
    const { address } = alice;
    return { kind: "EntryFunction", value: { module: { address, name }, function: called, typeArgs: [], args: [] } };
  };

  async function compare(golden: string, id: string, question: Question, by = api): Promise<unknown> {
    const { status, response } = goldens.get(golden)!;
    const answer = await ask(by, id, question);
    const body = jsonOf(answer);
    expect(essenceOf(answer.status, body)).toEqual(essenceOf(status!, response));
    return body;
  }

  test.each<[string, string, () => Question]>([
    [
      "transactions_test__test_post_invalid_signature_transaction",
      "submit_transaction",
      () => encoded(signBadly(alice, raw(alice))),
    ],
    [
      "transactions_test__test_post_invalid_bcs_format_transaction",
      "submit_transaction",
      () => ({ body: hexToBytes("00"), contentType: bcs }),
    ],
    [
      "transactions_test__test_post_invalid_bcs_format_transaction_batch",
      "submit_batch_transactions",
      () => ({ body: hexToBytes("01"), contentType: bcs }),
    ],
    [
      "transactions_test__test_post_invalid_signature_transaction_batch",
      "submit_batch_transactions",
      () => batch(signBadly(alice, raw(alice))),
    ],
    [
      "transactions_test__test_post_bcs_format_transaction_batch",
      "submit_batch_transactions",
      () => batch(sign(carol, raw(carol))),
    ],
    [
      "transactions_test__test_post_batch_with_partial_failures",
      "submit_batch_transactions",
      () => batch(sign(erin, raw(erin)), signBadly(erin, raw(erin, create(), 1n))),
    ],
    [
      "transactions_test__test_post_batch_entry_function_api_validation",
      "submit_batch_transactions",
      () => batch(sign(dave, raw(dave, misnamed()))),
    ],
    [
      "transactions_test__test_get_txn_execute_failed_by_entry_function_invalid_module_name",
      "submit_transaction",
      () => encoded(sign(dave, raw(dave, misnamed()))),
    ],
    [
      "transactions_test__test_get_txn_execute_failed_by_entry_function_invalid_function_name",
      "submit_transaction",
      () => encoded(sign(dave, raw(dave, misnamed("coin::coin", "transfer")))),
    ],
    [
      "transactions_test__test_submit_transaction_rejects_invalid_content_type",
      "submit_transaction",
      () => ({ body: "x", contentType: "text/plain" }),
    ],
    ["transactions_test__test_submit_transaction_rejects_invalid_json", "submit_transaction", () => ({ body: "" })],
    [
      "transactions_test__test_get_pending_transaction_by_hash",
      "get_transaction_by_hash",
      () => ({ params: { txn_hash: unknown } }),
    ],
    [
      "transactions_test__test_wait_pending_transaction_by_hash",
      "wait_transaction_by_hash",
      () => ({ params: { txn_hash: unknown } }),
    ],
    [
      "transactions_test__test_wait_transaction_by_hash_not_found",
      "wait_transaction_by_hash",
      () => ({ params: { txn_hash: unknown } }),
    ],
    ...["empty", "one_block", "one_empty_block", "ten_blocks", "ten_empty_blocks", "static_override", "disabled"].map(
      (name): [string, string, () => Question] => [
        `transactions_test__test_gas_estimation_${name}`,
        "estimate_gas_price",
        () => ({}),
      ],
    ),
    [
      "simulation_test__test_simulate_transaction_with_valid_signature_bcs",
      "simulate_transaction",
      () => encoded(sign(alice, raw(alice))),
    ],
  ])("%s", async (golden, id, question) => {
    const known = goldens.get(golden)!;
    if (known.status === null) {
      const answer = await ask(api, id, question());
      expect(essenceOf(answer.status, jsonOf(answer))).toEqual(essenceOf(400, known.response));
    } else await compare(golden, id, question());
  });

  test("transactions_test__test_post_bcs_format_transaction, and the next one in its place", async () => {
    const body = await compare(
      "transactions_test__test_post_bcs_format_transaction",
      "submit_transaction",
      encoded(sign(bob, raw(bob))),
    );
    expect(body).not.toHaveProperty("type");
    const other = sign(bob, raw(bob, functionCall(createAccount, [parseAddress("0xb0b")])));
    await compare("transactions_test__test_post_transaction_rejected_by_mempool", "submit_transaction", encoded(other));
    await compare(
      "transactions_test__test_post_transaction_rejected_by_mempool_batch",
      "submit_batch_transactions",
      batch(other),
    );
  });

  test("simulation_test__test_simulate_transaction_with_valid_signature", async () => {
    const { rawTxn, authenticator } = sign(alice, raw(alice));
    const { publicKey, signature } = authenticator.value;
    await compare("simulation_test__test_simulate_transaction_with_valid_signature", "simulate_transaction", {
      body: {
        sender: formatAddress(rawTxn.sender),
        sequence_number: `${rawTxn.sequenceNumber}`,
        max_gas_amount: `${rawTxn.maxGasAmount}`,
        gas_unit_price: `${rawTxn.gasUnitPrice}`,
        expiration_timestamp_secs: `${rawTxn.expirationTimestampSecs}`,
        payload: { type: "entry_function_payload", function: createAccount, type_arguments: [], arguments: [unknown] },
        signature: {
          type: "ed25519_signature",
          public_key: Buffer.from(publicKey).toString("hex"),
          signature: Buffer.from(signature).toString("hex"),
        },
      },
    });
  });

  interface Executed {
    readonly vm_status: string;
    readonly success: boolean;
    readonly version: string;
  }

  const memeCoin = () =>
    functionCall("0x1::MemeCoin::transfer", [parseAddress("0xdd"), u64.encode(1n)], ["0x1::aptos_coin::AptosCoin"]);

  test("transactions_test__test_simulation_failure_with_detail_error", async () => {
    const golden = "transactions_test__test_simulation_failure_with_detail_error";
    const body = await compare(golden, "simulate_transaction", encoded(signBadly(alice, raw(alice, memeCoin()))));
    const [simulated] = body as [Executed];
    expect(simulated.vm_status).toMatch(/^LINKER_ERROR\nExecution failed with message: .*MemeCoin/);
    expect(simulated.version).toBe(`${(await network.store.summary())!.version}`);
  });

  test("transactions_test__test_simulation_failure_with_move_abort_error_rendering", async () => {
    const golden = "transactions_test__test_simulation_failure_with_move_abort_error_rendering";
    const payload = functionCall("0x1::aptos_account::transfer", [
      parseAddress("0x1"),
      u64.encode(999_999_999_999_999_999n),
    ]);
    const body = await compare(golden, "simulate_transaction", encoded(signBadly(alice, raw(alice, payload))));
    const [recorded] = goldens.get(golden)!.response as [Executed];
    expect((body as [Executed])[0].vm_status).toBe(recorded.vm_status);
  });

  test("transactions_test__test_simulation_filter_deny, and the same of a submission", async () => {
    const config = { senderFilter: { allow: [], block: [formatAddress(alice.address)] } };
    const filtering = createApi({ store: network.store, pool: network.pool, config });
    const question = encoded(signBadly(alice, raw(alice)));
    await compare("transactions_test__test_simulation_filter_deny", "simulate_transaction", question, filtering);
    const refused = await ask(filtering, "submit_transaction", encoded(sign(alice, raw(alice))));
    expect([refused.status, jsonOf(refused)]).toMatchObject([403, { error_code: "rejected_by_filter" }]);
    const allowed = encoded(signBadly(bob, raw(bob, create(), 1n)));
    expect((await ask(filtering, "simulate_transaction", allowed)).status).toBe(200);
  });

  test.each<[string, () => TransactionPayload]>([
    [
      "invalid_entry_function_address",
      () => functionCall("0x1234::Coin::transfer", [parseAddress("0xdd"), u64.encode(1n)]),
    ],
    ["invalid_entry_function_module_name", memeCoin],
    [
      "invalid_entry_function_name",
      () => functionCall("0x1::Coin::transfer_invalid", [parseAddress("0xdd"), u64.encode(1n)]),
    ],
    [
      "script_execution_failure",
      () => ({
        kind: "Script",
        value: {
          code: hexToBytes("a11ceb0b030000000105000100000000050601000000000000000600000000000000001a0102"),
          typeArgs: [],
          args: [],
        },
      }),
    ],
    [
      "invalid_script_payload_bytecode",
      () => ({ kind: "Script", value: { code: hexToBytes("a11ceb0b030000"), typeArgs: [], args: [] } }),
    ],
  ])("transactions_test__test_get_txn_execute_failed_by_%s", async (name, payload) => {
    const recorded = goldens.get(`transactions_test__test_get_txn_execute_failed_by_${name}`)!.response as Executed;
    const sequenceNumber = BigInt(sent++);
    const transaction = sign(dave, raw(dave, payload(), sequenceNumber));
    expect((await ask(api, "submit_transaction", encoded(transaction))).status).toBe(202);
    await network.mine();
    const txn_hash = formatHash(hashSignedTransaction(SignedTransaction.encode(transaction)));
    const executed = jsonOf(await ask(api, "get_transaction_by_hash", { params: { txn_hash } })) as Executed;
    expect(executed).toMatchObject({ success: false, vm_status: recorded.vm_status, type: "user_transaction" });
    const members = Object.entries(recorded).flatMap(([member, value]) => (value === null ? [] : [member]));
    expect(Object.keys(executed)).toEqual(expect.arrayContaining(members));
  });
  let sent = 0;
});
