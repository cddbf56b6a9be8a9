import type { AnyCodec, InferInput } from "@ledger/bcs";
import { functionCall, parseEntryFunctionId } from "@ledger/types";
import type { Call } from "./request.ts";

type Arguments<Params extends readonly AnyCodec[]> = { readonly [Index in keyof Params]: InferInput<Params[Index]> };

/**
 * Declares an entry function by the layouts of its arguments, signers left out.
 *
 * @param id - `0x1::coin::transfer`
 * @returns makes calls of the function
 */
export function entryFunction<const Params extends readonly AnyCodec[]>(
  id: string,
  params: Params,
): (args: Arguments<Params>, typeArgs?: readonly string[]) => Call {
  const parsed = parseEntryFunctionId(id);
  return (args, typeArgs) =>
    functionCall(
      parsed,
      params.map((codec, index) => codec.encode(args[index])),
      typeArgs,
    );
}
