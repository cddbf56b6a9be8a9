import type { JsonValue, MoveView } from "@ledger/move";
import {
  type Address,
  type EntryFunction,
  formatEntryFunctionId,
  type Script,
  type TransactionExecutable,
  type TransactionPayload,
  type TypeTag,
} from "@ledger/types";
import type { StaticDecode } from "typebox";
import { present } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { invalidInput, toMoveJson } from "../contract/invalid-input.ts";
import type { JsonInput } from "../contract/json.ts";
import { type MoveTypeText, requireTypeTag, verifyMoveType } from "../schemas/move-type.ts";
import type { EntryFunctionPayloadSchema, ScriptPayloadSchema, TransactionPayloadSchema } from "../schemas/payload.ts";

/** A payload as it was asked for: types may still be meaningless, arguments are JSON. */
export type PayloadRequest = StaticDecode<typeof TransactionPayloadSchema>;

type EntryFunctionRequest = StaticDecode<typeof EntryFunctionPayloadSchema>;
type ScriptRequest = StaticDecode<typeof ScriptPayloadSchema>;

const place = "the transaction is invalid: payload";

/** Most type arguments: no function of Move has more type parameters. */
const maxTypeArguments = 32;

/**
 * Checks what needs no state.
 *
 * @throws ApiError `invalid_input`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#3.3 | Specification, REST API 3.3}
 */
export function verifyPayload(payload: PayloadRequest): void {
  switch (payload.type) {
    case "module_bundle_payload":
      throw removed();
    case "multisig_payload": {
      const call = present(payload.transaction_payload);
      if (call !== undefined) verifyPayload(call);
      return;
    }
    default:
      verifyTypes(payload.type_arguments);
  }
}

/**
 * Encodes a payload, its arguments by the code of the called function. With a nonce it takes the versioned form, the
 * only one that can carry it.
 *
 * @throws ApiError `invalid_input`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#3.4 | Specification, REST API 3.4}
 */
export async function buildPayload(
  request: PayloadRequest,
  nonce: bigint | undefined,
  view: MoveView,
): Promise<TransactionPayload> {
  switch (request.type) {
    case "entry_function_payload": {
      const call = { kind: "EntryFunction", value: await buildEntryFunction(request, view) } as const;
      return nonce === undefined ? call : orderless(call, undefined, nonce);
    }
    case "script_payload": {
      const script = { kind: "Script", value: await buildScript(request, view) } as const;
      return nonce === undefined ? script : orderless(script, undefined, nonce);
    }
    case "multisig_payload": {
      const multisigAddress = request.multisig_address;
      const requested = present(request.transaction_payload);
      const call = requested && ({ kind: "EntryFunction", value: await buildEntryFunction(requested, view) } as const);
      if (nonce !== undefined) return orderless(call ?? { kind: "Empty" }, multisigAddress, nonce);
      return { kind: "Multisig", value: { multisigAddress, transactionPayload: call } };
    }
    case "module_bundle_payload":
      throw removed();
  }
}

async function buildEntryFunction(request: EntryFunctionRequest, view: MoveView): Promise<EntryFunction> {
  const { address, module, name } = request.function;
  const typeArgs = requireTypes(request.type_arguments);
  const args = await encode(request.arguments, (values) =>
    view.encodeEntryFunction(request.function, typeArgs, values),
  );
  return { module: { address, name: module }, function: name, typeArgs, args };
}

async function buildScript({ code, type_arguments, arguments: given }: ScriptRequest, view: MoveView): Promise<Script> {
  const typeArgs = requireTypes(type_arguments);
  const args = await encode(given, (values) => view.encodeScriptArguments(code.bytecode, typeArgs, values));
  return { code: code.bytecode, typeArgs, args };
}

/** The function that a payload in JSON names, else its kind. */
export function requestedFunction(payload: PayloadRequest): string {
  return payload.type === "entry_function_payload"
    ? formatEntryFunctionId(payload.function)
    : payload.type.replace("_payload", "");
}

async function encode<T>(given: readonly unknown[], encodeArguments: (values: JsonValue[]) => Promise<T>): Promise<T> {
  const values = given as readonly JsonInput[];
  try {
    return await encodeArguments(values.map(toMoveJson));
  } catch (cause) {
    throw invalidInput(place, cause, values);
  }
}

function verifyTypes(types: readonly MoveTypeText[]): void {
  if (types.length > maxTypeArguments) {
    const fault = `${types.length} type arguments, at most ${maxTypeArguments} are allowed`;
    throw new ApiError("invalid_input", `${place}: ${fault}`);
  }
  for (const [index, type] of types.entries()) verifyMoveType(`${place}: type_arguments[${index}]`, type);
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

function removed(): ApiError {
  return new ApiError("invalid_input", `${place}: module bundle payloads have been removed`);
}
