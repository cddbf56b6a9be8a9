import { u64 } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import {
  parseEntryFunctionId,
  parseStructTag,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type StateView,
} from "@ledger/types";
import { describe, expect, test } from "vitest";
import {
  callFunction,
  createEnvironment,
  LedgerGasMeter,
  MoveVm,
  type Session,
  type SessionOptions,
  voidContext,
} from "../../src/index.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { keyText, pathOf } from "../support/genesis.ts";

const tag = parseStructTag("0xcafe::m::Number");
const owner = new Uint8Array(32).fill(7) as Parameters<typeof resourceKey>[0];

/** A module whose struct is stored by itself, or in a group. */
function moduleOf(container: string | undefined): Uint8Array {
  const attributes = container === undefined ? [] : [{ resourceGroupMember: container }];
  return buildModule({
    address: "0xcafe",
    name: "m",
    structs: [{ name: "Number", abilities: ["key"], attributes, fields: [{ name: "value", type: "u64" }] }],
    functions: [
      {
        name: "add",
        params: ["address"],
        returns: ["u64"],
        acquires: ["Number"],
        locals: ["&mut u64", "u64"],
        code: [
          ["move_loc", 0],
          ["mut_borrow_global", "Number"],
          ["mut_borrow_field", "Number", "value"],
          ["st_loc", 1],
          ["copy_loc", 1],
          ["read_ref"],
          ["ld_u64", 1],
          ["add"],
          ["st_loc", 2],
          ["copy_loc", 2],
          ["move_loc", 1],
          ["write_ref"],
          ["move_loc", 2],
          ["ret"],
        ],
      },
    ],
  });
}

/** Chains that have the same struct in another place each, with another number. */
const chains = [undefined, "0xcafe::m::GroupA", "0xcafe::m::GroupB"].map((container, index) => {
  const number = u64.encode(BigInt(100 * (index + 1)));
  const group = container === undefined ? undefined : parseStructTag(container);
  const key = group === undefined ? resourceKey(owner, tag) : resourceGroupKey(owner, group);
  const pack = (value: Uint8Array) => (group === undefined ? value : ResourceGroup.encode(new Map([[tag, value]])));
  return { module: moduleOf(container), key, pack, item: { bytes: pack(number) }, sum: BigInt(100 * (index + 1) + 1) };
});
type Chain = (typeof chains)[number];

const environment = createEnvironment({});

function stateOf(chain: Chain, others: readonly Chain[] = []): StateView {
  const code = { bytes: chain.module };
  const items = new Map([chain, ...others].map(({ key, item }) => [keyText(key), item]));
  return { get: (key) => (pathOf(key)?.kind === "Code" ? code : items.get(keyText(key))) };
}

async function add(session: Session): Promise<bigint> {
  const outcome = await callFunction(session, parseEntryFunctionId("0xcafe::m::add"), [], [owner]);
  if (outcome.kind === "failed") throw outcome.error;
  return u64.decode(outcome.results[0]!.bytes);
}

describe.each(["never", "always"] as const)("one machine, compiled %s", (compile) => {
  const open = (vm: MoveVm, options: Pick<SessionOptions, "state" | "codeEra">): Session => {
    const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: 2_000_000 });
    return vm.createSession({ environment, meter, context: voidContext, compile, ...options });
  };

  test.each([true, false])(
    "finds a struct where each chain has it, whatever the others have; eras %s",
    async (eras) => {
      const vm = new MoveVm({ natives: frameworkNatives });
      const tokens = chains.map(() => ({}));
      for (const index of [0, 1, 0, 2, 1, 1, 0]) {
        const chain = chains[index]!;
        const session = open(vm, { state: stateOf(chain), codeEra: eras ? tokens[index] : undefined });
        expect(await add(session)).toBe(chain.sum);
        expect(session.stateChanges()).toMatchObject([
          { change: "modify", key: chain.key, bytes: chain.pack(u64.encode(chain.sum)) },
        ]);
      }
    },
  );

  test("finds it by the module that a session has put in place, and only in that session", async () => {
    const vm = new MoveVm({ natives: frameworkNatives });
    const [plain, grouped] = chains as [Chain, Chain];
    const options = { state: stateOf(plain, [grouped]), codeEra: {} };
    expect(await add(open(vm, options))).toBe(plain.sum);
    const publisher = open(vm, options);
    publisher.stageModules([grouped.module]);
    expect(await add(publisher)).toBe(grouped.sum);
    expect(publisher.stateChanges().map(({ key }) => key)).toEqual([grouped.key]);
    expect(await add(open(vm, options))).toBe(plain.sum);
  });
});
