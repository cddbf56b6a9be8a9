import { type Api, ApiError, createApi, type TransactionPool } from "@ledger/api-core";
import { u64, vector } from "@ledger/bcs";
import { type LocalAccount, localAccounts } from "@ledger/local-chain";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger } from "@ledger/store-contract/build-ledger";
import {
  ed25519AuthenticationKey,
  formatAddress,
  formatHash,
  formatHex,
  functionCall,
  hashSignedTransaction,
  hexToBytes,
  parseAddress,
  type RawTransaction,
  SignedTransaction,
  type Submission,
  TransactionData,
  type TransactionPayload,
  type TypeTag,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, jsonOf, type Question } from "./support/ask.ts";
import { type ContractChecker, createContractChecker } from "./support/contract.ts";
import {
  encoded,
  type LocalNetwork,
  rawTransaction,
  type SimpleTransaction,
  sign,
  signBadly,
  startLocalNetwork,
} from "./support/local-network.ts";

const [alice, bob, carol, dave, erin, frank] = localAccounts as unknown as readonly [
  LocalAccount,
  LocalAccount,
  LocalAccount,
  LocalAccount,
  LocalAccount,
  LocalAccount,
];
const batchType = "application/x.aptos.signed_transaction+bcs";
const transferPayload = (amount = 1n) =>
  functionCall("0x1::aptos_account::transfer", [parseAddress("0xb0b"), u64.encode(amount)]);

let network: LocalNetwork;
let api: Api;
let checker: ContractChecker;
beforeAll(async () => {
  network = await startLocalNetwork();
  api = createApi({ store: network.store, pool: network.pool });
  checker = createContractChecker(api);
});
afterAll(() => network?.[Symbol.asyncDispose]());

function signed(account: LocalAccount, overrides: Partial<RawTransaction> = {}): SimpleTransaction {
  return sign(account, rawTransaction(network, { sender: account.address, payload: transferPayload(), ...overrides }));
}

function hashOf(transaction: SignedTransaction): string {
  return formatHash(hashSignedTransaction(SignedTransaction.encode(transaction)));
}

/** Asks, and checks the answer against the description. */
async function answerOf(id: string, question: Question, by: Api = api) {
  const response = await ask(by, id, question);
  const faults = checker.faults(id, response);
  expect(faults).toEqual([]);
  return response;
}

async function submit(transaction: SignedTransaction, by: Api = api): Promise<[status: number, body: unknown]> {
  const response = await answerOf("submit_transaction", encoded(transaction), by);
  return [response.status, jsonOf(response)];
}

async function byHash(hash: string, id = "get_transaction_by_hash", by: Api = api): Promise<[number, unknown]> {
  const response = await answerOf(id, { params: { txn_hash: hash } }, by);
  return [response.status, jsonOf(response)];
}

/** The sequence number of an account's next transaction: other tests may have sent some. */
async function nextOf({ address }: LocalAccount): Promise<bigint> {
  const response = await ask(api, "get_account", { params: { address: formatAddress(address) } });
  return BigInt((jsonOf(response) as { readonly sequence_number: string }).sequence_number);
}

