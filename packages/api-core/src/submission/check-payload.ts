import {
  type EntryFunction,
  isIdentifier,
  type MultisigTransactionPayload,
  payloadExecutable,
  payloadMultisigAddress,
  type Script,
  type TransactionPayload,
  type TypeTag,
} from "@ledger/types";
import { ApiError } from "../contract/error.ts";

/**
 * Checks what can be said of a payload without state. BCS can hold names that are none, and kinds that are no longer taken.
 *
 * @throws ApiError `invalid_input`
 * @see Ledger specification, execution §6.3, step 2
 */
export function checkPayload(payload: TransactionPayload): void {
  const code = codeOf(payload);
  if (code === undefined) return;
  if (code.kind === "Script") checkScript(code.value);
  else checkEntryFunction(code.value);
  for (const [index, type] of code.value.typeArgs.entries()) checkType(type, `type_arguments[${index}]`);
}

/** The code that a payload runs; `undefined` where a multisig account runs a payload that is stored on chain. */
function codeOf(payload: TransactionPayload): MultisigTransactionPayload | undefined {
  if (payload.kind === "ModuleBundle") throw invalid("module bundle payloads have been removed");
  const executable = payloadExecutable(payload);
  if (payload.kind === "EncryptedPayload" || executable === undefined || executable.kind === "Encrypted") {
    throw invalid("this node does not accept encrypted payloads");
  }
  if (executable.kind !== "Empty") return executable;
  if (payloadMultisigAddress(payload) !== undefined) return undefined;
  throw invalid("only a transaction of a multisig account may have nothing to run");
}

function checkScript({ code }: Script): void {
  if (code.length === 0) throw invalid("the script has no code");
}

function checkEntryFunction({ module, function: name }: EntryFunction): void {
  checkName(module.name, "the module");
  checkName(name, "the function");
}

/** The codec has bounded how deep types nest. */
function checkType(type: TypeTag, place: string): void {
  if (type.kind === "Vector") checkType(type.value, place);
  if (type.kind === "Function") {
    for (const { value } of [...type.value.args, ...type.value.results]) checkType(value, place);
  }
  if (type.kind === "Struct") {
    const { module, name, typeArgs } = type.value;
    checkName(module, place);
    checkName(name, place);
    for (const argument of typeArgs) checkType(argument, place);
  }
}

function checkName(text: string, place: string): void {
  if (!isIdentifier(text)) throw invalid(`${place}: ${JSON.stringify(text.slice(0, 100))} is not a Move name`);
}

function invalid(fault: string): ApiError {
  return new ApiError("invalid_input", `the transaction is invalid: payload: ${fault}`);
}
