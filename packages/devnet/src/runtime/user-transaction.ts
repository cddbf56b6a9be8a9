import type { ExecutionStatus, RawTransaction, Transaction, TransactionPayload } from "@ledger/types";
import type { Signer } from "../accounts.ts";
import { CHAIN_ID } from "../chain-id.ts";
import { MoveAbort } from "../effects/abort.ts";
import { APT, burnPaired } from "../effects/coin.ts";
import { useNonce } from "../effects/nonce.ts";
import type { EntryCall } from "../functions/entry-function.ts";
import { account, feeStatement } from "../resources/chain.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { Session } from "../state/session.ts";
import { GAS_UNIT_PRICE, type GasUse, MAX_GAS_AMOUNT, meter } from "./gas.ts";
import type { Output } from "./recorder.ts";
import { type Signatories, signTransaction } from "./sign.ts";
import { changeOf } from "./write-set.ts";

/** A transaction that somebody wants. */
export interface TransactionRequest extends Signatories {
  readonly call: EntryCall;
  /** Makes the transaction orderless. */
  readonly nonce?: bigint;
  readonly maxGasAmount?: bigint;
}

/** Sequence number of orderless transactions. @see Ledger specification, chain types §3.2 */
const NO_SEQUENCE_NUMBER = 0xffff_ffff_ffff_ffffn;
/** Seconds that a transaction may wait; orderless ones have at most 60. */
const LIFETIME_SECS = 600n;
const ORDERLESS_LIFETIME_SECS = 50n;

/** Signs a transaction, executes it on the state, and says what came out. */
export function executeUserTransaction(
  state: LedgerState,
  request: TransactionRequest,
  nowUsecs: bigint,
): { transaction: Transaction; output: Output } {
  const rawTxn = rawTransaction(state, request, nowUsecs);
  const session = new Session(state);
  if (request.nonce === undefined) {
    session.update(rawTxn.sender, account, (held) => ({ ...held, sequenceNumber: held.sequenceNumber + 1n }));
  } else {
    useNonce(session, rawTxn.sender, request.nonce, rawTxn.expirationTimestampSecs, nowUsecs / 1_000_000n);
  }
  const { status, gas, effects } = runCall(session, request, nowUsecs);
  const { deposits, refunds } = changeOf(effects, state, { kind: "user", nowUsecs });
  session.adopt(effects);
  const gasUsed = gas.execution + gas.io + deposits / GAS_UNIT_PRICE;
  const payer: Signer = request.feePayer ?? request.sender;
  burnPaired(session, APT, payer.address, gasUsed * GAS_UNIT_PRICE - refunds);
  session.emit(feeStatement, {
    totalChargeGasUnits: gasUsed,
    executionGasUnits: gas.execution,
    ioGasUnits: gas.io,
    storageFeeOctas: deposits,
    storageFeeRefundOctas: refunds,
  });
  const { writeSet, apply } = changeOf(session, state, { kind: "user", nowUsecs });
  apply();
  return {
    transaction: { kind: "UserTransaction", value: signTransaction(rawTxn, request) },
    output: { writeSet, events: session.events, gasUsed, status },
  };
}

/** Runs the call on top of `session`. Where it fails, its effects are those of a call that does nothing. */
function runCall(
  session: Session,
  { sender, cosigners = [], call, maxGasAmount = MAX_GAS_AMOUNT }: TransactionRequest,
  nowUsecs: bigint,
): { status: ExecutionStatus; gas: GasUse; effects: Session } {
  const effects = new Session(session);
  let status: ExecutionStatus = { kind: "Success" };
  try {
    call.run({
      session: effects,
      sender: sender.address,
      cosigners: cosigners.map(({ address }) => address),
      nowUsecs,
    });
  } catch (error) {
    if (!(error instanceof MoveAbort)) throw error;
    status = error.status;
  }
  const gas = meter(call, effects);
  if (gas.execution + gas.io > maxGasAmount) {
    return { status: { kind: "OutOfGas" }, gas: { execution: maxGasAmount, io: 0n }, effects: new Session(session) };
  }
  return { status, gas, effects: status.kind === "Success" ? effects : new Session(session) };
}

function rawTransaction(
  state: LedgerState,
  { sender, call, nonce, maxGasAmount = MAX_GAS_AMOUNT }: TransactionRequest,
  nowUsecs: bigint,
): RawTransaction {
  const nowSecs = nowUsecs / 1_000_000n;
  const common = { sender: sender.address, maxGasAmount, gasUnitPrice: GAS_UNIT_PRICE, chainId: CHAIN_ID };
  if (nonce === undefined) {
    const { sequenceNumber } = new Session(state).read(sender.address, account);
    return { ...common, sequenceNumber, payload: call.executable, expirationTimestampSecs: nowSecs + LIFETIME_SECS };
  }
  const payload: TransactionPayload = {
    kind: "Payload",
    value: {
      kind: "V1",
      value: {
        executable: call.executable,
        extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: nonce } },
      },
    },
  };
  const expirationTimestampSecs = nowSecs + ORDERLESS_LIFETIME_SECS;
  return { ...common, sequenceNumber: NO_SEQUENCE_NUMBER, payload, expirationTimestampSecs };
}