describe("a transaction that is taken", () => {
  test("is answered with 202 and what was asked for, is pending, and is executed by the next block", async () => {
    const sequenceNumber = await nextOf(alice);
    const transaction = signed(alice, { sequenceNumber });
    const hash = hashOf(transaction);
    const [status, body] = await submit(transaction);
    expect(status).toBe(202);
    expect(body).toEqual({
      hash,
      sender: formatAddress(alice.address),
      sequence_number: `${sequenceNumber}`,
      max_gas_amount: "200000",
      gas_unit_price: "100",
      expiration_timestamp_secs: `${network.nowSecs + 60n}`,
      payload: {
        type: "entry_function_payload",
        function: "0x1::aptos_account::transfer",
        type_arguments: [],
        arguments: ["0xb0b", "1"],
      },
      signature: {
        type: "ed25519_signature",
        public_key: formatHex(alice.publicKey),
        signature: expect.stringMatching(/^0x[0-9a-f]{128}$/),
      },
    });
    expect(await byHash(hash)).toEqual([200, { ...(body as object), type: "pending_transaction" }]);
    await network.mine();
    expect(await byHash(hash)).toMatchObject([200, { ...(body as object), type: "user_transaction", success: true }]);
  });

  test("is the same when it is sent in JSON, with arguments that its function's types encode", async () => {
    const sequenceNumber = await nextOf(alice);
    const transaction = signed(alice, { sequenceNumber });
    const { value } = transaction.authenticator;
    const body = {
      sender: formatAddress(alice.address),
      sequence_number: `${sequenceNumber}`,
      max_gas_amount: "200000",
      gas_unit_price: "100",
      expiration_timestamp_secs: `${network.nowSecs + 60n}`,
      payload: {
        type: "entry_function_payload",
        function: "0x1::aptos_account::transfer",
        type_arguments: [],
        arguments: ["0xb0b", "1"],
      },
      signature: {
        type: "ed25519_signature",
        public_key: formatHex(value.publicKey),
        signature: formatHex(value.signature),
      },
    };
    const response = await answerOf("submit_transaction", { body });
    expect([response.status, jsonOf(response)]).toMatchObject([202, { hash: hashOf(transaction) }]);
    await network.mine();
    expect(await byHash(hashOf(transaction))).toMatchObject([200, { success: true }]);
  });

  test("is answered with nothing where BCS is asked for, and pending as variant 1", async () => {
    const transaction = signed(alice, { sequenceNumber: await nextOf(alice) });
    const response = await answerOf("submit_transaction", { ...encoded(transaction), accept: "application/x-bcs" });
    expect([response.status, response.headers["Content-Type"], response.body]).toEqual([
      202,
      "application/x-bcs",
      new Uint8Array(),
    ]);
    const question = { params: { txn_hash: hashOf(transaction) }, accept: "application/x-bcs" };
    const pending = await answerOf("get_transaction_by_hash", question);
    expect(TransactionData.decode(pending.body as Uint8Array)).toEqual({ kind: "Pending", value: transaction });
    // It may be executed at any moment: nobody may keep this answer.
    expect(pending.headers).toMatchObject({ "Cache-Control": "no-store" });
    expect(pending.headers).not.toHaveProperty("ETag");
    await network.mine();
  });

  test("is pending for a request that began before its block", async () => {
    const transaction = signed(alice, { sequenceNumber: await nextOf(alice) });
    await submit(transaction);
    const before = await network.store.summary();
    await network.mine();
    const lagging = new Proxy(network.store, {
      get(store, name) {
        const member: unknown = name === "summary" ? () => before : Reflect.get(store, name);
        return typeof member === "function" ? member.bind(store) : member;
      },
    });
    const slow = createApi({ store: lagging, pool: network.pool });
    expect(await byHash(hashOf(transaction), "get_transaction_by_hash", slow)).toMatchObject([
      200,
      { type: "pending_transaction", hash: hashOf(transaction) },
    ]);
    expect(await byHash(hashOf(transaction))).toMatchObject([200, { type: "user_transaction" }]);
  });

  test("may be sent again, and paid more for", async () => {
    const first = signed(bob);
    expect((await submit(first))[0]).toBe(202);
    expect((await submit(first))[0]).toBe(202);
    const dearer = signed(bob, { gasUnitPrice: 150n });
    expect((await submit(dearer))[0]).toBe(202);
    await network.mine();
    expect(await byHash(hashOf(dearer))).toMatchObject([200, { type: "user_transaction" }]);
  });

  test("waits when it comes before its turn", async () => {
    const second = signed(carol, { sequenceNumber: 1n });
    expect((await submit(second))[0]).toBe(202);
    await network.mine();
    expect(await byHash(hashOf(second))).toMatchObject([200, { type: "pending_transaction" }]);
    expect((await submit(signed(carol)))[0]).toBe(202);
    await network.mine();
    expect(await byHash(hashOf(second))).toMatchObject([200, { type: "user_transaction" }]);
  });
});

/** Somebody whom the network does not know. */
function newAccount(seed: number): LocalAccount {
  const privateKey = new Uint8Array(32).fill(seed);
  const publicKey = ed25519.getPublicKey(privateKey);
  return { name: "somebody", address: ed25519AuthenticationKey(publicKey), privateKey, publicKey, balance: 0n };
}

