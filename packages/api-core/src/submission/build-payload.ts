import type { MoveView } from "@ledger/move";
import type { Address, EntryFunction, Script, TransactionExecutable, TransactionPayload, TypeTag } from "@ledger/types";
import { ApiError } from "../contract/error.ts";
import { invalidInput, toMoveJson } from "../contract/invalid-input.ts";
import { type MoveTypeText, requireTypeTag } from "../schemas/move-type.ts";
import type { EntryFunctionRequest, PayloadRequest } from "./payload-request.ts";

const place = "the transaction is invalid: payload";

/**
 * Encodes a payload, its arguments by the code of the called function. With a nonce it takes the versioned form, the
 * only one that can carry it.
 *
 * @throws ApiError `invalid_input`
 * @see Ledger specification, REST API §3.4
 */
export async function buildPayload(
  request: PayloadRequest,
  nonce: bigint | undefined,
  view: MoveView,
): Promise<TransactionPayload> {
  switch (request.kind) {
    case "entry-function": {
      const value = await buildEntryFunction(request, view);
      return nonce === undefined
        ? { kind: "EntryFunction", value }
        : orderless({ kind: "EntryFunction", value }, undefined, nonce);
    }
    case "script": {
      const value = await buildScript(request, view);
      return nonce === undefined ? { kind: "Script", value } : orderless({ kind: "Script", value }, undefined, nonce);
    }
    case "multisig": {
      const { multisigAddress, call } = request;
      const value = call && (await buildEntryFunction(call, view));
      if (nonce !== undefined) {
        return orderless(value ? { kind: "EntryFunction", value } : { kind: "Empty" }, multisigAddress, nonce);
      }
      const transactionPayload = value && ({ kind: "EntryFunction", value } as const);
      return { kind: "Multisig", value: { multisigAddress, transactionPayload } };
    }
    case "module-bundle":
      throw new ApiError("invalid_input", `${place}: module bundle payloads have been removed`);
  }
}

async function buildEntryFunction(request: EntryFunctionRequest, view: MoveView): Promise<EntryFunction> {
  const { address, module, name } = request.function;
  const typeArgs = requireTypes(request.typeArguments);
  try {
    const args = await view.encodeEntryFunction(request.function, typeArgs, request.arguments.map(toMoveJson));
    return { module: { address, name: module }, function: name, typeArgs, args };
  } catch (cause) {
    throw invalidInput(place, cause, request.arguments);
  }
}

async function buildScript(
  request: Extract<PayloadRequest, { readonly kind: "script" }>,
  view: MoveView,
): Promise<Script> {
  const typeArgs = requireTypes(request.typeArguments);
  try {
    const args = await view.encodeScriptArguments(request.code, typeArgs, request.arguments.map(toMoveJson));
    return { code: request.code, typeArgs, args };
  } catch (cause) {
    throw invalidInput(place, cause, request.arguments);
  }
}

function requireTypes(types: readonly MoveTypeText[]): TypeTag[] {
  return types.map((type, index) => requireTypeTag(`${place}: type_arguments[${index}]`, type));
}

function orderless(
  executable: TransactionExecutable,
  multisigAddress: Address | undefined,
  replayProtectionNonce: bigint,
): TransactionPayload {
  const extraConfig = { kind: "V1", value: { multisigAddress, replayProtectionNonce } } as const;
  return { kind: "Payload", value: { kind: "V1", value: { executable, extraConfig } } };
}
