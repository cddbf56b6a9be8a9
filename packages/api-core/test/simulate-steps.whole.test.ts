import { type Api, createApi } from "@ledger/api-core";
import { u64 } from "@ledger/bcs";
import { localAccounts } from "@ledger/local-chain";
import { buildModule, type InstructionSpec } from "@ledger/move";
import type { LedgerStore } from "@ledger/state-store";
import { cases } from "@ledger/test-run/effort";
import { bytesToHex, formatAddress } from "@ledger/types";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { checkTraces } from "./support/check-traces.ts";
import { type ContractChecker, createContractChecker } from "./support/contract.ts";
import { openDemoStore } from "./support/demo-store.ts";

const apt = "0x1::aptos_coin::AptosCoin";

interface TransactionJson {
  readonly type: string;
  readonly version: string;
  readonly success: boolean;
  readonly vm_status: string;
  readonly timestamp: string;
  readonly gas_used: string;
  readonly events: readonly unknown[];
  readonly changes: readonly unknown[];
  readonly payload: { readonly type: string };
  readonly signature: { readonly type: string };
}

interface StepJson {
  readonly type: string;
  readonly transaction: TransactionJson;
  readonly success: boolean;
  readonly results: readonly unknown[];
  readonly message: string;
  readonly prints: readonly unknown[];
  readonly balance_changes: readonly { readonly owner: string; readonly before: string; readonly after: string }[];
  readonly trace: string;
}

let store: LedgerStore;
let api: Api;
let checker: ContractChecker;

beforeAll(async () => {
  store = await openDemoStore(24);
  api = createApi({ store });
  checker = createContractChecker(api);
});

async function simulate(body: unknown, query = ""): Promise<readonly StepJson[]> {
  const response = await ask(api, "simulate_steps", { body, query });
  expect([response.status, checker.faults("simulate_steps", response)]).toEqual([200, []]);
  return (jsonOf(response) as { steps: readonly StepJson[] }).steps;
}

async function refusal(body: unknown): Promise<string> {
  const response = await ask(api, "simulate_steps", { body });
  expect([response.status, checker.faults("simulate_steps", response)]).toEqual([400, []]);
  return (jsonOf(response) as { message: string }).message;
}

async function committed(): Promise<readonly TransactionJson[]> {
  const found: TransactionJson[] = [];
  const { version } = (await store.summary())!;
  for (let start = 0n; start <= version; start += 100n) {
    const page = jsonOf(await ask(api, "get_transactions", { query: { start: `${start}`, limit: "100" } }));
    found.push(...(page as TransactionJson[]));
  }
  return found.filter(({ type }) => type === "user_transaction");
}

const balanceOf = (address: string) => ({
  type: "view",
  function: "0x1::coin::balance",
  type_arguments: [apt],
  arguments: [address],
});

const transfer = (sender: string, to: string, amount: string) => ({
  type: "transaction",
  sender,
  payload: {
    type: "entry_function_payload",
    function: "0x1::aptos_account::transfer",
    type_arguments: [],
    arguments: [to, amount],
  },
});

const alice = formatAddress(localAccounts[0]!.address);

