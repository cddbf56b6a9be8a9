import { type JsonWriter, type MoveView, tryScriptAbi } from "@ledger/move";
import {
  type Address,
  Ciphertext,
  type EncryptedPayload,
  type EntryFunction,
  formatAddress,
  formatEntryFunctionId,
  formatHash,
  formatHex,
  formatModuleId,
  formatTypeTag,
  type MultisigTransactionPayload,
  payloadExecutable,
  payloadMultisigAddress,
  type Script,
  submittedPayload,
  type TransactionArgument,
  type TransactionExecutable,
  type TransactionPayload,
} from "@ledger/types";

/**
 * Appends what a transaction runs. The versioned payload is shown in the classic forms.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.13 | Specification, REST API 9.13}
 */
export async function writePayload(output: JsonWriter, view: MoveView, payload: TransactionPayload): Promise<void> {
  switch (payload.kind) {
    case "EncryptedPayload":
      return writeEncrypted(output, view, payload.value);
    case "ModuleBundle":
      output.data({ type: "module_bundle_payload" });
      return;
    case "EntryFunction":
    case "Script":
    case "Multisig":
    case "Payload":
      return writeExecutable(output, view, payloadExecutable(payload), payloadMultisigAddress(payload));
  }
}

async function writeExecutable(
  output: JsonWriter,
  view: MoveView,
  executable: TransactionExecutable,
  multisig: Address | undefined,
): Promise<void> {
  if (multisig !== undefined) {
    const call = executable.kind === "EntryFunction" || executable.kind === "Script" ? executable : undefined;
    return writeMultisig(output, view, multisig, call);
  }
  switch (executable.kind) {
    case "EntryFunction":
      return writeEntryFunction(output, view, executable.value);
    case "Script":
      return writeScript(output, executable.value);
    case "Empty":
    case "Encrypted":
      output.data({ type: "empty_payload" });
      return;
    default:
      executable satisfies never;
  }
}

async function writeEntryFunction(output: JsonWriter, view: MoveView, call: EntryFunction): Promise<void> {
  const { address, name: module } = call.module;
  const id = { address, module, name: call.function };
  output.beginObject().members({
    type: "entry_function_payload",
    function: formatEntryFunctionId(id),
    type_arguments: call.typeArgs.map(formatTypeTag),
  });
  output.member("arguments");
  await view.writeFunctionArguments(id, call.typeArgs, call.args, output);
  output.endObject();
}

function writeScript(output: JsonWriter, { code, typeArgs, args }: Script): void {
  output.data({
    type: "script_payload",
    code: { bytecode: formatHex(code), abi: tryScriptAbi(code) },
    type_arguments: typeArgs.map(formatTypeTag),
    arguments: args.map(scriptArgumentToJson),
  });
}

async function writeMultisig(
  output: JsonWriter,
  view: MoveView,
  address: Address,
  call: MultisigTransactionPayload | undefined,
): Promise<void> {
  output.beginObject().members({ type: "multisig_payload", multisig_address: formatAddress(address) });
  if (call !== undefined) {
    output.member("transaction_payload");
    if (call.kind === "Script") writeScript(output, call.value);
    else await writeEntryFunction(output, view, call.value);
  }
  output.endObject();
}

async function writeEncrypted(output: JsonWriter, view: MoveView, payload: EncryptedPayload): Promise<void> {
  const { ciphertext, payloadHash, encryptionEpoch, claimedEntryFunction: claimed } = submittedPayload(payload);
  const state = { Encrypted: "encrypted", FailedDecryption: "failed_decryption", Decrypted: "decrypted" }[payload.kind];
  output.beginObject().members({
    type: "encrypted_transaction_payload",
    encrypted_state: state,
    payload_hash: formatHash(payloadHash),
    ciphertext: formatHex(Ciphertext.encode(ciphertext)),
    encryption_epoch: encryptionEpoch.toString(),
    claimed_entry_fun: claimed && { module: formatModuleId(claimed.module), name: claimed.function },
  });
  if (payload.kind === "Decrypted") {
    const { original, decrypted } = payload.value;
    output.members({ decryption_nonce: formatHex(decrypted.decryptionNonce) });
    const { multisigAddress } = original.extraConfig.value;
    await writeExecutable(output.member("decrypted_payload"), view, decrypted.executable, multisigAddress);
  }
  output.endObject();
}

function scriptArgumentToJson(argument: TransactionArgument): string | number | boolean {
  switch (argument.kind) {
    case "Bool":
      return argument.value;
    case "Address":
      return formatAddress(argument.value);
    case "U8Vector":
    case "Serialized":
      return formatHex(argument.value);
    case "U64":
    case "U128":
    case "U256":
    case "I64":
    case "I128":
    case "I256":
      return argument.value.toString();
    default:
      return argument.value;
  }
}
