import { hashSession } from "@ledger/types";
import type { AddressText } from "../address.ts";

/** The facts that code may learn about the user transaction that it belongs to. */
export interface UserTransactionContext {
  readonly sender: AddressText;
  readonly secondarySigners: readonly AddressText[];
  /** The fee payer, or the sender. */
  readonly gasPayer: AddressText;
  readonly maxGasAmount: bigint;
  readonly gasUnitPrice: bigint;
  readonly chainId: number;
  readonly entryFunction: EntryFunctionContext | undefined;
  readonly multisig:
    | { readonly address: AddressText; readonly entryFunction: EntryFunctionContext | undefined }
    | undefined;
  readonly encrypted: boolean;
  /** Index in the block; undefined where there is none. */
  readonly transactionIndex: number | undefined;
  /** Simulation or validation rather than a block. */
  readonly simulated: boolean;
}

/** An entry function payload as code sees it. */
export interface EntryFunctionContext {
  readonly address: AddressText;
  readonly module: string;
  readonly name: string;
  /** Canonical texts. */
  readonly typeArgs: readonly string[];
  readonly args: readonly Uint8Array[];
}

/**
 * The identity of a session: the source of the addresses it makes up, and what the context natives answer.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#4.4 | Specification, virtual machine 4.4}
 */
export interface SessionContext {
  /** `hashSession` of the session id. */
  readonly sessionHash: Uint8Array;
  /** sha3_256 of the script, or empty. */
  readonly scriptHash: Uint8Array;
  /** The session's number in the monotonically increasing counter. */
  readonly sessionNumber: number;
  /** Absent in views and block prologues. */
  readonly user: UserTransactionContext | undefined;
  /** True if randomness may be drawn from the start. Entry functions that are marked for it may draw it always. */
  readonly unbiasable: boolean;
  /** Items and bytes of the state that the block runs on. */
  readonly storageUsage: { readonly items: bigint; readonly bytes: bigint } | undefined;
  /**
   * True if the session belongs to the execution of a block: it refuses what a ledger's block execution refuses on aggregators,
   * whose values it decides later. Views and simulations do not. False when left out.
   */
  readonly inBlock?: boolean | undefined;
}

/**
 * The context of a call that belongs to no transaction, such as that of a view function: session `Void`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.4 | Specification, execution 1.4}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.13 | Specification, execution 5.13}
 */
export const voidContext: SessionContext = {
  sessionHash: /* @__PURE__ */ hashSession({ kind: "Void" }),
  scriptHash: new Uint8Array(0),
  sessionNumber: 5,
  user: undefined,
  unbiasable: false,
  storageUsage: undefined,
};
