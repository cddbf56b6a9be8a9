import type { Awaitable } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { ByteVector, MoveVm, type NativeFunction, type NativeResult, type NativeTable, Results } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { beforeAll, expect, test } from "vitest";
import { replayMainnet685, replayTestnet } from "../support/public-records.ts";

// Whatever native gives a wrong answer: executing public records again has to find it.

/** What is changed of a native. */
type Mutation = (native: NativeFunction) => NativeFunction;

/** Natives that the records call, with how each answers. */
const called = new Map<string, "nothing" | "a value" | "a reference">();

function replaced(change: (name: string, native: NativeFunction) => NativeFunction): NativeTable {
  return new Map([...frameworkNatives].map(([name, native]) => [name, change(name, native)]));
}

/** True if every record comes out as it was recorded. */
async function isEqual(natives: NativeTable): Promise<boolean> {
  const outcomes = [...(await replayTestnet(new MoveVm({ natives }))), await replayMainnet685(new MoveVm({ natives }))];
  return outcomes.every(({ kind }) => kind === "equal");
}

const later = <T, U>(value: Awaitable<T>, change: (value: T) => U): Awaitable<U> =>
  value instanceof Promise ? value.then(change) : change(value as T);

const answersWrongly: Mutation = (native) => (call) => later(native(call), wrong);
const doesNothing: Mutation = () => () => undefined;

function wrong(result: NativeResult): NativeResult {
  if (result instanceof Results) return new Results(...result.values.map((value) => wrong(value) as typeof value));
  if (result instanceof ByteVector) return new ByteVector(result.bytes.map((byte) => byte ^ 1));
  switch (typeof result) {
    case "boolean":
      return !result;
    case "number":
      return result % 2 === 0 ? result + 1 : result - 1;
    case "bigint":
      return result ^ 1n;
    case "string":
      return `${result.slice(0, -1)}${result.endsWith("0") ? "1" : "0"}` as typeof result;
    default:
      return Array.isArray(result) && result.length > 0
        ? [wrong(result[0]) as (typeof result)[0], ...result.slice(1)]
        : result;
  }
}

function kindOf(result: NativeResult): "nothing" | "a value" | "a reference" {
  if (result === undefined) return "nothing";
  return wrong(result) === result ? "a reference" : "a value";
}

describeVectors("the public records of this repository", () => {
  beforeAll(async () => {
    const watching = replaced((name, native) => (call) => {
      return later(native(call), (result) => {
        called.set(name, kindOf(result));
        return result;
      });
    });
    expect(await isEqual(watching)).toBe(true);
  });

  test("are found to differ when any native that they call answers wrongly, or does nothing", async () => {
    const mutations = [...called].flatMap(([name, kind]): [string, Mutation][] =>
      kind === "a reference" ? [] : [[name, kind === "nothing" ? doesNothing : answersWrongly]],
    );
    expect(mutations.map(([name]) => name).toSorted()).toEqual([
      "0x1::aggregator::add",
      "0x1::aggregator::sub",
      "0x1::bcs::to_bytes",
      "0x1::event::write_to_event_store",
      "0x1::state_storage::get_state_storage_usage_only_at_epoch_beginning",
      "0x1::type_info::type_of",
    ]);
    const survivors: string[] = [];
    for (const [mutated, mutation] of mutations) {
      const natives = replaced((name, native) => (name === mutated ? mutation(native) : native));
      if (await isEqual(natives)) survivors.push(mutated);
    }
    expect(survivors).toEqual([]);
  });
});
