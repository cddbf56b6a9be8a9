import type { AnyCodec, InferInput } from "@ledger/bcs";
import {
  type Address,
  parseEntryFunctionId,
  parseTypeTag,
  type TransactionExecutable,
  type TypeTag,
} from "@ledger/types";
import type { Session } from "../state/session.ts";

/** What a function runs in. */
export interface CallContext {
  readonly session: Session;
  readonly sender: Address;
  /** The other accounts that signed. */
  readonly cosigners: readonly Address[];
  readonly typeArgs: readonly TypeTag[];
  /** Time of the block. */
  readonly nowUsecs: bigint;
}

/** What a transaction carries: a call of a function, or a script. */
export type Executable = Extract<TransactionExecutable, { kind: "EntryFunction" | "Script" }>;

/** A call with its arguments: what a transaction carries, and what it does. */
export interface EntryCall {
  readonly executable: Executable;
  /** @throws MoveAbort */
  run(context: Omit<CallContext, "typeArgs">): void;
}

type Arguments<P extends readonly AnyCodec[]> = { readonly [I in keyof P]: InferInput<P[I]> };

/**
 * Defines an entry function: the layouts of its arguments, signers left out, and what it does in place of bytecode. Payload and
 * effect come from the same arguments, so they cannot disagree.
 *
 * @param id - `0x1::coin::transfer`
 * @returns makes calls of the function
 */
export function entryFunction<const P extends readonly AnyCodec[]>(
  id: string,
  params: P,
  run: (context: CallContext, ...args: Arguments<P>) => void,
): (args: Arguments<P>, typeArgs?: readonly string[]) => EntryCall {
  const { address, module, name } = parseEntryFunctionId(id);
  return (args, typeArgTexts = []) => {
    const typeArgs = typeArgTexts.map(parseTypeTag);
    const encoded = params.map((codec, i) => codec.encode(args[i]));
    return {
      executable: {
        kind: "EntryFunction",
        value: { module: { address, name: module }, function: name, typeArgs, args: encoded },
      },
      run: (context) => run({ ...context, typeArgs }, ...args),
    };
  };
}
