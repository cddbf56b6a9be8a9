import type { NativeFunction } from "../../port/native.ts";
import { referenceOf } from "../arguments.ts";

/** `0x1::mem`. */
export const memNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::mem::swap": (call) => {
    call.charge("move_stdlib.mem.swap.base");
    const left = referenceOf(call.args[0]);
    const right = referenceOf(call.args[1]);
    const value = left.target;
    left.write(right.target);
    right.write(value);
  },
};
