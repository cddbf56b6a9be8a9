import { type EntryFunction, parseEntryFunctionId, parseTypeTag, type TransactionPayload } from "@ledger/types";

/** A call of an entry function, as a payload. */
export type Call = Extract<TransactionPayload, { readonly kind: "EntryFunction" }>;

/** A call of an entry function, e.g. `0x1::aptos_account::transfer`. */
export function call(id: string, args: readonly Uint8Array[], typeArgs: readonly string[] = []): Call {
  const { address, module, name } = parseEntryFunctionId(id);
  const value: EntryFunction = {
    module: { address, name: module },
    function: name,
    typeArgs: typeArgs.map((text) => parseTypeTag(text)),
    args,
  };
  return { kind: "EntryFunction", value };
}