describe("is refused by the pool", () => {
  const orderless = (nonce: bigint, payload = transferPayload()): TransactionPayload => ({
    kind: "Payload",
    value: {
      kind: "V1",
      value: {
        executable: payload as Extract<TransactionPayload, { kind: "EntryFunction" }>,
        extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: nonce } },
      },
    },
  });
  const orderlessNonce = 2n ** 64n - 1n;

  test.each<[status: string, code: number, make: () => SignedTransaction]>([
    ["INVALID_SIGNATURE", 1, () => signBadly(dave, signed(dave).rawTxn)],
    ["INVALID_AUTH_KEY", 2, () => sign(erin, signed(dave).rawTxn)],
    ["INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE", 5, () => signed(newAccount(1))],
    ["TRANSACTION_EXPIRED", 6, () => signed(dave, { expirationTimestampSecs: network.nowSecs - 1n })],
    ["GAS_UNIT_PRICE_BELOW_MIN_BOUND", 15, () => signed(dave, { gasUnitPrice: 99n })],
    ["MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS", 14, () => signed(dave, { maxGasAmount: 1n })],
    ["BAD_CHAIN_ID", 23, () => signed(dave, { chainId: 1 })],
    [
      "TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE",
      44,
      () =>
        signed(dave, {
          payload: orderless(1n),
          sequenceNumber: orderlessNonce,
          expirationTimestampSecs: network.nowSecs + 1_000n,
        }),
    ],
  ])("%s is 400 vm_error %i", async (name, code, make) => {
    const [status, body] = await submit(make());
    expect([status, body]).toMatchObject([400, { error_code: "vm_error", vm_error_code: code }]);
    expect((body as { message: string }).message).toContain(name);
  });

  test("SEQUENCE_NUMBER_TOO_OLD is 400 vm_error 3: the account has gone on", async () => {
    await submit(signed(erin));
    await network.mine();
    const old = signed(erin, { payload: transferPayload(2n) });
    expect(await submit(old)).toMatchObject([400, { error_code: "vm_error", vm_error_code: 3 }]);
  });

  test("NONCE_ALREADY_USED is 400 vm_error 42: nonces are used once", async () => {
    const payload = orderless(7n);
    expect((await submit(signed(dave, { payload, sequenceNumber: orderlessNonce })))[0]).toBe(202);
    await network.mine();
    const again = signed(dave, { payload, sequenceNumber: orderlessNonce, gasUnitPrice: 101n });
    expect(await submit(again)).toMatchObject([400, { error_code: "vm_error", vm_error_code: 42 }]);
  });

  test("another transaction in the place of one that waits is 400 invalid_transaction_update", async () => {
    const sequenceNumber = await nextOf(frank);
    await submit(signed(frank, { sequenceNumber }));
    for (const other of [
      { payload: transferPayload(2n) },
      { maxGasAmount: 100_000n },
      { gasUnitPrice: 150n, expirationTimestampSecs: network.nowSecs + 61n },
    ]) {
      expect(await submit(signed(frank, { sequenceNumber, ...other }))).toMatchObject([
        400,
        { error_code: "invalid_transaction_update" },
      ]);
    }
    await network.mine();
  });

  test("more than a hundred of one account is 507 mempool_is_full", async () => {
    const next = await nextOf(frank);
    for (let sequenceNumber = next; sequenceNumber < next + 100n; sequenceNumber++) {
      expect((await submit(signed(frank, { sequenceNumber })))[0]).toBe(202);
    }
    expect(await submit(signed(frank, { sequenceNumber: next + 100n }))).toMatchObject([
      507,
      { error_code: "mempool_is_full" },
    ]);
    await network.mine();
  });
});

describe("what a pool says is handed on", () => {
  const refusing = (submission: Submission | Error): Api => {
    const pool: TransactionPool = {
      submit: () => (submission instanceof Error ? Promise.reject(submission) : Promise.resolve(submission)),
      findPending: () => Promise.reject(new Error("the worker has ended")),
    };
    return createApi({ store: network.store, pool });
  };

  test.each<[Submission | Error, number, string]>([
    [{ kind: "refused", code: "sequence_number_too_old", message: "raced" }, 400, "sequence_number_too_old"],
    [{ kind: "refused", code: "rejected_by_filter", message: "not you" }, 403, "rejected_by_filter"],
    [{ kind: "refused", code: "invalid_input", message: "odd" }, 400, "invalid_input"],
    [{ kind: "refused", code: "vm_error", message: "26", vmErrorCode: 26 }, 400, "vm_error"],
    [{ kind: "refused", code: "internal_error", message: "oh" }, 500, "internal_error"],
    [new ApiError("web_framework_error", "busy", { status: 503 }), 503, "web_framework_error"],
  ])("%o", async (submission, status, error_code) => {
    const [given, body] = await submit(signed(alice), refusing(submission));
    expect([given, body]).toMatchObject([status, { error_code }]);
    if (!(submission instanceof Error) && submission.kind === "refused") {
      expect(body).toMatchObject({ message: submission.message });
    }
  });

  test("one that does not answer is 503, without the reason", async () => {
    const silent = refusing(new Error("the worker has ended"));
    expect(await submit(signed(alice), silent)).toMatchObject([503, { error_code: "internal_error" }]);
    const [status, body] = await byHash(`0x${"ab".repeat(32)}`, "get_transaction_by_hash", silent);
    expect([status, body]).toMatchObject([503, { error_code: "internal_error" }]);
    expect((body as { message: string }).message).not.toContain("worker");
  });
});

