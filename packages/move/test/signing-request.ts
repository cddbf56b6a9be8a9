import {
  type Address,
  type EntryFunction,
  multiAgentSigningMessage,
  parseAddress,
  parseEntryFunctionId,
  parseHex,
  parseTypeTag,
  type RawTransaction,
  type Script,
  signingMessage,
  type TransactionExecutable,
  type TransactionPayload,
} from "@ledger/types";
import type { JsonValue, MoveView } from "../src/index.ts";

/** A call as requests state it. */
export interface CallRequest {
  readonly type: "entry_function_payload";
  readonly function: string;
  readonly type_arguments: readonly string[];
  readonly arguments: readonly JsonValue[];
}

/** A request for a signing message, as the REST API takes it. */
export interface SigningRequest {
  readonly sender: string;
  readonly sequence_number: string;
  readonly max_gas_amount: string;
  readonly gas_unit_price: string;
  readonly expiration_timestamp_secs: string;
  readonly payload:
    | CallRequest
    | {
        readonly type: "script_payload";
        readonly code: { readonly bytecode: string };
        readonly type_arguments: readonly string[];
        readonly arguments: readonly JsonValue[];
      }
    | {
        readonly type: "multisig_payload";
        readonly multisig_address: string;
        readonly transaction_payload?: CallRequest;
      };
  readonly secondary_signers?: readonly string[];
  readonly replay_protection_nonce?: string;
}

/** Encodes a call's arguments; a test may know their types from elsewhere than a module. */
export type EncodeCall = (call: CallRequest) => Promise<EntryFunction>;

/** The transaction that a request describes. */
export async function toRawTransaction(
  view: MoveView,
  request: SigningRequest,
  chainId: number,
  encodeCall: EncodeCall = (call) => encodeByModule(view, call),
): Promise<RawTransaction> {
  const nonce = request.replay_protection_nonce;
  return {
    sender: parseAddress(request.sender),
    sequenceNumber: nonce === undefined ? BigInt(request.sequence_number) : 2n ** 64n - 1n,
    payload: await toPayload(view, request, encodeCall),
    maxGasAmount: BigInt(request.max_gas_amount),
    gasUnitPrice: BigInt(request.gas_unit_price),
    expirationTimestampSecs: BigInt(request.expiration_timestamp_secs),
    chainId,
  };
}

/** The message to sign for a request. */
export async function toSigningMessage(
  view: MoveView,
  request: SigningRequest,
  chainId: number,
  encodeCall?: EncodeCall,
): Promise<Uint8Array> {
  const raw = await toRawTransaction(view, request, chainId, encodeCall);
  const secondary = request.secondary_signers?.map(parseAddress);
  return secondary === undefined ? signingMessage(raw) : multiAgentSigningMessage(raw, secondary);
}

async function encodeByModule(view: MoveView, call: CallRequest): Promise<EntryFunction> {
  const id = parseEntryFunctionId(call.function);
  const typeArgs = call.type_arguments.map(parseTypeTag);
  const args = await view.encodeEntryFunction(id, typeArgs, call.arguments);
  return { module: { address: id.address, name: id.module }, function: id.name, typeArgs, args };
}

async function toPayload(view: MoveView, request: SigningRequest, encodeCall: EncodeCall): Promise<TransactionPayload> {
  const { payload } = request;
  const nonce = request.replay_protection_nonce === undefined ? undefined : BigInt(request.replay_protection_nonce);
  if (payload.type === "multisig_payload") {
    const multisigAddress = parseAddress(payload.multisig_address);
    const call = payload.transaction_payload && (await encodeCall(payload.transaction_payload));
    if (nonce !== undefined) return orderless(call ? callOf(call) : { kind: "Empty" }, multisigAddress, nonce);
    return { kind: "Multisig", value: { multisigAddress, transactionPayload: call && callOf(call) } };
  }
  const executable =
    payload.type === "script_payload" ? await toScript(view, payload) : callOf(await encodeCall(payload));
  return nonce === undefined ? executable : orderless(executable, undefined, nonce);
}

function callOf(value: EntryFunction) {
  return { kind: "EntryFunction", value } as const;
}

async function toScript(
  view: MoveView,
  payload: Extract<SigningRequest["payload"], { type: "script_payload" }>,
): Promise<{ readonly kind: "Script"; readonly value: Script }> {
  const code = parseHex(payload.code.bytecode);
  const typeArgs = payload.type_arguments.map(parseTypeTag);
  return {
    kind: "Script",
    value: { code, typeArgs, args: await view.encodeScriptArguments(code, typeArgs, payload.arguments) },
  };
}

function orderless(
  executable: TransactionExecutable,
  multisigAddress: Address | undefined,
  replayProtectionNonce: bigint,
): TransactionPayload {
  const extraConfig = { kind: "V1", value: { multisigAddress, replayProtectionNonce } } as const;
  return { kind: "Payload", value: { kind: "V1", value: { executable, extraConfig } } };
}
