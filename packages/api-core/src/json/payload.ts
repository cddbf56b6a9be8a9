import { type JsonWriter, type MoveView, tryScriptAbi } from "@ledger/move";
import {
  type Address,
  type EncryptedPayload,
  type EntryFunction,
  formatAddress,
  formatEntryFunctionId,
  formatHash,
  formatHex,
  formatTypeTag,
  type MultisigTransactionPayload,
  type Script,
  submittedPayload,
  type TransactionArgument,
  type TransactionExecutable,
  type TransactionPayload,
  type TypeTag,
} from "@ledger/types";

/**
 * Appends what a transaction runs. The versioned payload is shown in the classic forms.
 * @see Ledger specification, REST API §9.13
 */
export async function writePayload(output: JsonWriter, view: MoveView, payload: TransactionPayload): Promise<void> {
  switch (payload.kind) {
    case "EntryFunction":
      return writeEntryFunction(output, view, payload.value);
    case "Script":
      return writeScript(output, payload.value);
    case "ModuleBundle":
      output.rawText('{"type":"module_bundle_payload"}');
      return;
    case "Multisig":
      return writeMultisig(output, view, payload.value.multisigAddress, payload.value.transactionPayload);
    case "Payload": {
      const { executable, extraConfig } = payload.value.value;
      return writeExecutable(output, view, executable, extraConfig.value.multisigAddress);
    }
    case "EncryptedPayload":
      return writeEncrypted(output, view, payload.value);
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
    default:
      output.rawText('{"type":"empty_payload"}');
  }
}

async function writeEntryFunction(output: JsonWriter, view: MoveView, call: EntryFunction): Promise<void> {
  const { address, name: module } = call.module;
  const id = { address, module, name: call.function };
  const name = JSON.stringify(formatEntryFunctionId(id));
  output.rawText(`{"type":"entry_function_payload","function":${name},"type_arguments":${typeTexts(call.typeArgs)},`);
  output.rawText('"arguments":');
  await view.writeFunctionArguments(id, call.typeArgs, call.args, output);
  output.rawText("}");
}

function writeScript(output: JsonWriter, { code, typeArgs, args }: Script): void {
  const abi = tryScriptAbi(code);
  output.rawText('{"type":"script_payload","code":{"bytecode":');
  output.hexString(code, 0, code.length);
  if (abi !== undefined) output.rawText(`,"abi":${JSON.stringify(abi)}`);
  const values = JSON.stringify(args.map(scriptArgumentToJson));
  output.rawText(`},"type_arguments":${typeTexts(typeArgs)},"arguments":${values}}`);
}

async function writeMultisig(
  output: JsonWriter,
  view: MoveView,
  address: Address,
  call: MultisigTransactionPayload | undefined,
): Promise<void> {
  output.rawText(`{"type":"multisig_payload","multisig_address":"${formatAddress(address)}"`);
  if (call !== undefined) {
    output.rawText(',"transaction_payload":');
    if (call.kind === "Script") writeScript(output, call.value);
    else await writeEntryFunction(output, view, call.value);
  }
  output.rawText("}");
}

async function writeEncrypted(output: JsonWriter, view: MoveView, payload: EncryptedPayload): Promise<void> {
  const { payloadHash, claimedEntryFunction: claimed } = submittedPayload(payload);
  const state = { Encrypted: "encrypted", FailedDecryption: "failed_decryption", Decrypted: "decrypted" }[payload.kind];
  output.rawText(
    `{"type":"encrypted_payload","encrypted_state":"${state}","payload_hash":"${formatHash(payloadHash)}"`,
  );
  if (claimed !== undefined) {
    const { address, name } = claimed.module;
    const text = `${formatAddress(address)}::${name}${claimed.function === undefined ? "" : `::${claimed.function}`}`;
    output.rawText(`,"claimed_entry_fun":${JSON.stringify(text)}`);
  }
  if (payload.kind === "Decrypted") {
    const { multisigAddress } = payload.value.original.extraConfig.value;
    output.rawText(',"decrypted_payload":');
    await writeExecutable(output, view, payload.value.decrypted.executable, multisigAddress);
  }
  output.rawText("}");
}

function typeTexts(types: readonly TypeTag[]): string {
  return JSON.stringify(types.map(formatTypeTag));
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
