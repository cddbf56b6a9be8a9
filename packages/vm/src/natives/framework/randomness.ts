import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { ExtensionKey } from "../../port/session.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { toLittleEndian } from "../crypto/byte-order.ts";

/** Abort of code that could try randomness and give up on what it gets. */
const biasable = 1;

const drawn: ExtensionKey<{ count: bigint }> = { name: "randomness", create: () => ({ count: 0n }) };

/** The number of draws so far in 8 bytes; then there is one more. */
function countDraw({ session }: NativeCall): ByteVector {
  return new ByteVector(toLittleEndian(session.extension(drawn).count++, 8));
}

/** `0x1::randomness`: the natives only count, the seed is a resource. */
export const randomnessNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::randomness::fetch_and_increment_txn_counter": (call) => {
    call.charge("aptos_framework.randomness.fetch_and_inc_counter");
    if (!call.session.unbiasable) return call.abort(biasable);
    return countDraw(call);
  },
  // How one early network had it: without a price, and for all callers.
  "0x1::randomness::get_and_add_txn_local_state": countDraw,
  "0x1::randomness::is_unbiasable": (call) => call.session.unbiasable,
};
