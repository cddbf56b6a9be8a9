import type { MessagePort } from "node:worker_threads";
import type { HashValue } from "@ledger/types";
import type { StoreLocation } from "../store/location.ts";
import type { ShownRun } from "./describe-run.ts";
import type { ClockState } from "./watch-clock.ts";

/** The way in which a local network is made. Plain data. */
export interface ChainOptions {
  /** BCS of the genesis transaction. */
  readonly genesis: Uint8Array;
  readonly chainId: number;
  /** Milliseconds from one block to the next while no transaction waits; 0 makes no such blocks. */
  readonly blockInterval: number;
  /** Lets the demonstration submit transactions. */
  readonly workload: "on" | "off";
  /** The time of the network as it has been reported before the thread began; absent where there was nothing to report. */
  readonly reportedClock: ClockState | undefined;
}

/** Settings of the thread that makes the blocks of the local network. */
export interface ChainSettings extends ChainOptions {
  /** The store that the network is continued from. */
  readonly location: StoreLocation;
  /** Calls of the pool arrive here, see `PoolFunctions`. */
  readonly calls: MessagePort;
}

/** Events of a local network other than its blocks. */
export type ChainReport =
  | { readonly type: "warning"; readonly text: string }
  /** Its thread has failed, and is started again. */
  | { readonly type: "chain_crashed"; readonly reason: string }
  /** Transactions that the pool does not know any more. */
  | { readonly type: "left"; readonly hashes: readonly HashValue[] }
  /** Output of the code of a transaction, and how it failed. */
  | { readonly type: "ran"; readonly hash: HashValue; readonly run: ShownRun }
  /** How far the time of the network is ahead of the host's clock, and what of that is a fault. */
  | ({ readonly type: "clock" } & ClockState);

/** Functions of the thread. */
export interface ChainFunctions {
  /** Makes blocks until the call is cancelled, the first record at the version that is given. */
  make(from: bigint): undefined;
  /** Everything up to a version is stored. */
  settle(version: bigint): undefined;
  /** Ends the thread. */
  end(input: undefined): undefined;
}

/** Functions that the thread calls. */
export interface ChainListener {
  /** Takes a block. @see packRecords */
  block(records: Uint8Array<ArrayBuffer>): undefined;
  report(report: ChainReport): undefined;
}
