import { bytes } from "@ledger/bcs";
import { decodeScript, encodeScriptArgument, MoveError } from "@ledger/move";
import {
  Address,
  type EntryFunction,
  frameworkAddress,
  functionIdOf,
  MultisigTransactionPayload,
  type Script,
} from "@ledger/types";
import {
  callEntryFunction,
  callFunction,
  callScript,
  type EntryInput,
  type FunctionOutcome,
  type VmEnvironment,
  VmError,
} from "@ledger/vm";
import { masterSigners, type TransactionParts, type TransactionSigners } from "../context/transaction-parts.ts";
import { tooNew } from "../publish/bundle.ts";
import { checkScriptEvents } from "../publish/check-events.ts";
import { checkStability } from "../publish/check-stability.ts";
import { publishRequested } from "../publish/publish.ts";
import type { ExecutorSession } from "../session/executor-session.ts";
import { multisigPayloadBytes } from "./prologue.ts";

/**
 * Runs what a transaction asks for, in its session, and publishes what it asked to publish.
 *
 * @throws VmError when it fails
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.7 | Specification, execution 2.7}
 */
export async function runPayload(
  session: ExecutorSession,
  parts: TransactionParts,
  { sender, secondary }: TransactionSigners = masterSigners(parts),
): Promise<void> {
  const { executable } = parts;
  if (executable === undefined || executable.kind === "Empty" || executable.kind === "Encrypted") {
    throw new VmError("FEATURE_NOT_ENABLED", "this payload cannot be executed");
  }
  await runExecutable(session, executable, [sender, ...secondary]);
}

/**
 * Fails a transaction whose payload the validators could not decrypt: it is paid for, and does nothing.
 *
 * @throws VmError
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#3.8 | Specification, re-execution 3.8}
 */
export function expectDecrypted({ encrypted }: TransactionParts): void {
  if (encrypted?.kind !== "FailedDecryption") return;
  throw new VmError("FAILED_TO_DESERIALIZE_ARGUMENT", "the payload could not be decrypted");
}

/**
 * The payload that a multisig account has to run next: the one that the transaction brings along, or the one that the account holds.
 *
 * @throws VmError when there is nothing, or not what was agreed on: the transaction itself fails then
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.7 | Specification, execution 2.7}
 */
export async function nextMultisigPayload(
  session: ExecutorSession,
  parts: TransactionParts,
  multisigAddress: Address,
): Promise<MultisigTransactionPayload> {
  const provided = multisigPayloadBytes(parts, session.vm.environment.rules);
  const id = { address: frameworkAddress, module: "multisig_account", name: "get_next_transaction_payload" };
  const args = [Address.encode(multisigAddress), bytes.encode(provided)];
  const [stored] = returned(await callFunction(session.vm, id, [], args));
  return decodePayload(bytes.decode(stored!.bytes));
}

function decodePayload(payload: Uint8Array): MultisigTransactionPayload {
  try {
    return MultisigTransactionPayload.decode(payload);
  } catch (cause) {
    const text = `the payload of the multisig account does not decode: ${cause instanceof Error ? cause.message : ""}`;
    throw new VmError("FAILED_TO_DESERIALIZE_ARGUMENT", text);
  }
}

/**
 * Runs code in the session of a transaction, and publishes what it asked to publish.
 *
 * @param senders - who signs for it
 * @returns how it failed, if it did
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.7 | Specification, execution 2.7}
 */
export async function tryExecutable(
  session: ExecutorSession,
  executable: MultisigTransactionPayload,
  senders: EntryInput["senders"],
): Promise<VmError | undefined> {
  try {
    await runExecutable(session, executable, senders);
    return undefined;
  } catch (error) {
    if (error instanceof VmError) return error;
    throw error;
  }
}

async function runExecutable(
  session: ExecutorSession,
  executable: MultisigTransactionPayload,
  senders: EntryInput["senders"],
): Promise<void> {
  if (executable.kind === "Script") returned(await runScript(session, executable.value, senders));
  else returned(await runEntryFunction(session, executable.value, senders));
  await publishRequested(session);
}

function runEntryFunction(
  { vm }: ExecutorSession,
  called: EntryFunction,
  senders: EntryInput["senders"],
): Promise<FunctionOutcome> {
  const { typeArgs, args } = called;
  return callEntryFunction(vm, functionIdOf(called), { typeArgs, args, senders });
}

function runScript({ vm }: ExecutorSession, script: Script, senders: EntryInput["senders"]): Promise<FunctionOutcome> {
  const takesSerialized = vm.environment.rules.serializedScriptArguments;
  if (!takesSerialized && script.args.some(({ kind }) => kind === "Serialized")) {
    throw new VmError("FEATURE_NOT_ENABLED", "serialized script arguments are not enabled here");
  }
  checkScript(script.code, vm.environment);
  const args = script.args.map(encodeScriptArgument);
  return callScript(vm, script.code, { typeArgs: script.typeArgs, args, senders });
}

/** Checks what the ledger asks of scripts besides being valid code. */
function checkScript(code: Uint8Array, { chainId, features }: VmEnvironment): void {
  try {
    const script = decodeScript(code);
    if (script.version > features.maxBinaryVersion) throw tooNew(features.maxBinaryVersion);
    checkStability(script, chainId);
    checkScriptEvents(script);
  } catch (error) {
    // The machine says what is wrong with code that does not decode.
    if (!(error instanceof MoveError)) throw error;
  }
}

function returned(outcome: FunctionOutcome): Extract<FunctionOutcome, { readonly kind: "returned" }>["results"] {
  if (outcome.kind === "failed") throw outcome.error;
  return outcome.results;
}
