import { u64 } from "@ledger/bcs";
import { accountProofs, ChangeSet, outputOf, verifyProof } from "@ledger/executor";
import {
  type Address,
  type ContractEvent,
  type HashValue,
  hashSignedTransaction,
  parseStructTag,
  SignedTransaction,
  type TransactionInfoCommon,
  type WriteSet,
} from "@ledger/types";

import type { VmError } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import { ApiError } from "../contract/error.ts";
import { type RequestContext, type RunContext, simulatedState } from "../endpoint/context.ts";
import type { ExecutionPlace, LedgerMachine } from "../machine/ledger-machine.ts";
import { isSenderAllowed } from "../submission/sender-filter.ts";

/** Result of a simulation. */
export interface SimulatedTransaction {
  /** As it was executed: with estimated amounts, where those were asked for. */
  readonly transaction: SignedTransaction;
  readonly hash: HashValue;
  /** Version of the state that it ran on. */
  readonly version: bigint;
  readonly timestampUsecs: bigint;
  readonly info: Pick<TransactionInfoCommon, "gasUsed" | "status">;
  readonly events: readonly ContractEvent[];
  readonly writeSet: WriteSet;
  /** Name of the status that keeps the transaction from being committed. */
  readonly discarded: string | undefined;
  /** Message of the machine about a failure. */
  readonly failure: string | undefined;
  /** How its code failed. */
  readonly error: VmError | undefined;
  /** Changes that it would make; none where it is discarded. */
  readonly changeSet: ChangeSet;
  /** Gas units for execution, reads and writes, without storage fees: a measure of time. */
  readonly workUnits: bigint;
  /** Output that its code printed. */
  readonly prints: readonly DebugOutput[];
}

/** Amounts to estimate before a simulation. */
export interface SimulationEstimates {
  readonly gasUnitPrice: boolean;
  readonly prioritizedGasUnitPrice: boolean;
  readonly maxGasAmount: boolean;
}

/**
 * Executes a transaction on the latest state without committing anything of it.
 *
 * @throws ApiError `invalid_input`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.2 | Specification, execution 6.2}
 */
export async function simulate(
  request: SignedTransaction,
  estimates: SimulationEstimates,
  context: RunContext,
): Promise<SimulatedTransaction> {
  checkSender(request.rawTxn.sender, context);
  const transaction = await withEstimates(request, estimates, context);
  return simulateOn(transaction, simulatedState(context, undefined), context);
}

/**
 * Executes a transaction on a state without committing anything of it. A signature that verifies is refused: clients should not send,
 * for a trial, what could be submitted.
 *
 * @throws ApiError `invalid_input`
 */
export async function simulateOn(
  transaction: SignedTransaction,
  place: Parameters<LedgerMachine["simulate"]>[1],
  context: RunContext,
): Promise<SimulatedTransaction> {
  const { ledger, machine } = context;
  checkSender(transaction.rawTxn.sender, context);
  if (await isSigned(transaction)) {
    throw new ApiError("invalid_input", "Simulated transactions must not have a valid signature");
  }
  const outcome = await machine.simulate(transaction, place);
  const common = {
    transaction,
    hash: hashSignedTransaction(SignedTransaction.encode(transaction)),
    version: place.version,
    timestampUsecs: place.timeUsecs ?? ledger.timestampUsecs,
  };
  if (outcome.kind === "discarded") {
    const info = { gasUsed: 0n, status: { kind: "MiscellaneousError", value: BigInt(outcome.code) } } as const;
    const writeSet = { kind: "V0", value: new Map() } as const;
    const nothing = { events: [], writeSet, changeSet: new ChangeSet(), workUnits: 0n, prints: [] };
    return { ...common, ...nothing, info, discarded: outcome.status, failure: outcome.message, error: undefined };
  }
  const { changeSet, feeStatement, prints, error } = outcome;
  const { events, writeSet, gasUsed, status } = outputOf(changeSet, outcome);
  const workUnits = feeStatement.executionGasUnits + feeStatement.ioGasUnits;
  const failure = error?.message;
  const found = { info: { gasUsed, status }, events, writeSet, changeSet, workUnits, prints };
  return { ...common, ...found, discarded: undefined, failure, error };
}

/** @throws ApiError `invalid_input` with the status 403 */
export function checkSender(sender: Address, { config }: Pick<RequestContext, "config">): void {
  if (isSenderAllowed(config.senderFilter, sender)) return;
  const message = "this node does not simulate transactions of this sender (setting senderFilter)";
  throw new ApiError("invalid_input", message, { status: 403 });
}

/** Returns true if all signatures verify. Abstract accounts have none: their own code decides, and a simulation runs it too. */
async function isSigned(transaction: SignedTransaction): Promise<boolean> {
  for (const proof of accountProofs(transaction)) {
    if (proof.authenticator.kind === "Abstract" || !(await verifyProof(proof))) return false;
  }
  return true;
}

async function withEstimates(
  transaction: SignedTransaction,
  estimates: SimulationEstimates,
  context: RunContext,
): Promise<SignedTransaction> {
  const { gasUnitPrice, prioritizedGasUnitPrice, maxGasAmount } = estimates;
  if (!gasUnitPrice && !prioritizedGasUnitPrice && !maxGasAmount) return transaction;
  let { rawTxn } = transaction;
  if (gasUnitPrice || prioritizedGasUnitPrice) {
    const { market, aggressive } = await context.gas.estimate(context.ledger);
    rawTxn = { ...rawTxn, gasUnitPrice: prioritizedGasUnitPrice ? aggressive : market };
  }
  if (maxGasAmount) {
    const place = simulatedState(context, undefined);
    rawTxn = { ...rawTxn, maxGasAmount: await affordableGas(rawTxn, place, context) };
  }
  return { ...transaction, rawTxn };
}

const aptCoin = parseStructTag("0x1::aptos_coin::AptosCoin");

/** As much gas as the sender can pay for, within what the ledger allows. */
export async function affordableGas(
  { sender, gasUnitPrice }: Pick<SignedTransaction["rawTxn"], "sender" | "gasUnitPrice">,
  place: ExecutionPlace,
  { machine, config }: Pick<RequestContext, "machine" | "config">,
): Promise<bigint> {
  const options = { ...place, maxGasUnits: config.maxViewGas };
  const balance = await machine.view(
    {
      function: { address: aptCoin.address, module: "coin", name: "balance" },
      typeArgs: [{ kind: "Struct", value: aptCoin }],
      args: [sender],
    },
    options,
  );
  const octas = u64.decode(balance.results[0]!.bytes);
  const { least, most } = await machine.gasBounds(options);
  const affordable = gasUnitPrice === 0n ? octas : octas / gasUnitPrice;
  const wanted = affordable > least ? affordable : least;
  return wanted < most ? wanted : most;
}