describe("is refused before the pool sees it", () => {
  const name = (overrides: object): TransactionPayload => {
    const payload = transferPayload();
    if (payload.kind !== "EntryFunction") throw new TypeError("a call was expected");
    return { kind: "EntryFunction", value: { ...payload.value, ...overrides } };
  };
  const nested = (levels: number): TypeTag =>
    levels === 0
      ? { kind: "U8" }
      : {
          kind: "Struct",
          value: { address: parseAddress("0x1"), module: "m", name: "T", typeArgs: [nested(levels - 1)] },
        };
  const empty = (multisigAddress: RawTransaction["sender"] | undefined): TransactionPayload => ({
    kind: "Payload",
    value: {
      kind: "V1",
      value: {
        executable: { kind: "Empty" },
        extraConfig: { kind: "V1", value: { multisigAddress, replayProtectionNonce: 1n } },
      },
    },
  });

  test.each<[string, TransactionPayload]>([
    ["a function name that is none", name({ function: "transfer::what" })],
    ["a module name that is none", name({ module: { address: parseAddress("0x1"), name: "coin::coin" } })],
    [
      "a type with a name that is none",
      name({
        typeArgs: [
          {
            kind: "Vector",
            value: { kind: "Struct", value: { address: parseAddress("0x1"), module: "a b", name: "T", typeArgs: [] } },
          },
        ],
      }),
    ],
    ["a script without code", { kind: "Script", value: { code: new Uint8Array(), typeArgs: [], args: [] } }],
    ["nothing to run", empty(undefined)],
    ["types beyond the depth", name({ typeArgs: [nested(6)] })],
  ])("%s is 400 invalid_input", async (_, payload) => {
    for (const id of ["submit_transaction", "simulate_transaction"]) {
      const response = await answerOf(id, encoded(signed(alice, { payload })));
      expect([response.status, jsonOf(response)]).toMatchObject([400, { error_code: "invalid_input" }]);
    }
  });

  test("types of the greatest depth and a multisig account's stored transaction pass", async () => {
    const deep = await submit(signed(newAccount(2), { payload: name({ typeArgs: [nested(5)] }) }));
    expect(deep).toMatchObject([400, { error_code: "vm_error" }]);
    const stored = await submit(
      signed(newAccount(2), { payload: empty(parseAddress("0x5")), sequenceNumber: 2n ** 64n - 1n }),
    );
    expect(stored).toMatchObject([400, { error_code: "vm_error" }]);
  });

  test("a payload of the past is 400 invalid_input", async () => {
    const bytes = SignedTransaction.encode(signed(alice));
    // After the sender and the sequence number stands the kind of payload.
    const past = [...bytes.subarray(0, 40), 1, 0, ...bytes.subarray(-125)];
    const response = await answerOf("submit_transaction", { body: Uint8Array.from(past), contentType: batchType });
    expect([response.status, jsonOf(response)]).toMatchObject([400, { error_code: "invalid_input" }]);
  });

  test.each<[string, Question, number, string]>([
    ["bytes that are no transaction", { body: hexToBytes("0102"), contentType: batchType }, 400, "invalid_input"],
    ["no bytes", { body: new Uint8Array(), contentType: batchType }, 400, "invalid_input"],
    ["text", { body: "{}", contentType: "text/plain" }, 415, "web_framework_error"],
    ["a body without a type", { body: "{}", contentType: undefined }, 415, "web_framework_error"],
    ["what is no JSON", { body: "hello" }, 400, "web_framework_error"],
    ["JSON without its members", { body: {} }, 400, "web_framework_error"],
  ])("%s", async (_, question, status, error_code) => {
    for (const id of ["submit_transaction", "submit_batch_transactions"]) {
      const response = await answerOf(id, question);
      expect([response.status, jsonOf(response)]).toMatchObject([status, { error_code }]);
    }
  });

  test("bytes after a transaction are 400", async () => {
    const { body, contentType } = encoded(signed(alice));
    const response = await answerOf("submit_transaction", { body: Uint8Array.of(...body, 0), contentType });
    expect([response.status, jsonOf(response)]).toMatchObject([400, { error_code: "invalid_input" }]);
  });

  test("all of it where submission is switched off: 403", async () => {
    const closed = createApi({
      store: network.store,
      pool: network.pool,
      config: { submission: false, simulation: false },
    });
    expect(await submit(signed(alice), closed)).toMatchObject([403, { error_code: "api_disabled" }]);
    const response = await ask(closed, "simulate_transaction", encoded(signed(alice)));
    expect([response.status, jsonOf(response)]).toMatchObject([403, { error_code: "api_disabled" }]);
  });
});

