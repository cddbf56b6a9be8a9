import type { InstructionName } from "../../instructions/table.ts";
import { copy, drop, store } from "../../type/abilities.ts";
import type { TypeRule } from "./type-check.ts";
import type { PoolType } from "./type-pool.ts";

/** Arguments for results. */
const call: TypeRule = (check, at) => {
  const { params, results } = check.called(at);
  const types = params();
  for (let i = types.length - 1; i >= 0; i--) check.popFor(types[i]!);
  for (const type of results()) check.push(type);
};

/**
 * Captured arguments for a function value of the others. The mask has a bit for each parameter that is captured. Values of functions that
 * are marked may be stored, and have no ability that something captured lacks.
 */
const packClosure: TypeRule = (check, at) => {
  const { handle, params, results } = check.called(at);
  const mask = BigInt(at.instruction[2]!);
  const types = params();
  const isCaptured = (i: number): boolean => ((mask >> BigInt(i)) & 1n) === 1n;
  let abilities = copy | drop | (handle.attributes.some(({ kind }) => kind === "persistent") ? store : 0);
  for (let i = types.length - 1; i >= 0; i--) {
    if (!isCaptured(i)) continue;
    const given = check.popFor(types[i]!);
    if (given.kind === "Reference") throw check.mismatch();
    abilities &= check.abilities.of(given);
  }
  const rest = types.filter((_, i) => !isCaptured(i));
  check.push(check.pool.function(rest, results(), abilities));
};

/** A call of a function value, whose type the instruction names. */
const callClosure: TypeRule = (check, { index }) => {
  const [type] = check.pool.signature(index) as readonly [PoolType & { readonly kind: "Function" }];
  check.popFor(type);
  for (let i = type.args.length - 1; i >= 0; i--) check.popFor(type.args[i]!);
  for (const result of type.results) check.push(result);
};

/** Calls and closures. */
export const callRules = {
  call,
  pack_closure: packClosure,
  call_closure: callClosure,
} as const satisfies Partial<Record<InstructionName, TypeRule>>;
