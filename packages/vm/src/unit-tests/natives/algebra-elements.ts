import { bigEndian } from "../../natives/crypto/byte-order.ts";
import { storeElement, structureOf } from "../../natives/framework/algebra-elements.ts";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import { madeUp } from "./made-up.ts";

/** Any multiple of a group's generator; of a field any number below 2^128, those of extension fields too. */
function randomElement(call: NativeCall): number {
  const { structure } = structureOf(call, 0);
  const { scale, one, fromU64, multiply, add, order } = structure;
  if (scale !== undefined) {
    return storeElement(call, structure, scale.apply(one.apply(), bigEndian(madeUp(call, 32)) % order));
  }
  if (fromU64 === undefined || multiply === undefined) return call.invariant("a structure without elements");
  const part = () => fromU64.apply(bigEndian(madeUp(call, 8)));
  return storeElement(call, structure, add.apply(part(), multiply.apply(part(), fromU64.apply(2n ** 64n - 1n))));
}

/** The elements of tests. */
export const natives: Readonly<Record<string, NativeFunction>> = {
  "0x1::crypto_algebra::rand_insecure_internal": randomElement,
};
