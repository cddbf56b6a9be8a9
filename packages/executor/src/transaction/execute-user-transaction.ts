import type { SignedTransaction, StateView } from "@ledger/types";
import { HostError } from "@ledger/vm";
import { verifyEd25519 } from "@ledger/vm/ed25519";
import { expectImpersonated, provingKeys } from "../authentication/impersonation.ts";
import { checkKeyless } from "../authentication/keyless/check-keyless.ts";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";
import { verifySignatures } from "../authentication/verify-signatures.ts";
import type { BlockContext } from "../context/block-context.ts";
import { FailureSources } from "../context/failure-sources.ts";
import type { TestingRules } from "../context/testing-rules.ts";
import { type TransactionParts, transactionParts } from "../context/transaction-parts.ts";
import { Discard } from "../status/discard.ts";
import { isApprovedScript } from "../validation/approved-script.ts";
import { checkEncrypted } from "../validation/check-encrypted.ts";
import { checkGas } from "../validation/check-gas.ts";
import {
  checkExecutable,
  checkPayload,
  checkProofCount,
  checkSchemes,
  checkSigners,
} from "../validation/check-shape.ts";
import { createsSender } from "./account-creation.ts";
import type { DiscardedTransaction, TransactionOutcome, TransactionOutput } from "./transaction-outcome.ts";
import { type ExecuteOptions, TransactionRun } from "./transaction-run.ts";

/**
 * Executes a user transaction on a state, whole: validation, prologue, payload, fees, epilogue. Nothing of it is applied.
 *
 * @throws what the state's reading throws
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2 | Specification, execution 2}
 */
export async function executeUserTransaction(
  context: BlockContext,
  state: StateView,
  transaction: SignedTransaction,
  options: ExecuteOptions,
): Promise<TransactionOutcome> {
  return discardable(async () => {
    const run = await validated(context, state, transaction, options);
    const output = await run.execute();
    if (!options.isSimulation) await tell(context, state, transaction, output);
    return output;
  });
}

/** Reports what the code printed, and how it failed, to a test network. */
async function tell(
  { testing }: BlockContext,
  state: StateView,
  transaction: SignedTransaction,
  { prints, error }: TransactionOutput,
): Promise<void> {
  if (testing?.onRun === undefined || (prints.length === 0 && error === undefined)) return;
  const sources = testing.sources ?? new FailureSources();
  testing.onRun(transaction, { prints, failure: error && (await sources.describe(error, state)) });
}

/**
 * Validates a transaction without executing its payload, as a node does before it takes it into its pool.
 *
 * @returns why it would be discarded; `undefined` for a valid one
 */
export async function validateUserTransaction(
  context: BlockContext,
  state: StateView,
  transaction: SignedTransaction,
  options: ExecuteOptions,
): Promise<DiscardedTransaction | undefined> {
  const outcome = await discardable(async () => {
    await validated(context, state, transaction, options);
    return undefined;
  });
  return outcome;
}

/**
 * Verifies the signatures of a transaction, as far as no state is needed for it. {@link validateUserTransaction} may then be called with
 * `isVerified`.
 *
 * @param ed25519 - a faster verifier of the host
 * @param testing - on networks for tests only
 * @returns why the transaction would be discarded; `undefined` where the signatures are right
 */
export function validateSignatures(
  transaction: SignedTransaction,
  ed25519: Ed25519Verifier = verifyEd25519,
  testing?: TestingRules,
): Promise<DiscardedTransaction | undefined> {
  return discardable(async () => {
    await verifySignatures(transaction, ed25519, testing);
    return undefined;
  });
}

async function discardable<T>(execute: () => Promise<T>): Promise<T | DiscardedTransaction> {
  try {
    return await execute();
  } catch (error) {
    if (error instanceof Discard) {
      return { kind: "discarded", status: error.status, code: error.code, message: error.message };
    }
    if (error instanceof HostError && error.code !== "session_closed") {
      return { kind: "discarded", ...unimplemented, message: error.message };
    }
    throw error;
  }
}

/** The status of a transaction that needs something which this executor does not have. */
const unimplemented = { status: "UNIMPLEMENTED_FUNCTIONALITY", code: 4039 } as const;

/**
 * Everything up to and with the prologue. The order of the steps is that of the reference: the first one that refuses says why.
 *
 * @throws {@link Discard}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.2 | Specification, execution 2.2} to {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.5 | Specification, execution 2.5}
 */
async function validated(
  context: BlockContext,
  state: StateView,
  transaction: SignedTransaction,
  options: ExecuteOptions,
): Promise<TransactionRun> {
  const { environment, testing } = context;
  const { isSimulation, isVerified, ed25519 = verifyEd25519 } = options;
  if (environment.gas.isAbsent) throw new Discard("VM_STARTUP_FAILURE", "this ledger has no gas schedule");
  if (!isSimulation && isVerified !== true) {
    const takesOldDigest = options.isRecorded === true && !environment.rules.derivableAccountAbstraction;
    await verifySignatures(transaction, ed25519, testing, takesOldDigest);
  }
  const parts = effectiveParts(transaction, testing);
  const isApproved = await isApprovedScript(parts, state);
  checkSigners(environment, parts, isApproved);
  if (!isSimulation) {
    checkSchemes(environment, parts, transaction.authenticator.kind);
    expectImpersonated(testing, parts);
    await checkKeyless(environment.rules, provingKeys(testing, parts), state, ed25519);
  }
  checkProofCount(parts);
  const circumstances = { isApproved, createsAccount: await createsSender(environment.rules, parts, state) };
  const run = new TransactionRun(context, state, parts, options, circumstances);
  await run.authenticate();
  checkPayload(environment, parts);
  checkEncrypted(parts);
  checkGas(environment, parts, circumstances);
  checkExecutable(environment, parts);
  await run.runPrologue();
  return run;
}

/** The parts of a transaction, with the expiration that counts on this network. */
function effectiveParts(transaction: SignedTransaction, testing: TestingRules | undefined): TransactionParts {
  const parts = transactionParts(transaction);
  const expirationTimestampSecs = testing?.expirationOf?.(parts);
  return expirationTimestampSecs === undefined ? parts : { ...parts, expirationTimestampSecs };
}