describe("steps", () => {
  test("do on the state before a transaction what the ledger says that it did", async () => {
    const transactions = await committed();
    expect(transactions.length).toBeGreaterThan(20);
    let compared = 0;
    for (const transaction of transactions) {
      // Any other proof is of another size, which is paid for.
      if (transaction.signature.type !== "ed25519_signature") continue;
      const { payload, version, ...request } = transaction;
      const zeros = { ...request.signature, signature: `0x${"00".repeat(64)}` };
      const steps = [{ ...request, type: "transaction", payload, signature: zeros }];
      const [step] = await simulate({ steps }, `ledger_version=${BigInt(version) - 1n}`);
      const { success, vm_status, gas_used, events, changes, timestamp } = transaction;
      expect(step!.transaction).toMatchObject({ success, vm_status, gas_used, events, changes, timestamp });
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });

  test("are of a kind, and the kinds are named to callers who give none", async () => {
    for (const step of [{ sender: "0x1" }, { type: "call" }])
      expect(await refusal({ steps: [step] })).toContain(
        'expected SimulationStep with "type" "transaction" or "view", found',
      );
  });

  test("see what those before them have left", async () => {
    const [before, sent, after, again] = await simulate({
      steps: [balanceOf("0xb0b1"), transfer(alice, "0xb0b1", "7"), balanceOf("0xb0b1"), transfer("0xb0b1", "0x1", "8")],
    });
    expect(before!.results).toEqual(["0"]);
    expect(sent!.transaction.success).toBe(true);
    expect(sent!.balance_changes.find(({ owner }) => owner === "0xb0b1")).toMatchObject({ before: "0", after: "7" });
    expect(after!.results).toEqual(["7"]);
    expect(again!.transaction.success).toBe(false);
    expect(await simulate({ steps: [balanceOf("0xb0b1")] })).toMatchObject([{ results: ["0"] }]);
  });

  test("give a failure as a result, with what was printed before it", async () => {
    const failing: readonly InstructionSpec[] = [
      ["imm_borrow_loc", 0],
      ["call_generic", "0x1::debug::print", "u64"],
      ["ld_u64", 7],
      ["abort"],
    ];
    const loud = buildModule({
      address: "0xcafe",
      name: "loud",
      imports: {
        functions: [{ function: "0x1::debug::print", typeParams: [{}], params: ["&T0"], returns: [] }],
      },
      functions: [
        { name: "fail", visibility: "public", entry: true, params: ["u64"], code: failing },
        { name: "see", view: true, visibility: "public", params: ["u64"], returns: ["u64"], code: failing },
      ],
    });
    const call = { function: "0xcafe::loud::fail", type_arguments: [], arguments: ["42"] };
    const sent = { ...transfer(alice, "0x1", "1"), payload: { type: "entry_function_payload", ...call } };
    const modules = [{ address: "0xcafe", name: "loud", bytecode: `0x${bytesToHex(loud)}` }];
    const [viewed, failed] = await simulate({
      steps: [{ ...call, type: "view", function: "0xcafe::loud::see" }, sent],
      overrides: { modules },
    });
    const printed = (name: string) => [{ text: "42", function: `0xcafe::loud::${name}` }];
    expect(viewed!.message).toContain("0x7");
    expect(viewed).toMatchObject({ success: false, prints: printed("see") });
    expect(failed).toMatchObject({ transaction: { success: false }, prints: printed("fail") });
  });

  test("are bounded, and refused with their place", async () => {
    expect(await refusal({ steps: Array.from({ length: 33 }, () => balanceOf(alice)) })).toContain("at most 32");
    const unknown = { ...balanceOf(alice), function: "0x1::coin::no_such" };
    expect(await refusal({ steps: [balanceOf(alice), unknown] })).toContain("steps[1]");
    const balances = Array.from({ length: 1_001 }, () => ({ address: "0x2", amount: "1" }));
    expect(await refusal({ steps: [], overrides: { balances } })).toContain("at most 1000");
  });

  test("end when they have used what a simulation may", async () => {
    const spin = buildModule({
      address: "0xcafe",
      name: "spin",
      functions: [{ name: "spin", visibility: "public", entry: true, params: [], code: [["branch", 0]] }],
    });
    const step = {
      ...transfer(alice, "0x1", "1"),
      payload: { type: "entry_function_payload", function: "0xcafe::spin::spin", type_arguments: [], arguments: [] },
    };
    const modules = [{ address: "0xcafe", name: "spin", bytecode: `0x${bytesToHex(spin)}` }];
    const steps = Array.from({ length: 32 }, () => step);
    expect(await refusal({ steps, overrides: { modules } })).toContain("gas units of a simulation");
  });
});

describe("what is overridden", () => {
  test("is seen, and nothing of it is stored", async () => {
    const before = await store.summary();
    const account = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `0x${bytesToHex(bytes)}`);
    const balances = fc.uniqueArray(fc.record({ address: account, amount: fc.bigInt(1n, 2n ** 60n).map(String) }), {
      selector: ({ address }) => address,
      maxLength: 4,
    });
    const seconds = fc.bigInt(1_800_000_000n, 4_000_000_000n);
    await fc.assert(
      fc.asyncProperty(balances, seconds, async (set, now) => {
        const clock = { type: "view", function: "0x1::timestamp::now_seconds" };
        const steps = [...set.map(({ address }) => balanceOf(address)), clock];
        const overrides = { balances: set, timestamp_usecs: `${now * 1_000_000n}` };
        const results = await simulate({ steps, overrides });
        expect(results.map(({ results: [value] }) => value)).toEqual([...set.map(({ amount }) => amount), `${now}`]);
        const stored = await simulate({ steps: set.map(({ address }) => balanceOf(address)) });
        expect(stored.every(({ results: [value] }) => value === "0")).toBe(true);
      }),
      { numRuns: cases(20) },
    );
    expect(await store.summary()).toEqual(before);
  });

  test("may be a resource, a module and an item of a table", async () => {
    const module = buildModule({
      address: "0xcafe",
      name: "shelf",
      structs: [{ name: "Shelf", abilities: ["key"], fields: [{ name: "height", type: "u64" }] }],
      functions: [
        {
          name: "height",
          view: true,
          visibility: "public",
          params: ["address"],
          returns: ["u64"],
          acquires: ["Shelf"],
          code: [
            ["move_loc", 0],
            ["imm_borrow_global", "Shelf"],
            ["imm_borrow_field", "Shelf", "height"],
            ["read_ref"],
            ["ret"],
          ],
        },
      ],
    });
    const steps = [{ type: "view", function: "0xcafe::shelf::height", arguments: ["0xb0b"] }];
    const modules = [{ address: "0xcafe", name: "shelf", bytecode: `0x${bytesToHex(module)}` }];
    const value = `0x${bytesToHex(u64.encode(42n))}`;
    const resources = [{ address: "0xb0b", type: "0xcafe::shelf::Shelf", value }];
    expect(await simulate({ steps, overrides: { modules, resources } })).toMatchObject([{ results: ["42"] }]);
    const [missing] = await simulate({ steps, overrides: { modules } });
    expect(missing).toMatchObject({ success: false });
    expect(await refusal({ steps })).toContain("steps[0]");
  });

  test("must exist where it is an asset", async () => {
    const balances = [{ address: "0xb0b", asset: "0x1234", amount: "1" }];
    expect(await refusal({ steps: [], overrides: { balances } })).toContain("the asset does not exist");
  });
});