describe("a batch", () => {
  const batch = (transactions: readonly SignedTransaction[]) => ({
    body: vector(SignedTransaction).encode(transactions),
    contentType: batchType,
  });
  const grace = localAccounts[6]!;
  const heidi = localAccounts[7]!;

  test("that is taken whole is 202 without failures, in BCS without a body", async () => {
    const transactions = [0n, 1n, 2n].map((sequenceNumber) => signed(grace, { sequenceNumber }));
    const response = await answerOf("submit_batch_transactions", batch(transactions));
    expect([response.status, jsonOf(response)]).toEqual([202, { transaction_failures: [] }]);
    const again = await answerOf("submit_batch_transactions", { ...batch(transactions), accept: "application/x-bcs" });
    expect([again.status, again.body]).toEqual([202, new Uint8Array()]);
    await network.mine();
    for (const transaction of transactions) {
      expect(await byHash(hashOf(transaction))).toMatchObject([200, { type: "user_transaction", success: true }]);
    }
  });

  test("that is taken in part is 206 and tells which were refused, in JSON whatever is asked for", async () => {
    const transactions = [signed(heidi), signBadly(heidi, signed(heidi, { sequenceNumber: 1n }).rawTxn)];
    for (const accept of ["application/json", "application/x-bcs"]) {
      const response = await answerOf("submit_batch_transactions", { ...batch(transactions), accept });
      expect([response.status, jsonOf(response)]).toMatchObject([
        206,
        { transaction_failures: [{ error: { error_code: "vm_error", vm_error_code: 1 }, transaction_index: 1 }] },
      ]);
    }
  });

  test("of which nothing is taken is 400, and says why", async () => {
    const bad = signBadly(heidi, signed(heidi).rawTxn);
    const response = await answerOf("submit_batch_transactions", batch([bad, bad]));
    expect([response.status, jsonOf(response)]).toMatchObject([
      400,
      { error_code: "invalid_input", message: expect.stringContaining("INVALID_SIGNATURE") },
    ]);
  });

  test("with one that is malformed is refused whole", async () => {
    const payload = functionCall("0x1::aptos_account::transfer", [], []);
    const malformed = signed(heidi, {
      payload: {
        kind: "EntryFunction",
        value: { ...(payload as Extract<TransactionPayload, { kind: "EntryFunction" }>).value, function: "a::b" },
      },
    });
    const good = signed(localAccounts[8]!);
    const response = await answerOf("submit_batch_transactions", batch([good, malformed]));
    expect([response.status, jsonOf(response)]).toMatchObject([400, { error_code: "invalid_input" }]);
    expect((await byHash(hashOf(good)))[0]).toBe(404);
  });

  test("of more than ten is 400 invalid_input, before its transactions are looked at", async () => {
    const eleven = Array.from({ length: 11 }, (_, i) => signed(heidi, { sequenceNumber: BigInt(i) }));
    for (const question of [batch(eleven), { body: Uint8Array.of(11), contentType: batchType }]) {
      const response = await answerOf("submit_batch_transactions", question);
      expect([response.status, jsonOf(response)]).toMatchObject([400, { error_code: "invalid_input" }]);
    }
  });

  test("in JSON names the member that is malformed, with its place", async () => {
    const response = await answerOf("submit_batch_transactions", { body: [{ sender: "0x1" }] });
    expect([response.status, jsonOf(response)]).toMatchObject([400, { error_code: "web_framework_error" }]);
  });
});

