import { u64 } from "@ledger/bcs";
import { accountProofs, outputOf, verifyProof } from "@ledger/executor";
import {
  type ContractEvent,
  type HashValue,
  hashSignedTransaction,
  parseStructTag,
  SignedTransaction,
  type TransactionInfoCommon,
  type WriteSet,
} from "@ledger/types";

import type { RequestContext } from "../contract/context.ts";
import { ApiError } from "../contract/error.ts";
import { isSenderAllowed } from "../submission/sender-filter.ts";

/** What a simulation found. */
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
  /** What the machine said of a failure. */
  readonly failure: string | undefined;
}

/** Amounts to estimate before a simulation. */
export interface SimulationEstimates {
  readonly gasUnitPrice: boolean;
  readonly prioritizedGasUnitPrice: boolean;
  readonly maxGasAmount: boolean;
}

/**
 * Executes a transaction on the latest state without committing anything of it. A signature that verifies is refused: nobody should
 * hand in, for a trial, what could be submitted.
 *
 * @throws ApiError `invalid_input`
 * @see Ledger specification, execution §6.2
 */
export async function simulate(
  request: SignedTransaction,
  estimates: SimulationEstimates,
  context: RequestContext,
): Promise<SimulatedTransaction> {
  const { ledger, machine, config } = context;
  if (!isSenderAllowed(config.senderFilter, request.rawTxn.sender)) {
    const message =
      "this node simulates no transactions of this sender: its setting senderFilter leaves the account out";
    throw new ApiError("invalid_input", message, { status: 403 });
  }
  const transaction = await withEstimates(request, estimates, context);
  if (await isSigned(transaction)) {
    throw new ApiError("invalid_input", "Simulated transactions must not have a valid signature");
  }
  const outcome = await machine.simulate(transaction, atHead(context));
  const common = {
    transaction,
    hash: hashSignedTransaction(SignedTransaction.encode(transaction)),
    version: ledger.version,
    timestampUsecs: ledger.timestampUsecs,
  };
  if (outcome.kind === "discarded") {
    const info = { gasUsed: 0n, status: { kind: "MiscellaneousError", value: BigInt(outcome.code) } } as const;
    const writeSet = { kind: "V0", value: new Map() } as const;
    return { ...common, info, events: [], writeSet, discarded: outcome.status, failure: outcome.message };
  }
  const { events, writeSet, gasUsed, status } = outputOf(outcome.changeSet, outcome);
  const failure = outcome.error?.message;
  return { ...common, info: { gasUsed, status }, events, writeSet, discarded: undefined, failure };
}

/** The latest state. */
function atHead({ ledger, store, code, defer, signal }: RequestContext) {
  return { store, version: ledger.version, codeEra: code.era(ledger), defer, signal };
}

/** Whether all signatures verify. Abstract accounts have none: their own code decides, and a simulation runs it too. */
async function isSigned(transaction: SignedTransaction): Promise<boolean> {
  for (const proof of accountProofs(transaction)) {
    if (proof.authenticator.kind === "Abstract" || !(await verifyProof(proof))) return false;
  }
  return true;
}

async function withEstimates(
  transaction: SignedTransaction,
  estimates: SimulationEstimates,
  context: RequestContext,
): Promise<SignedTransaction> {
  const { gasUnitPrice, prioritizedGasUnitPrice, maxGasAmount } = estimates;
  if (!gasUnitPrice && !prioritizedGasUnitPrice && !maxGasAmount) return transaction;
  let { rawTxn } = transaction;
  if (gasUnitPrice || prioritizedGasUnitPrice) {
    const { market, aggressive } = await context.gas.estimate(context.ledger);
    rawTxn = { ...rawTxn, gasUnitPrice: prioritizedGasUnitPrice ? aggressive : market };
  }
  if (maxGasAmount) rawTxn = { ...rawTxn, maxGasAmount: await affordableGas(rawTxn, context) };
  return { ...transaction, rawTxn };
}

const aptCoin = parseStructTag("0x1::aptos_coin::AptosCoin");

/** As much gas as the sender can pay for, within what the ledger allows. */
async function affordableGas(
  { sender, gasUnitPrice }: SignedTransaction["rawTxn"],
  context: RequestContext,
): Promise<bigint> {
  const { machine, config } = context;
  const options = { ...atHead(context), maxGasUnits: config.maxViewGas };
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