describe("a trace", () => {
  interface Trace {
    readonly gas_used: string;
    readonly gas_scale: string;
    readonly is_same: boolean;
    readonly trace: string;
    readonly balance_changes: readonly { readonly owner: string; readonly before: string; readonly after: string }[];
  }

  async function trace(version: string, format = "folded"): Promise<Trace> {
    const response = await ask(api, "get_trace", { params: { txn_version: version }, query: { format } });
    expect([response.status, checker.faults("get_trace", response)]).toEqual([200, []]);
    return jsonOf(response) as Trace;
  }

  test("of any user's transaction does it again, and its gas adds up to what was used", async () => {
    const { traced, failed, faults } = await checkTraces(api);
    expect(faults).toEqual([]);
    expect(traced).toBeGreaterThan(20);
    expect(failed).toBeGreaterThan(0);
  });

  test("names calls, reads, writes and charges", async () => {
    const [first] = (await committed()).filter(({ success }) => success);
    const { trace: text } = await trace(first!.version, "text");
    for (const part of [
      "prologue",
      "intrinsic",
      "payload",
      "epilogue",
      "storage fee",
      "write ",
      "0x1::transaction_validation::",
    ])
      expect(text).toContain(part);
    const profile = JSON.parse((await trace(first!.version, "speedscope")).trace) as {
      profiles: { endValue: number }[];
    };
    expect(profile.profiles[0]!.endValue).toBe(Number(first!.gas_used) * 1_000_000);
  });

  test("of what is no user's transaction is refused", async () => {
    const response = await ask(api, "get_trace", { params: { txn_version: "1" } });
    expect([response.status, checker.faults("get_trace", response)]).toEqual([400, []]);
    const none = await ask(api, "get_trace", { params: { txn_version: "999999" } });
    expect(none.status).toBe(404);
  });
});
