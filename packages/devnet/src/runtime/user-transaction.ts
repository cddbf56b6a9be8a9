import type { Address, ExecutionStatus, RawTransaction, Transaction, TransactionPayload } from "@ledger/types";
import { CHAIN_ID } from "../chain-id.ts";
import { abort, MoveAbort } from "../effects/abort.ts";
import { APT, burnPaired, pairedBalance } from "../effects/coin.ts";
import { useNonce } from "../effects/nonce.ts";
import type { EntryCall } from "../functions/entry-function.ts";
import { account, feeStatement } from "../resources/chain.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { Session } from "../state/session.ts";
import { GAS_UNIT_PRICE, type GasUse, MAX_GAS_AMOUNT, meter } from "./gas.ts";
import type { Output } from "./recorder.ts";
import { type Signatories, signTransaction } from "./sign.ts";
import { changeOf, type StateChange } from "./write-set.ts";

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

/**
 * Signs a transaction, executes it on the state, and says what came out.
 *
 * @returns `undefined` when whoever pays could not pay for all the gas that it may use: such a transaction is not committed
 */
export function executeUserTransaction(
  state: LedgerState,
  request: TransactionRequest,
  nowUsecs: bigint,
): { transaction: Transaction; output: Output } | undefined {
  const rawTxn = rawTransaction(state, request, nowUsecs);
  const session = new Session(state);
  const payer = (request.feePayer ?? request.sender).address;
  if (pairedBalance(session, APT, payer) < rawTxn.maxGasAmount * rawTxn.gasUnitPrice) return undefined;
  if (request.nonce === undefined) {
    session.update(rawTxn.sender, account, (held) => ({ ...held, sequenceNumber: held.sequenceNumber + 1n }));
  } else {
    useNonce(session, rawTxn.sender, request.nonce, rawTxn.expirationTimestampSecs, nowUsecs / 1_000_000n);
  }
  const { status, gas, deposits, refunds, effects } = runCall(state, session, request, payer, nowUsecs);
  session.adopt(effects);
  const gasUsed = gas.execution + gas.io + deposits / GAS_UNIT_PRICE;
  burnPaired(session, APT, payer, gasUsed * GAS_UNIT_PRICE - refunds);
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

interface CallOutcome extends Pick<StateChange, "deposits" | "refunds"> {
  readonly status: ExecutionStatus;
  readonly gas: GasUse;
  readonly effects: Session;
}

/** Runs the call on top of `session`. Where it fails, its effects are those of a call that does nothing. */
function runCall(
  state: LedgerState,
  session: Session,
  { sender, cosigners = [], call, maxGasAmount = MAX_GAS_AMOUNT }: TransactionRequest,
  payer: Address,
  nowUsecs: bigint,
): CallOutcome {
  const effects = new Session(session);
  const failed = { deposits: 0n, refunds: 0n, effects: new Session(session) };
  const outOfGas: GasUse = { execution: maxGasAmount, io: 0n };
  let status: ExecutionStatus = { kind: "Success" };
  try {
    call.run({
      session: effects,
      sender: sender.address,
      cosigners: cosigners.map(({ address }) => address),
      nowUsecs,
    });
    // Whatever the call spends, the gas that it may use has to be left.
    if (pairedBalance(effects, APT, payer) < maxGasAmount * GAS_UNIT_PRICE) {
      abort("invalid_argument", "0x1::coin", "EINSUFFICIENT_BALANCE");
    }
  } catch (error) {
    if (!(error instanceof MoveAbort)) throw error;
    status = error.status;
  }
  const gas = meter(call, effects);
  const { deposits, refunds } = changeOf(effects, state, { kind: "user", nowUsecs });
  if (gas.execution + gas.io + deposits / GAS_UNIT_PRICE > maxGasAmount) {
    return { ...failed, status: { kind: "OutOfGas" }, gas: outOfGas };
  }
  return status.kind === "Success" ? { status, gas, deposits, refunds, effects } : { ...failed, status, gas };
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
