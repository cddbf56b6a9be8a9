import { type Api, type ApiConfig, createApi } from "@ledger/api-core";
import { u8, u64 } from "@ledger/bcs";
import type { ModuleSpec } from "@ledger/move";
import type { LedgerStore } from "@ledger/state-store";
import { bytesToHex, EntryFunction, parseAddress, parseTypeTag, type TypeTag } from "@ledger/types";
import { hasVector, needsVector, readVectorJson } from "@ledger/vectors";
import { environmentKeys } from "@ledger/vm";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { type ContractChecker, createContractChecker } from "./support/contract.ts";
import { openFrameworkStore } from "./support/framework-store.ts";

const viewFunction = "application/x.aptos.view_function+bcs";
const apt = "0x1::aptos_coin::AptosCoin";
const rich = "0xa550c18";

const addressFunction = { function: "0x1::signer::address_of", params: ["&signer"], returns: ["address"] };

/** Functions of every kind that the rules for views tell apart. */
const views: ModuleSpec = {
  address: "0xcafe",
  name: "views",
  imports: { functions: [addressFunction] },
  errors: [{ code: 7, name: "ESEVEN", description: "Seven is not allowed" }],
  structs: [{ name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
  functions: [
    {
      name: "tuple",
      view: true,
      visibility: "public",
      returns: ["u64", "u64"],
      code: [["ld_u64", 1n], ["ld_u64", 2n], ["ret"]],
    },
    { name: "hidden", view: true, returns: ["u8"], code: [["ld_u8", 9], ["ret"]] },
    { name: "unmarked", visibility: "public", returns: ["u8"], code: [["ld_u8", 9], ["ret"]] },
    { name: "nothing", view: true, visibility: "public", code: [["ret"]] },
    { name: "seven", view: true, visibility: "public", returns: ["u8"], code: [["ld_u64", 7n], ["abort"]] },
    {
      name: "divide",
      view: true,
      visibility: "public",
      params: ["u64", "u64"],
      returns: ["u64"],
      code: [["move_loc", 0], ["move_loc", 1], ["div"], ["ret"]],
    },
    {
      name: "who",
      view: true,
      visibility: "public",
      params: ["signer"],
      returns: ["address"],
      code: [["imm_borrow_loc", 0], ["call", "0x1::signer::address_of"], ["ret"]],
    },
    {
      name: "whose",
      view: true,
      visibility: "public",
      params: ["&signer"],
      returns: ["address"],
      code: [["move_loc", 0], ["call", "0x1::signer::address_of"], ["ret"]],
    },
    {
      name: "text",
      view: true,
      visibility: "public",
      params: ["0x1::string::String"],
      returns: ["0x1::string::String"],
      code: [["move_loc", 0], ["ret"]],
    },
    {
      name: "maybe",
      view: true,
      visibility: "public",
      params: ["0x1::option::Option<u64>"],
      returns: ["0x1::option::Option<u64>"],
      code: [["move_loc", 0], ["ret"]],
    },
    {
      name: "counter",
      view: true,
      visibility: "public",
      params: ["0xcafe::views::Counter"],
      returns: ["u64"],
      code: [["ld_u64", 0n], ["abort"]],
    },
    {
      name: "write",
      view: true,
      visibility: "public",
      params: ["signer"],
      returns: ["bool"],
      code: [
        ["imm_borrow_loc", 0],
        ["ld_u64", 5n],
        ["pack", "Counter"],
        ["move_to", "Counter"],
        ["imm_borrow_loc", 0],
        ["call", "0x1::signer::address_of"],
        ["exists", "Counter"],
        ["ret"],
      ],
    },
    { name: "forever", view: true, visibility: "public", returns: ["u8"], code: [["branch", 0]] },
  ],
};

let store: LedgerStore;
let api: Api;
let checker: ContractChecker;

beforeAll(() => {
  store = openFrameworkStore("devnet-2025-11", [views]);
  api = createApi({ store });
  checker = createContractChecker(api);
});

interface Call {
  readonly function: string;
  readonly type_arguments?: readonly string[];
  readonly arguments?: readonly unknown[];
}

async function call(body: Call | string, to: Api = api) {
  const response = await ask(to, "view", { body });
  expect(checker.faults("view", response)).toEqual([]);
  return response;
}

const own = (name: string, ...args: unknown[]): Call => ({ function: `0xcafe::views::${name}`, arguments: args });
const balanceOf = (address: string): Call => ({
  function: "0x1::coin::balance",
  type_arguments: [apt],
  arguments: [address],
});

describe("results", () => {
  test.each([
    ["a tuple", own("tuple"), ["1", "2"]],
    ["a private function", own("hidden"), [9]],
    ["text", own("text", "naïve ✓"), ["naïve ✓"]],
    ["an option", own("maybe", { vec: ["7"] }), [{ vec: ["7"] }]],
    ["no option", own("maybe", { vec: [] }), [{ vec: [] }]],
    ["lists that are left out", { function: "0xcafe::views::tuple" }, ["1", "2"]],
    ["decimals of a coin", { function: "0x1::coin::decimals", type_arguments: [apt] }, [8]],
    [
      "the owner of an object",
      { function: "0x1::object::owner", type_arguments: ["0x1::fungible_asset::Metadata"], arguments: ["0xa"] },
      ["0x1"],
    ],
  ])("of %s", async (_, body, results) => {
    const response = await call(body);
    expect([response.status, jsonOf(response)]).toEqual([200, results]);
    expect(Number(response.headers["X-SVC-GAS-USED"])).toBeGreaterThan(0);
    expect(response.headers["Cache-Control"]).toBe("no-store");
  });

  test.each([rich, "0x1", "0xbeef"])("the balance of %s is that of the balance endpoint", async (address) => {
    const params = { address, asset_type: apt };
    const balance = jsonOf(await ask(api, "get_account_balance", { params })) as number;
    const [viewed] = jsonOf(await call(balanceOf(address))) as [string];
    expect(Number(viewed)).toBe(balance);
  });

  test("are the same when both ways are BCS", async () => {
    const body = EntryFunction.encode({
      module: { address: parseAddress("0x1"), name: "coin" },
      function: "balance",
      typeArgs: [parseTypeTag(apt)],
      args: [parseAddress(rich)],
    });
    const response = await ask(api, "view", { body, contentType: viewFunction, accept: "application/x-bcs" });
    const [viewed] = jsonOf(await call(balanceOf(rich))) as [string];
    expect(response.status).toBe(200);
    expect(response.headers["Content-Type"]).toBe("application/x-bcs");
    expect(response.body).toEqual(Uint8Array.of(1, ...u64.encode(BigInt(viewed))));
  });

  test("of several values in BCS are their number and one after another", async () => {
    const response = await ask(api, "view", { body: own("tuple"), accept: "application/x-bcs" });
    expect(response.body).toEqual(Uint8Array.of(2, ...u64.encode(1n), ...u64.encode(2n)));
  });

  test.each([
    ["the module", { module: { address: parseAddress("0x1"), name: "co in" }, function: "balance" }],
    ["the function", { module: { address: parseAddress("0x1"), name: "coin" }, function: "" }],
    ["type_arguments[0]", { module: { address: parseAddress("0x1"), name: "coin" }, function: "balance" }],
  ])("with a name in BCS that code cannot have are refused: %s", async (place, named) => {
    const odd = { address: parseAddress("0x1"), module: "aptos_coin", name: "Aptos::Coin", typeArgs: [] };
    const typeArgs: TypeTag[] = [{ kind: "Vector", value: { kind: "Struct", value: odd } }];
    const body = EntryFunction.encode({ ...named, typeArgs, args: [parseAddress(rich)] });
    const response = await ask(api, "view", { body, contentType: viewFunction });
    expect(response.status).toBe(400);
    expect(response.error?.message).toContain(`the call is invalid: ${place}: `);
  });

  test("writes are dropped", async () => {
    const body = EntryFunction.encode({
      module: { address: parseAddress("0xcafe"), name: "views" },
      function: "write",
      typeArgs: [],
      args: [Uint8Array.of(0, ...parseAddress("0xcafe"))],
    });
    for (let i = 0; i < 2; i++) {
      const response = await ask(api, "view", { body, contentType: viewFunction });
      expect([response.status, jsonOf(response)]).toEqual([200, [true]]);
    }
  });
});

describe("a store that answers by promises", () => {
  test("is asked for nothing twice in a call, and gives the same results", async () => {
    const asked = new Map<string, number>();
    const slow = new Proxy(store, {
      get(target, name) {
        if (name !== "readState") return Reflect.get(target, name).bind(target);
        return async (version: bigint, key: Uint8Array) => {
          const text = bytesToHex(key);
          asked.set(text, (asked.get(text) ?? 0) + 1);
          await new Promise((resolve) => setImmediate(resolve));
          return target.readState(version, key);
        };
      },
    });
    const [viewed] = jsonOf(await call(balanceOf(rich))) as [string];
    const encoded = EntryFunction.encode({
      module: { address: parseAddress("0x1"), name: "coin" },
      function: "balance",
      typeArgs: [parseTypeTag(apt)],
      args: [parseAddress(rich)],
    });
    // In BCS both ways: the JSON forms read modules for themselves.
    const question = { body: encoded, contentType: viewFunction, accept: "application/x-bcs" };
    const response = await ask(createApi({ store: slow }), "view", question);
    expect(response.body).toEqual(Uint8Array.of(1, ...u64.encode(BigInt(viewed))));
    expect(asked.size).toBeGreaterThan(10);
    // The rules in force are read before the call, and by the code itself.
    for (const key of Object.values(environmentKeys)) asked.delete(bytesToHex(key));
    expect([...asked].filter(([, times]) => times > 1)).toEqual([]);
  });
});

test("the rules in force are read once for each version", async () => {
  let version = 0n;
  let reads = 0;
  const changing = new Proxy(store, {
    get(target, name) {
      if (name === "summary") return async () => ({ ...(await target.summary()), version });
      if (name !== "readState") return Reflect.get(target, name).bind(target);
      return (at: bigint, key: Uint8Array) => {
        if (bytesToHex(key) !== bytesToHex(environmentKeys.gasScheduleV2)) return target.readState(0n, key);
        reads++;
        // The second version has no prices.
        return at === 0n ? target.readState(0n, key) : undefined;
      };
    },
  });
  const following = createApi({ store: changing });
  const gasUsed = async () => (await call(own("tuple"), following)).headers["X-SVC-GAS-USED"];
  const price = await gasUsed();
  expect([Number(price) > 0, await gasUsed(), reads]).toEqual([true, price, 1]);
  version = 1n;
  expect([await gasUsed(), await gasUsed(), reads]).toEqual(["0", "0", 2]);
});

describe("refusals", () => {
  test.each<[string, Call, number | undefined, RegExp]>([
    ["a function without the attribute", own("unmarked"), 1011, /not marked as view function/],
    ["a function without results", own("nothing"), 1011, /at least one value/],
    ["a function that does not exist", own("none"), undefined, /could not find view function by 0xcafe::views::none/],
    ["a module that does not exist", { function: "0x1::none::f" }, undefined, /could not find view function/],
    [
      "a type that does not exist",
      { function: "0x1::coin::decimals", type_arguments: ["0x1::aptos_coin::NewCoin"] },
      2021,
      /Struct 0x1::aptos_coin::NewCoin does not exist/,
    ],
    ["too few type arguments", { function: "0x1::coin::decimals" }, undefined, /takes 1 type arguments, got 0/],
    ["too few arguments", own("divide", "1"), undefined, /expected 2 arguments \[string<u64>, string<u64>\], got 1/],
    ["an argument of another kind", own("divide", "1", 2), undefined, /arguments\[1\] failed, expect string<u64>/],
    ["a signer, which JSON cannot give", own("who"), 1011, /expected 1 arguments/],
    ["a reference to a signer", own("whose"), 1011, /expected 1 arguments/],
    ["a struct that code outside cannot make", own("counter", { value: "5" }), 1011, /cannot be given an argument/],
    ["an abort", own("seven"), 4016, /^Move abort in 0xcafe::views: ESEVEN\(0x7\): Seven is not allowed$/],
    ["a division by zero", own("divide", "1", "0"), 4017, /zero/i],
    [
      "an object that does not exist",
      { ...balanceOf("0xbb"), function: "0x1::object::owner" },
      4016,
      /^Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST\(0x60002\): \S+/,
    ],
  ])("%s", async (_, body, code, message) => {
    const response = await call(body);
    const answer = jsonOf(response) as { message: string; error_code: string; vm_error_code: number | null };
    expect([response.status, answer.error_code, answer.vm_error_code]).toEqual([400, "invalid_input", code ?? null]);
    expect(answer.message).toMatch(message);
    expect(response.headers).not.toHaveProperty("X-SVC-GAS-USED");
  });

  test.each([
    ["a member of another kind", '{"function":5}', 400, "web_framework_error"],
    ["no function", "{}", 400, "web_framework_error"],
    ["a function that is no name", '{"function":"0x1::coin"}', 400, "web_framework_error"],
    ["a type that is none", '{"function":"0x1::coin::decimals","type_arguments":["x y"]}', 400, "invalid_input"],
  ])("%s", async (_, body, status, code) => {
    const response = await call(body);
    expect([response.status, jsonOf(response)]).toMatchObject([status, { error_code: code }]);
  });

  test("bytes that are no call, and types nested too deep", async () => {
    const deep = [...parseAddress("0x1"), 4, ...Buffer.from("coin"), 1, 102, 1, ...Array(9).fill(6), 1, 0];
    for (const body of [Uint8Array.of(1, 2, 3), Uint8Array.from(deep)]) {
      const response = await ask(api, "view", { body, contentType: viewFunction });
      expect([response.status, jsonOf(response)]).toMatchObject([400, { error_code: "invalid_input" }]);
    }
  });

  test("a body of another type", async () => {
    const response = await ask(api, "view", { body: "{}", contentType: "text/plain" });
    expect([response.status, jsonOf(response)]).toMatchObject([415, { error_code: "web_framework_error" }]);
  });

  test("a version that is not kept", async () => {
    const response = await ask(api, "view", { body: own("tuple"), query: { ledger_version: "9" } });
    expect([response.status, jsonOf(response)]).toMatchObject([404, { error_code: "version_not_found" }]);
    expect((await ask(api, "view", { body: own("tuple"), query: { ledger_version: "0" } })).status).toBe(200);
  });
});

describe("signers in BCS", () => {
  const asked = (name: string, argument: Uint8Array) =>
    ask(api, "view", {
      body: EntryFunction.encode({
        module: { address: parseAddress("0xcafe"), name: "views" },
        function: name,
        typeArgs: [],
        args: [argument],
      }),
      contentType: viewFunction,
    });

  test("are 00 and an address", async () => {
    const response = await asked("who", Uint8Array.of(0, ...parseAddress("0xabc")));
    expect([response.status, jsonOf(response)]).toEqual([200, ["0xabc"]]);
  });

  test.each([
    ["without the byte before", "who", parseAddress("0xabc"), 1100],
    ["by reference", "whose", Uint8Array.of(0, ...parseAddress("0xabc")), 1011],
  ] as const)("are refused %s", async (_, name, argument, code) => {
    const response = await asked(name, argument);
    expect([response.status, jsonOf(response)]).toMatchObject([400, { vm_error_code: code }]);
  });

  test.each([
    ["bytes left over", "hidden", u8.encode(1), 1011],
    ["text that is not UTF-8", "text", Uint8Array.of(1, 0xff), 4016],
    ["text that ends too early", "text", Uint8Array.of(3, 0x61), 1100],
    ["an option of two", "maybe", Uint8Array.of(2, ...u64.encode(1n), ...u64.encode(2n)), 4016],
  ] as const)("%s", async (_, name, argument, code) => {
    const response = await asked(name, argument);
    expect([response.status, jsonOf(response)]).toMatchObject([400, { vm_error_code: code }]);
  });
});

describe("bounds", () => {
  const withConfig = (config: Partial<ApiConfig>): Api => createApi({ store, config });

  test("a call that uses more gas than it may", async () => {
    const response = await call(own("forever"), withConfig({ maxViewGas: 10 }));
    expect([response.status, jsonOf(response)]).toMatchObject([400, { vm_error_code: 4002 }]);
  });

  test("a call that never ends, by the limit of execution", async () => {
    const response = await call(own("forever"));
    expect([response.status, jsonOf(response)]).toMatchObject([400, { vm_error_code: 4030 }]);
  });

  test("a long call gives way, and ends when its client has left", async () => {
    // Every look at the clock is a stretch later: the call is long on any machine.
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
    onTestFinished(() => clock.mockRestore());
    let turns = 0;
    const signal = { aborted: false };
    const patient = createApi({
      store,
      defer: (callback) => {
        signal.aborted = ++turns === 3;
        setImmediate(callback);
      },
    });
    const body = new TextEncoder().encode(JSON.stringify(own("forever")));
    const response = await patient.handle("view", {
      params: {},
      query: new URLSearchParams(),
      contentType: "application/json",
      body,
      signal,
    });
    expect([response.status, turns]).toEqual([408, 3]);
  });

  test.each<[string, ApiConfig["viewFilter"], number]>([
    ["allowed by name", { allow: ["0xcafe::views::tuple"], block: [] }, 200],
    ["allowed with its module", { allow: ["0xcafe::views"], block: [] }, 200],
    ["not among the allowed", { allow: ["0x1::coin::balance"], block: [] }, 403],
    ["blocked with its account", { allow: [], block: ["0xcafe"] }, 403],
    ["allowed and blocked", { allow: ["0xcafe"], block: ["0xcafe::views::tuple"] }, 403],
  ])("a function that is %s", async (_, viewFilter, status) => {
    const response = await call(own("tuple"), withConfig({ viewFilter }));
    expect(response.status).toBe(status);
    if (status === 403) {
      expect(jsonOf(response)).toMatchObject({
        error_code: "invalid_input",
        message: expect.stringContaining(`Function ${"cafe".padStart(64, "0")}::views::tuple is not allowed: it is `),
      });
    }
  });
});

test("runs at the time of the state, whatever the time of the next block is, so that its answer may be given again", async () => {
  const time = { function: "0x1::timestamp::now_microseconds", type_arguments: [], arguments: [] };
  const local = createApi({ store, blockClock: () => 1_900_000_000_000_000n });
  const latest = await call(time, local);
  expect([latest.status, latest.isVolatile]).toEqual([200, undefined]);
  expect(latest.body).toEqual((await ask(local, "view", { body: time, query: { ledger_version: "0" } })).body);
});

interface Golden {
  readonly golden: string;
  readonly request: Call;
  readonly status: number;
  readonly response: {
    readonly message?: string;
    readonly error_code?: string;
    readonly vm_error_code?: number | null;
  };
}

const goldens = "execution/rest_goldens.json";

describe("recorded answers", needsVector(goldens), () => {
  const { cases } = hasVector(goldens) ? readVectorJson<{ cases: Golden[] }>(goldens) : { cases: [] };
  const named = cases.filter(
    ({ golden, request }) => golden.startsWith("view_function") && /^0x1::/.test(request.function ?? ""),
  );

  test.each(named)("$golden", async ({ request, status, response }) => {
    // The account of the recording has no Account resource of its own, as this one.
    const args = request.arguments?.map((argument) => (argument === "<account>" ? "0xabcdef" : argument)) ?? [];
    const answer = await call({ ...request, arguments: args });
    const body = jsonOf(answer) as Golden["response"];
    expect(answer.status).toBe(status);
    if (status === 200) expect(body).toHaveLength(1);
    else {
      expect([body.error_code, body.vm_error_code ?? null]).toEqual([response.error_code, response.vm_error_code]);
      expect(body.message).toBe(response.message);
    }
  });
});
