import type { Address, EntryFunctionId } from "@ledger/types";
import type { Static } from "typebox";
import { present, type TextReader } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import type { JsonInput } from "../contract/json.ts";
import { type MoveTypeText, moveTypeText, verifyMoveType } from "../schemas/move-type.ts";
import { addressText, entryFunctionIdText, hexText } from "../schemas/scalar.ts";
import type { EntryFunctionPayloadSchema, TransactionPayloadSchema } from "../schemas/transaction-request.ts";

/** A payload as it was asked for: types may still be meaningless, arguments are JSON. */
export type PayloadRequest =
  | EntryFunctionRequest
  | {
      readonly kind: "script";
      readonly code: Uint8Array;
      readonly typeArguments: readonly MoveTypeText[];
      readonly arguments: readonly JsonInput[];
    }
  | { readonly kind: "module-bundle" }
  | { readonly kind: "multisig"; readonly multisigAddress: Address; readonly call: EntryFunctionRequest | undefined };

/** A call of an entry function. */
export interface EntryFunctionRequest {
  readonly kind: "entry-function";
  readonly function: EntryFunctionId;
  readonly typeArguments: readonly MoveTypeText[];
  readonly arguments: readonly JsonInput[];
}

/** Most type arguments: no function of Move has more type parameters. */
const maxTypeArguments = 32;

/**
 * Gives the texts of a payload their meaning.
 * @throws ApiError `web_framework_error` for a text that is malformed, `invalid_input` for too many type arguments
 */
export function readPayload(payload: Static<typeof TransactionPayloadSchema>, text: TextReader): PayloadRequest {
  switch (payload.type) {
    case "entry_function_payload":
      return readEntryFunction(payload, text, ["payload"]);
    case "script_payload":
      return {
        kind: "script",
        code: text(hexText, payload.code.bytecode, "payload", "code", "bytecode"),
        typeArguments: readTypeArguments(payload.type_arguments, text, ["payload"]),
        arguments: payload.arguments as readonly JsonInput[],
      };
    case "module_bundle_payload":
      return { kind: "module-bundle" };
    case "multisig_payload": {
      const call = present(payload.transaction_payload);
      return {
        kind: "multisig",
        multisigAddress: text(addressText, payload.multisig_address, "payload", "multisig_address"),
        call: call && readEntryFunction(call, text, ["payload", "transaction_payload"]),
      };
    }
  }
}

function readEntryFunction(
  payload: Static<typeof EntryFunctionPayloadSchema>,
  text: TextReader,
  path: readonly string[],
): EntryFunctionRequest {
  return {
    kind: "entry-function",
    function: text(entryFunctionIdText, payload.function, ...path, "function"),
    typeArguments: readTypeArguments(payload.type_arguments, text, path),
    arguments: payload.arguments as readonly JsonInput[],
  };
}

function readTypeArguments(types: readonly string[], text: TextReader, path: readonly string[]): MoveTypeText[] {
  if (types.length > maxTypeArguments) {
    const fault = `${types.length} type arguments, at most ${maxTypeArguments} are allowed`;
    throw new ApiError("invalid_input", `the transaction is invalid: payload: ${fault}`);
  }
  return types.map((type, i) => text(moveTypeText, type, ...path, "type_arguments", i));
}

/**
 * Checks what needs no state.
 * @throws ApiError `invalid_input`
 * @see Ledger specification, REST API §3.3
 */
export function verifyPayload(payload: PayloadRequest): void {
  switch (payload.kind) {
    case "module-bundle":
      throw new ApiError(
        "invalid_input",
        "the transaction is invalid: payload: module bundle payloads have been removed",
      );
    case "multisig":
      if (payload.call !== undefined) verifyPayload(payload.call);
      return;
    default:
      for (const [index, type] of payload.typeArguments.entries()) {
        verifyMoveType(`the transaction is invalid: payload: type_arguments[${index}]`, type);
      }
  }
}
