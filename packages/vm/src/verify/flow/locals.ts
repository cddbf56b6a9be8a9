import type { Instruction } from "@ledger/move";
import { effectOf } from "../../instructions/names.ts";
import type { VerifierMeter } from "../meter.ts";
import { refused } from "../refused.ts";
import type { VisitOrder } from "./blocks.ts";
import { followFlow } from "./fixed-point.ts";

/** A local has no value, has one on some ways, or has one. */
const empty = 0;
const maybe = 1;
const full = 2;

const price = { instruction: 15, perReturned: 30, join: 10, perJoined: 5 } as const;

/**
 * No local is read before it has a value on every way there, and what cannot be dropped is neither overwritten nor left in a local when
 * the function returns.
 *
 * @param canDrop - for each parameter and local
 * @param params - how many of them are parameters
 * @throws {@link VmError} the status of the instruction; `CONSTRAINT_NOT_SATISFIED` of the meter
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.4 | Specification, verifier 9.4}
 */
export function checkLocals(
  code: readonly Instruction[],
  visits: VisitOrder,
  canDrop: readonly boolean[],
  params: number,
  meter: VerifierMeter,
): void {
  followFlow<Uint8Array>(visits, {
    entry: new Uint8Array(canDrop.length).fill(full, 0, params),
    copy: (state) => state.slice(),
    run({ start, end }, entry) {
      const state = entry.slice();
      for (let at = start; at < end; at++) follow(state, code[at]!, canDrop, meter);
      return state;
    },
    join(known, other) {
      meter.charge(price.join + price.perJoined * known.length);
      let changed = false;
      for (let local = 0; local < known.length; local++) {
        if (known[local] === other[local] || known[local] === maybe) continue;
        known[local] = maybe;
        changed = true;
      }
      return changed;
    },
  });
}

function follow(
  state: Uint8Array,
  [name, operand]: Instruction,
  canDrop: readonly boolean[],
  meter: VerifierMeter,
): void {
  meter.charge(price.instruction);
  const { unavailable, references } = effectOf(name);
  const local = Number(operand);
  if (unavailable !== undefined && state[local] !== full) {
    throw refused(unavailable, "a local may be read before it has a value");
  }
  switch (references) {
    case "move local":
      state[local] = empty;
      return;
    case "store local":
      if (state[local] !== empty && canDrop[local] === false) {
        throw refused("STLOC_UNSAFE_TO_DESTROY_ERROR", "a local whose value cannot be dropped is overwritten");
      }
      state[local] = full;
      return;
    case "return":
      meter.charge(price.perReturned * state.length);
      if (state.some((held, index) => held !== empty && canDrop[index] === false)) {
        throw refused("UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP", "a local still has a value that cannot be dropped");
      }
  }
}
