import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { ascending, nextBucket, readBlockPrice } from "./block-price.ts";

/** Recent blocks of the epoch that each estimate looks at. */
const lowBlocks = 10;
const marketBlocks = 30;
const aggressiveBlocks = 120;

/** Prices for a transaction that can wait, that should be taken soon, and that must be, in octas per gas unit. */
export interface GasEstimate {
  readonly low: bigint;
  readonly market: bigint;
  readonly aggressive: bigint;
}

/**
 * Estimates the gas price from recent blocks. What a block took never changes, so each is read once: a new block costs one
 * read, however long the window is.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.11 | Specification, REST API 9.11}
 */
export class GasEstimator {
  readonly #store: LedgerReader;
  readonly #minimum: bigint;
  /** Price by height, of the blocks in the longest window: they are all of one epoch. */
  #prices = new Map<bigint, bigint>();
  #epoch: bigint | undefined;
  #latest: { readonly height: bigint; readonly estimate: GasEstimate } | undefined;

  /** @param minimum - lowest price the network takes */
  constructor(store: LedgerReader, minimum: bigint) {
    this.#store = store;
    this.#minimum = minimum;
  }

  async estimate(ledger: LedgerSummary): Promise<GasEstimate> {
    if (this.#latest?.height === ledger.blockHeight) return this.#latest.estimate;
    const prices = await this.#recentPrices(ledger);
    const estimate = estimateFrom(prices, this.#minimum);
    this.#latest = { height: ledger.blockHeight, estimate };
    return estimate;
  }

  /** Newest first; blocks of the current epoch only, as far as they are kept. */
  async #recentPrices(ledger: LedgerSummary): Promise<bigint[]> {
    const prices = new Map<bigint, bigint>();
    if (this.#epoch !== ledger.epoch) this.#prices.clear();
    this.#epoch = ledger.epoch;
    for (let height = ledger.blockHeight; prices.size < aggressiveBlocks; height--) {
      // Genesis holds no user transactions.
      if (height < ledger.oldestBlockHeight || height < 1n) break;
      const price = this.#prices.get(height) ?? (await this.#readPrice(height, ledger.epoch));
      if (price === undefined) break;
      prices.set(height, price);
    }
    this.#prices = prices;
    return [...prices.values()];
  }

  async #readPrice(height: bigint, epoch: bigint): Promise<bigint | undefined> {
    const block = await this.#store.findBlockByHeight(height);
    return block?.epoch === epoch ? readBlockPrice(this.#store, block, this.#minimum) : undefined;
  }
}

/** The estimates of a window of block prices, newest first. */
export function estimateFrom(prices: readonly bigint[], minimum: bigint): GasEstimate {
  const low = ascending(prices.slice(0, lowBlocks))[0] ?? minimum;
  const median = quantile(prices.slice(0, marketBlocks), 0.5) ?? minimum;
  const market = ascending([low, median])[1] as bigint;
  const high = quantile(prices, 0.9) ?? minimum;
  return { low, market, aggressive: nextBucket(ascending([market, high])[1] as bigint) };
}

function quantile(prices: readonly bigint[], part: number): bigint | undefined {
  return ascending(prices)[Math.floor(prices.length * part)];
}
