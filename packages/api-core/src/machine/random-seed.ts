import { bytes, option, struct, u64 } from "@ledger/bcs";
import { bytesEqual, frameworkKey, type StateItem, type StateView, whenReady } from "@ledger/types";

// Not every host whose types are known here has it; all that the package runs on do.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

const seedKey = frameworkKey("randomness", "PerBlockRandomness");
const seedBytes = 32;
const PerBlockRandomness = struct("PerBlockRandomness", { epoch: u64, round: u64, seed: option(bytes) });

/**
 * A state whose block has another random seed, where it has one: a simulation must not tell what code would draw.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.13 | Specification, execution 2.13}
 */
export function withOtherSeed(state: StateView): StateView {
  return {
    get: (key) => (bytesEqual(key, seedKey) ? whenReady(state.get(key), reseeded) : state.get(key)),
  };
}

function reseeded(item: StateItem | undefined): StateItem | undefined {
  const stored = item && PerBlockRandomness.decode(item.bytes);
  if (item === undefined || stored?.seed === undefined) return item;
  const seed = crypto.getRandomValues(new Uint8Array(seedBytes));
  return { ...item, bytes: PerBlockRandomness.encode({ ...stored, seed }) };
}
