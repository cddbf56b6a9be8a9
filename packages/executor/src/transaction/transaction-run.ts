import type { ExecutionStatus, StateView } from "@ledger/types";
import { gasScale, intrinsicCharges, LedgerGasMeter, type UserTransactionContext, VmError } from "@ledger/vm";
import { impersonatedKeys } from "../authentication/impersonation.ts";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";
import type { BlockContext } from "../context/block-context.ts";
import { masterSigners, type TransactionParts, type TransactionSigners } from "../context/transaction-parts.ts";
import { checkChangeLimits } from "../gas/change-limits.ts";
import { type ChargedChanges, chargeChanges } from "../gas/charge-changes.ts";
import { meterLimits } from "../gas/meter-limits.ts";
import { newSlotFee } from "../gas/storage-fees.ts";
import { ExecutorSession } from "../session/executor-session.ts";
import type { SystemCall } from "../session/system-call.ts";
import {
  type TransactionPlace,
  type TransactionSession,
  UserSession,
  userContext,
} from "../session/transaction-session.ts";
import { ChangeSet } from "../state/change-set.ts";
import { withAbortInfo } from "../status/abort-info.ts";
import { keptStatus } from "../status/classify.ts";
import { Discard } from "../status/discard.ts";
import type { TransactionObserver } from "../trace/transaction-observer.ts";
import { type Circumstances, intrinsicInput, transactionSize } from "../validation/check-gas.ts";
import { authenticateAbstract, gasBudget, hasAbstractAccount } from "./account-abstraction.ts";
import { createAccountCall } from "./account-creation.ts";
import { epilogueCalls, type FeeStatement } from "./epilogue.ts";
import { EpilogueFailure, isUnpayable, unexpected } from "./epilogue-failure.ts";
import { multisigCleanupCall } from "./multisig-cleanup.ts";
import { multisigPrologueCall, prologueCall } from "./prologue.ts";
import { prologueDiscard } from "./prologue-status.ts";
import { expectDecrypted, nextMultisigPayload, runPayload, tryExecutable } from "./run-payload.ts";
import type { TransactionOutput } from "./transaction-outcome.ts";

/** How a transaction is executed. */
export interface ExecuteOptions extends TransactionPlace {
  /** A faster verifier of the host. */
  readonly ed25519?: Ed25519Verifier | undefined;
  /** Set where the signatures have been verified already. */
  readonly isVerified?: boolean | undefined;
  /**
   * Set where a ledger has recorded the transaction: what was valid by an older rule counts, while the state does not have what came with
   * the newer one. The digest that abstract accounts sign named no function before those that follow from keys of other chains.
   */
  readonly isRecorded?: boolean | undefined;
  /** Sees what the transaction does. */
  readonly observer?: TransactionObserver | undefined;
}

/** Bytes that a new account counts for when a failed transaction makes one. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.11 | Specification, execution 2.11} */
const failedAccountBytes = 208n;

/** One transaction on its way through its sessions. */
export class TransactionRun {
  readonly #context: BlockContext;
  readonly #state: StateView;
  readonly #parts: TransactionParts;
  readonly #options: ExecuteOptions;
  #signers: TransactionSigners;
  readonly #user: UserTransactionContext;
  readonly #createsAccount: boolean;
  readonly #meter: LedgerGasMeter;
  /** Modules that the transaction has used: each is paid for once. */
  readonly #visited = new Set<string>();
  /** Gas units that are added once the transaction is validated. */
  readonly #restOfGas: number;
  /** The session of the validation, once an account's function has run in it. */
  #validation: ExecutorSession | undefined;
  #prologueChanges = new ChangeSet();
  /** The session of the payload, where the prologue has run in it. */
  #payload: ExecutorSession | undefined;
  readonly #sessions: ExecutorSession[] = [];

