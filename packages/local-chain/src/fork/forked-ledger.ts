import { u64 } from "@ledger/bcs";
import { type Change, editChange } from "@ledger/executor";
import type { LedgerPosition } from "@ledger/sync";
import type { ForkSource } from "@ledger/sync/fork";
import { AccumulatorFrontier, addressesEqual, SignedTransaction, type StateItem } from "@ledger/types";
import type { MoveVm } from "@ledger/vm";
import { ChainState } from "../chain/chain-state.ts";
import { LocalChain, type LocalChainOptions } from "../chain/local-chain.ts";
import { latestMetadata, type StoredChain } from "../chain/stored-chain.ts";
import { LocalChainError } from "../errors.ts";
import { forkFaucetAddress, forkFaucetEdits } from "./fork-faucet.ts";
import { type ForkStart, readForkStart } from "./fork-start.ts";

/** The means to open a stored fork. */
export interface ForkedLedgerOptions {
  readonly fork: ForkSource;
  readonly stored: StoredChain & {
    /** The item of a key in the stored ledger; `unknown` where it is that of the fork point. */
    readonly readItem: (version: bigint, key: Uint8Array) => Promise<StateItem | undefined | "unknown">;
  };
}

/** A fork, before a chain continues it. */
export interface ForkedLedger {
  readonly chainId: number;
  readonly start: ForkStart;
  /** Opens a chain that continues after a version. @throws LocalChainError `cannot_resume` */
  open(options: LocalChainOptions, from: bigint): Promise<LocalChain>;
  /** The place where a follower of the fork begins. */
  readonly position: LedgerPosition;
}

/** Finds the place that a fork continues from. @throws what its source throws */
export async function readForkedLedger({ fork, stored }: ForkedLedgerOptions): Promise<ForkedLedger> {
  const start = await readForkStart(fork);
  const { version, blockHeight, timestampUsecs, epoch, frontier, chainId } = start;
  return {
    chainId,
    start,
    position: { nextVersion: version, frontier, chainId, blockHeight: blockHeight - 1n, timestampUsecs, epoch },
    async open(options, from) {
      if (from === version) {
        const state = new ChainState(fork, start.usage);
        const accumulator = new AccumulatorFrontier("TransactionAccumulator", frontier);
        return LocalChain.at(options, { state, frontier: accumulator, metadata: start.metadata });
      }
      const head = await stored.summary();
      const accumulator = await stored.frontier();
      if (head === undefined || accumulator === undefined || head.version + 1n !== from) {
        throw new LocalChainError(
          "cannot_resume",
          `cannot continue at version ${from}: the stored fork does not end right before it`,
        );
      }
      const get = async (key: Uint8Array): Promise<StateItem | undefined> => {
        const item = await stored.readItem(head.version, key);
        return item === "unknown" ? fork.get(key) : item;
      };
      const state = new ChainState({ get }, start.usage);
      return LocalChain.at(options, {
        state,
        frontier: new AccumulatorFrontier("TransactionAccumulator", accumulator),
        metadata: await latestMetadata(stored, head.version),
      });
    },
  };
}

/** The octas that a transaction of a fork's faucet gives; `undefined` for one of another sender. */
export function forkFaucetGift(transaction: Uint8Array): bigint | undefined {
  try {
    const { rawTxn } = SignedTransaction.decode(transaction);
    if (!addressesEqual(rawTxn.sender, forkFaucetAddress) || rawTxn.payload.kind !== "Payload") return undefined;
    const { executable } = rawTxn.payload.value.value;
    const amount = executable.kind === "EntryFunction" ? executable.value.args[1] : undefined;
    return amount && u64.decode(amount);
  } catch {
    // Whatever it is, the chain refuses it.
    return undefined;
  }
}

/** The changes that let the faucet of a fork give an amount. */
export async function forkFaucetChanges(vm: MoveVm, chain: LocalChain, amount: bigint): Promise<readonly Change[]> {
  const edits = await forkFaucetEdits(vm, chain.state, amount);
  const changes = await Promise.all(edits.map((edit) => editChange(chain.state, edit)));
  return changes.filter((change) => change !== undefined);
}
