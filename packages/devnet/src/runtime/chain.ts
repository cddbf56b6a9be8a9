import {
  AccumulatorFrontier,
  deriveGenesis,
  FRAMEWORK_ADDRESS,
  hashTransactionInfo,
  type LedgerRecord,
} from "@ledger/types";
import { createGenesis } from "../genesis/build.ts";
import { blockResource, currentTime } from "../resources/chain.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { Session } from "../state/session.ts";
import { produceBlock } from "./block.ts";
import { Recorder } from "./recorder.ts";

/** The development ledger at its head: it can do nothing but grow by a block. */
export class DevnetChain {
  readonly #state: LedgerState;
  readonly #recorder: Recorder;

  /**
   * @param state - the state at the head; it is changed by every block
   * @param frontier - the transaction accumulator at the head; it grows with every block
   */
  constructor(state: LedgerState, frontier: AccumulatorFrontier) {
    this.#state = state;
    this.#recorder = new Recorder(frontier);
  }

  /** Makes the next block. Its time is that of the clock, but later than the block before in any case. */
  produceBlock(nowUsecs: bigint): LedgerRecord[] {
    const view = new Session(this.#state);
    const { height } = view.read(FRAMEWORK_ADDRESS, blockResource);
    const { microseconds } = view.read(FRAMEWORK_ADDRESS, currentTime);
    return produceBlock(
      this.#state,
      this.#recorder,
      height + 1n,
      nowUsecs > microseconds ? nowUsecs : microseconds + 1n,
    );
  }
}

/** Begins the ledger: the record of genesis, and the chain that follows it. */
export function beginChain(): { genesis: LedgerRecord; chain: DevnetChain } {
  const { blob, state } = createGenesis();
  const genesis = deriveGenesis(blob).record;
  const frontier = new AccumulatorFrontier("TransactionAccumulator");
  frontier.append(hashTransactionInfo(genesis.info));
  return { genesis, chain: new DevnetChain(state, frontier) };
}