  constructor(
    context: BlockContext,
    state: StateView,
    parts: TransactionParts,
    options: ExecuteOptions,
    { isApproved, createsAccount }: Circumstances,
  ) {
    this.#context = context;
    this.#state = state;
    this.#parts = parts;
    this.#signers = masterSigners(parts);
    this.#options = options;
    this.#user = userContext(parts, options);
    this.#createsAccount = createsAccount;
    const { first, rest } = gasBudget(context.environment, parts.maxGasAmount);
    const schedule = context.environment.gas;
    const limits = meterLimits(schedule, parts, isApproved);
    this.#meter = new LedgerGasMeter({ schedule, maxGasUnits: first, limits });
    options.observer?.begin(this.#meter);
    this.#restOfGas = rest;
  }

  /** Asks the functions of abstract accounts, if there are any. */
  async authenticate(): Promise<void> {
    if (!hasAbstractAccount(this.#parts)) return;
    this.#validation = this.#open("prologue", new ChangeSet(), this.#meter);
    this.#signers = await authenticateAbstract(this.#validation, this.#parts);
  }

  async runPrologue(): Promise<void> {
    const { environment, testing } = this.#context;
    const { isSimulation } = this.#options;
    const impersonated = await impersonatedKeys(testing, this.#parts, this.#state);
    const input = { parts: this.#parts, signers: this.#signers, isSimulation, environment, impersonated };
    const isShared = !environment.rules.separatesPayload;
    const session =
      this.#validation ??
      (isShared ? this.#open("payload", new ChangeSet(), this.#meter) : this.#open("prologue", new ChangeSet()));
    this.#meter.suspend();
    const calls = [prologueCall(input)];
    const multisig = multisigPrologueCall(input);
    const isChecked = !isSimulation || environment.rules.simulationEnhancement;
    if (multisig && isChecked) calls.push(multisig);
    for (const call of calls) {
      const error = await session.callSystem(call);
      if (error) throw prologueDiscard(error);
    }
    if (isShared) this.#payload = session;
    else this.#prologueChanges = await session.finish();
    this.#meter.resume();
    this.#meter.addGasUnits(this.#restOfGas);
  }

  async execute(): Promise<TransactionOutput> {
    let payload: PayloadResult;
    try {
      payload = await this.#runPayload();
    } catch (error) {
      if (!(error instanceof VmError)) throw error;
      return this.#fail(error);
    }
    try {
      return await this.#end(payload, { kind: "Success" });
    } catch (error) {
      if (error instanceof EpilogueFailure && isUnpayable(error.cause)) return this.#fail(error.cause);
      // With what the epilogue adds, the transaction writes too much.
      if (error instanceof VmError) return this.#fail(error);
      throw error instanceof EpilogueFailure ? unexpected(error.cause) : error;
    }
  }

  /** The payload's session, and what its changes and those of the prologue cost. */
  async #runPayload(): Promise<PayloadResult> {
    const { environment } = this.#context;
    const { multisigAddress } = this.#parts;
    const session = this.#payload ?? this.#open("payload", this.#prologueChanges, this.#meter);
    if (this.#createsAccount) {
      const error = await session.callSystem(createAccountCall(this.#parts.sender.address));
      if (error) throw new Discard(error.status, error.message);
    }
    this.#options.observer?.charge({ kind: "intrinsic" });
    for (const charge of intrinsicCharges(environment.gas, intrinsicInput(environment, this.#parts))) {
      this.#meter.charge(charge);
    }
    this.#options.observer?.session("payload");
    const cleanup: SystemCall[] = [];
    expectDecrypted(this.#parts);
    if (multisigAddress === undefined) await runPayload(session, this.#parts, this.#signers);
    else {
      const executable = await nextMultisigPayload(session, this.#parts, multisigAddress);
      const failure = await tryExecutable(session, executable, [multisigAddress]);
      cleanup.push(multisigCleanupCall(environment.rules, this.#parts, multisigAddress, failure));
      // What the account's call did is void, but the transaction of its owner succeeded.
      if (failure) return { changeSet: this.#prologueChanges, refund: 0n, error: failure, cleanup };
    }
    const changes = this.#prologueChanges.followedBy(await session.finish());
    checkChangeLimits(environment.gas, changes);
    return { ...this.#charge(changes), error: undefined, cleanup };
  }

  /**
   * The end of a transaction whose payload failed: its effects are void, but it is paid for.
   *
   * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.11 | Specification, execution 2.11}
   */
  async #fail(error: VmError): Promise<TransactionOutput> {
    const { environment } = this.#context;
    const kept = keptStatus(environment, error);
    const status = await withAbortInfo(kept, error.abortMessage, this.#state, environment.rules);
    let changes = this.#prologueChanges;
    if (this.#createsAccount) changes = await this.#createAccountAfterAbort(changes);
    try {
      return await this.#end({ changeSet: changes, refund: 0n, error, cleanup: [] }, status);
    } catch (failure) {
      if (failure instanceof VmError) throw unexpected(failure);
      throw failure instanceof EpilogueFailure ? unexpected(failure.cause) : failure;
    }
  }

  async #createAccountAfterAbort(prologue: ChangeSet): Promise<ChangeSet> {
    const { gas, rules } = this.#context.environment;
    const create = createAccountCall(this.#parts.sender.address);
    let session = this.#open("run_on_abort", prologue, this.#meter);
    let error = await session.callSystem(create);
    // The payload has used up its gas, or reached a limit: the account is made all the same, and has to be paid for below.
    if (error) {
      session = this.#open("run_on_abort", prologue);
      error = await session.callSystem(create);
    }
    if (error) throw unexpected(error);
    let changes = prologue.followedBy(await session.finish());
    try {
      changes = this.#charge(changes).changeSet;
    } catch (chargeError) {
      if (!(chargeError instanceof VmError)) throw chargeError;
    }
    const { gasUnitPrice } = this.#parts;
    if (gasUnitPrice !== 0n || !rules.defaultAccountResource) {
      const least = newSlotFee(gas, rules, failedAccountBytes);
      const paid = this.#gasUsed() * gasUnitPrice + BigInt(this.#meter.storageFee);
      if (paid < least)
        throw new Discard(
          "UNEXPECTED_ERROR_FROM_KNOWN_MOVE_FUNCTION",
          "the fee does not cover the sender's new account",
        );
    }
    return changes;
  }

  /** Takes the fee and closes the transaction. */
  async #end(
    { changeSet: changes, refund, error, cleanup }: PayloadResult,
    status: ExecutionStatus,
  ): Promise<TransactionOutput> {
    const { environment } = this.#context;
    const feeStatement = this.#feeStatement(refund);
    const session = this.#open("epilogue", changes);
    const calls = epilogueCalls({
      parts: this.#parts,
      signers: this.#signers,
      rules: environment.rules,
      isSimulation: this.#options.isSimulation,
      gasRemaining: this.#parts.maxGasAmount - feeStatement.totalChargeGasUnits,
      statement: feeStatement,
    });
    for (const call of [...cleanup, ...calls]) {
      const failure = await session.callSystem(call);
      if (failure) throw new EpilogueFailure(failure);
    }
    const changeSet = changes.followedBy(await session.finish());
    checkChangeLimits(environment.gas, changeSet);
    const gasUsed = feeStatement.totalChargeGasUnits;
    this.#options.observer?.end(Number(gasUsed) * gasScale(environment.gas));
    const prints = this.#sessions.flatMap((each) => each.prints);
    return { kind: "kept", status, gasUsed, feeStatement, changeSet, error, prints };
  }

  #charge(changes: ChangeSet): ChargedChanges {
    const { environment } = this.#context;
    const { observer } = this.#options;
    const size = transactionSize(environment, this.#parts);
    const { gasUnitPrice } = this.#parts;
    return chargeChanges({ environment, meter: this.#meter, transactionSize: size, gasUnitPrice, observer }, changes);
  }

  #gasUsed(): bigint {
    const scale = gasScale(this.#context.environment.gas);
    return this.#parts.maxGasAmount - BigInt(Math.floor(this.#meter.balance / scale));
  }

  #feeStatement(refund: bigint): FeeStatement {
    const scale = gasScale(this.#context.environment.gas);
    return {
      totalChargeGasUnits: this.#gasUsed(),
      executionGasUnits: BigInt(Math.ceil(this.#meter.executionGas / scale)),
      ioGasUnits: BigInt(Math.ceil(this.#meter.ioGas / scale)),
      storageFeeOctas: BigInt(this.#meter.storageFee),
      storageFeeRefundOctas: refund,
    };
  }

  /** @param before - what earlier sessions of the transaction did */
  #open(kind: TransactionSession, before: ChangeSet, meter?: LedgerGasMeter): ExecutorSession {
    // The code that a transaction has published is its own until it is applied.
    const context = before.publishes ? { ...this.#context, codeEra: undefined } : this.#context;
    this.#options.observer?.session(kind);
    const session = new ExecutorSession(context, {
      state: before.over(this.#state),
      identity: new UserSession(kind, this.#parts, this.#user),
      meter,
      visited: this.#visited,
      tracer: this.#options.observer?.tracer,
    });
    this.#sessions.push(session);
    return session;
  }
}

/** The changes of a payload, and the calls that are left to make for it. */
interface PayloadResult extends ChargedChanges {
  /** How the call of a multisig account, or the payload, failed. */
  readonly error: VmError | undefined;
  /** Calls that come before the epilogue. */
  readonly cleanup: readonly SystemCall[];
}
