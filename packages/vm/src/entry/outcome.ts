import type { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";

/** A value in BCS with its type. */
export interface TypedBytes {
  readonly type: Type;
  readonly bytes: Uint8Array;
}

/** How a call from outside ended. */
export type FunctionOutcome =
  | {
      readonly kind: "returned";
      /** The results in order; of a reference, the value that it leads to. */
      readonly results: readonly TypedBytes[];
      /** The values of the mutable reference parameters after the call, in order. */
      readonly mutated: readonly TypedBytes[];
    }
  | { readonly kind: "failed"; readonly error: VmError };
