import type { Address, EntryFunctionId } from "@ledger/types";
import type { StaticDecode } from "typebox";
import { present } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import type { JsonInput } from "../contract/json.ts";
import { type MoveTypeText, verifyMoveType } from "../schemas/move-type.ts";
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
 * Reads the payload of a body.
 * @throws ApiError `invalid_input` for too many type arguments
 */
export function readPayload(payload: StaticDecode<typeof TransactionPayloadSchema>): PayloadRequest {
  switch (payload.type) {
    case "entry_function_payload":
      return readEntryFunction(payload);
    case "script_payload":
      return {
        kind: "script",
        code: payload.code.bytecode,
        typeArguments: checkTypeArguments(payload.type_arguments),
        arguments: payload.arguments as readonly JsonInput[],
      };
    case "module_bundle_payload":
      return { kind: "module-bundle" };
    case "multisig_payload": {
      const call = present(payload.transaction_payload);
      return {
        kind: "multisig",
        multisigAddress: payload.multisig_address,
        call: call && readEntryFunction(call),
      };
    }
  }
}

function readEntryFunction(payload: StaticDecode<typeof EntryFunctionPayloadSchema>): EntryFunctionRequest {
  return {
    kind: "entry-function",
    function: payload.function,
    typeArguments: checkTypeArguments(payload.type_arguments),
    arguments: payload.arguments as readonly JsonInput[],
  };
}

function checkTypeArguments(types: readonly MoveTypeText[]): readonly MoveTypeText[] {
  if (types.length > maxTypeArguments) {
    const fault = `${types.length} type arguments, at most ${maxTypeArguments} are allowed`;
    throw new ApiError("invalid_input", `the transaction is invalid: payload: ${fault}`);
  }
  return types;
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
