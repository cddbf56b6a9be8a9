import { type Address, bytesToHex, SignedTransaction, type StateView } from "@ledger/types";
import { type Cast, createCast } from "./customers.ts";
import { errands } from "./errands.ts";
import { Draw } from "./random.ts";
import { signRequest, type TransactionRequest } from "./request.ts";
import { findPlaces, type Places, type Scene } from "./scene.ts";
import { setUp } from "./setup.ts";
import { WorkloadView } from "./view.ts";

/** The chain and the accounts of a workload. */
export interface WorkloadOptions {
  readonly chainId: number;
  /** The account that owns the shop and pays for the beginning. */
  readonly cafe: { readonly address: Address; readonly privateKey: Uint8Array };
  /** The seed of all other keys and of all choices. */
  readonly seed?: string;
}

/** The ledger as a workload finds it. */
export interface Occasion {
  /** The latest state. */
  readonly state: StateView;
  /** Microseconds since the Unix epoch, not before the latest block. */
  readonly timestampUsecs: bigint;
}

const defaultSeed = "ledger demo";

/** Blocks in which the stages of the beginning follow one another without a pause. */
const firstBlocks = 20n;
/** Seconds between two attempts at a stage after that. */
const retrySecs = 10;

/**
 * The work of a coffee shop's customers: they publish, order, pay, send, mint, vote, and fail at times, with every kind of key
 * and payload; about two transactions a second. Their acts follow from the seed, the second and the state. A workload keeps
 * nothing, and continues from the state that it finds.
 */
export class Workload {
  readonly #chainId: number;
  readonly #seed: string;
  readonly #cast: Cast;
  readonly #places: Places;

  constructor({ chainId, cafe, seed = defaultSeed }: WorkloadOptions) {
    this.#chainId = chainId;
    this.#seed = seed;
    this.#cast = createCast(seed, cafe);
    this.#places = findPlaces(this.#cast);
  }

  /** Everybody who acts. */
  get cast(): Cast {
    return this.#cast;
  }

  /** The addresses of the things that the workload makes. */
  get places(): Places {
    return this.#places;
  }

  /**
   * What is wanted now. Ask again in another second, after these were executed.
   *
   * @returns BCS of signed transactions, in the order in which a sender's have to be executed
   */
  async nextTransactions({ state, timestampUsecs }: Occasion): Promise<Uint8Array[]> {
    const view = new WorkloadView(state);
    const context = { chainId: this.#chainId, nowSecs: timestampUsecs / 1_000_000n };
    const sequenceNumbers = new Map<string, bigint>();
    const signed: Uint8Array[] = [];
    for (const request of await this.#requests(Number(context.nowSecs), view)) {
      const { address } = request.sender;
      const id = bytesToHex(address);
      const next = sequenceNumbers.get(id) ?? (await view.findAccount(address))?.sequenceNumber ?? 0n;
      if (request.nonce === undefined) sequenceNumbers.set(id, next + 1n);
      signed.push(SignedTransaction.encode(signRequest(request, next, context)));
    }
    return signed;
  }

  async #requests(second: number, view: WorkloadView): Promise<TransactionRequest[]> {
    const sceneOf = (name: string): Scene => ({
      cast: this.#cast,
      places: this.#places,
      view,
      second,
      draw: new Draw(this.#seed, name, BigInt(second)),
    });
    const beginning = await setUp(sceneOf("set up"));
    if (beginning.length > 0) {
      // A stage that did not succeed is tried again, but not all the time.
      const isDue = second % retrySecs === 0 || (await view.height()) < firstBlocks;
      return isDue ? beginning : [];
    }
    const requests: TransactionRequest[] = [];
    for (const { name, every, at, request } of errands) {
      if (second % every !== at) continue;
      const wish = await request(sceneOf(name));
      if (wish !== undefined) requests.push(wish);
    }
    return requests;
  }
}
