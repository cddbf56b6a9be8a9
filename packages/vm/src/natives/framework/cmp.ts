import type { NativeFunction } from "../../port/native.ts";
import { compareValues } from "../../value/compare.ts";
import { referenceOf } from "../arguments.ts";

/** Tags of `0x1::cmp::Ordering`. */
const less = 0;
const equal = 1;
const greater = 2;

/** `0x1::cmp`. */
export const cmpNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::cmp::compare": (call) => {
    const { session, args } = call;
    const left = referenceOf(args[0]);
    const right = referenceOf(args[1]);
    const type = session.types.reference(false, call.typeArgs[0]!);
    call.charge("move_stdlib.cmp.compare.base");
    const size = session.dereferencedSizeOf(left, type) + session.dereferencedSizeOf(right, type);
    call.charge("move_stdlib.cmp.compare.per_abs_val_unit", size);
    session.delayedFields?.checkComparison(left, right, type, true);
    const order = compareValues(left, right);
    return [order < 0 ? less : order === 0 ? equal : greater];
  },
};