describe("waiting for a transaction", () => {
  const ivan = localAccounts[8]!;
  const wait = (hash: string, by?: Api) => byHash(hash, "wait_transaction_by_hash", by);

  test("ends when it is executed", async () => {
    const transaction = signed(ivan, { sequenceNumber: await nextOf(ivan) });
    await submit(transaction);
    const waiting = wait(hashOf(transaction));
    await network.mine();
    expect(await waiting).toMatchObject([200, { type: "user_transaction", success: true }]);
  });

  test("answers from the ledger as it is then, even within the turn in which it began", async () => {
    const transaction = signed(ivan, { sequenceNumber: await nextOf(ivan) });
    await submit(transaction);
    const sharing = createApi({ store: network.store, pool: network.pool, endOfTurn: () => undefined });
    const waiting = wait(hashOf(transaction), sharing);
    await network.mine();
    expect(await waiting).toMatchObject([200, { type: "user_transaction", success: true }]);
  });

  test("is bounded: one that is pending even then is answered as such", async () => {
    const gap = signed(ivan, { sequenceNumber: 5n });
    await submit(gap);
    const brief = createApi({
      store: network.store,
      pool: network.pool,
      config: { waitByHash: { longestMs: 30, most: 1 } },
    });
    expect(await wait(hashOf(gap), brief)).toMatchObject([200, { type: "pending_transaction" }]);
  });

  test("is for those that are known: another hash is 404 at once", async () => {
    const patient = createApi({
      store: network.store,
      pool: network.pool,
      config: { waitByHash: { longestMs: 600_000, most: 1 } },
    });
    expect(await wait(`0x${"cd".repeat(32)}`, patient)).toMatchObject([404, { error_code: "transaction_not_found" }]);
  });

  test("ends when the pool drops it, and when the client has left", async () => {
    const transaction = signed(ivan, { sequenceNumber: 9n });
    let known: Uint8Array | undefined = SignedTransaction.encode(transaction);
    let looks = 0;
    const pool: TransactionPool = {
      ...network.pool,
      findPending: () => {
        looks++;
        return Promise.resolve(known);
      },
    };
    const config = { waitByHash: { longestMs: 600_000, most: 9 } };
    const patient = createApi({ store: network.store, pool, config });
    const request = { params: { txn_hash: hashOf(transaction) }, query: new URLSearchParams() };
    const left = { aborted: false };
    const leaving = patient.handle("wait_transaction_by_hash", { ...request, signal: left });
    left.aborted = true;
    expect((await leaving).status).toBe(200);
    const dropped = wait(hashOf(transaction), patient);
    known = undefined;
    await network.mine();
    expect(await dropped).toMatchObject([404, { error_code: "transaction_not_found" }]);
    // It looks again when the ledger has advanced, not all the time.
    expect(looks).toBeLessThan(10);
  });

  test("does not hold more requests than it may: the others are answered at once", async () => {
    const gap = signed(ivan, { sequenceNumber: 6n });
    await submit(gap);
    const config = { waitByHash: { longestMs: 600_000, most: 0 } };
    const busy = createApi({ store: network.store, pool: network.pool, config });
    expect(await wait(hashOf(gap), busy)).toMatchObject([200, { type: "pending_transaction" }]);
  });

  test("is woken by whoever waits for versions", async () => {
    const transaction = signed(localAccounts[9]!);
    await submit(transaction);
    const asked: bigint[] = [];
    const api = createApi({
      store: network.store,
      pool: network.pool,
      awaitVersion: async (version) => {
        asked.push(version);
        await network.mine();
        return network.store.summary();
      },
    });
    const latest = (await network.store.summary())!.version;
    expect(await wait(hashOf(transaction), api)).toMatchObject([200, { type: "user_transaction" }]);
    expect(asked).toEqual([latest + 1n]);
  });

  test("is not done by a node that has no pool", async () => {
    const store = createMemoryStore();
    store.commit(buildLedger({ chainId: 4 }).batch([[{}]]));
    expect(await wait(`0x${"cd".repeat(32)}`, createApi({ store }))).toMatchObject([404, {}]);
  });
});
