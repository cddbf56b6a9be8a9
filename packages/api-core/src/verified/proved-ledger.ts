import type { StoredValue } from "@ledger/state-store";
import {
  type Awaitable,
  BlockResource,
  bytesEqual,
  ChainIdResource,
  Configuration,
  CurrentTimeMicroseconds,
  decodeTransaction,
  frameworkKey,
  LruCache,
} from "@ledger/types";
import {
  type NodeReader,
  type ProofReader,
  type ProvedReads,
  type TrustedRoot,
  VerificationError,
  type VerifiedTransaction,
  type VouchedRoot,
  type WitnessRequest,
} from "@ledger/verifier";
import { StateAt } from "./state-at.ts";
import type { Witness } from "./witness.ts";

/** State of the chain itself, which every answer tells in its headers. */
const headKeys = {
  chainId: frameworkKey("chain_id", "ChainId"),
  block: frameworkKey("block", "BlockResource"),
  configuration: frameworkKey("reconfiguration", "Configuration"),
  time: frameworkKey("timestamp", "CurrentTimeMicroseconds"),
};

/** The newest proved state. */
export interface ProvedLedgerHead {
  readonly root: VouchedRoot;
  readonly version: bigint;
  readonly chainId: number;
  readonly blockHeight: bigint;
  readonly epoch: bigint;
  readonly timestampUsecs: bigint;
}

/** Versions whose proved state is kept at hand. */
const keptStates = 4;
/** Transactions that are kept at hand. */
const keptRecords = 64;

/** A transaction, and the root that it was proved under. */
interface ProvedRecord {
  readonly root: TrustedRoot;
  readonly transaction: VerifiedTransaction;
}

/** A ledger of which nothing is held: what is read of it is proved when it is asked for, and kept for a while. */
export class ProvedLedger {
  readonly reader: ProofReader;
  readonly #states = new LruCache<bigint, StateAt>(keptStates);
  readonly #records = new LruCache<bigint, ProvedRecord>(keptRecords);
  readonly #listeners = new Set<(key: Uint8Array) => void>();
  #head: ProvedLedgerHead | undefined;
  #refusal: VerificationError | undefined;

  constructor(reader: ProofReader) {
    this.reader = reader;
  }

  /** The newest state that was opened. */
  get head(): ProvedLedgerHead {
    if (this.#head === undefined) throw new Error("the ledger was not opened");
    return this.#head;
  }

  /** The last proof that was refused while something was read. */
  get refusal(): VerificationError | undefined {
    return this.#refusal;
  }

  /**
   * Opens the newest state.
   *
   * @param keys - more keys to prove together with its head
   * @throws VerificationError
   */
  async renew(keys: readonly Uint8Array[] = []): Promise<void> {
    const wanted = [...Object.values(headKeys), ...keys];
    let opened: StateAt | undefined;
    const { root, state } = await this.reader.open((version, root) => {
      opened = this.#stateAt(version, root);
      return opened.missing(wanted);
    });
    const { ledgerVersion: version } = root;
    const known = opened!;
    if (state !== undefined) known.accept(wanted, state);
    // Another question may have found a newer state meanwhile.
    if (this.#head !== undefined && this.#head.version >= version) return expectOneRoot(this.#head.root, root);
    const read = (key: Uint8Array): Uint8Array => {
      const found = known.get(key)?.bytes;
      if (found === undefined) throw new VerificationError("value", `version ${version} is no state of a chain`);
      return found;
    };
    this.#head = {
      ...{ root, version },
      chainId: ChainIdResource.decode(read(headKeys.chainId)).id,
      blockHeight: BlockResource.decode(read(headKeys.block)).height,
      epoch: Configuration.decode(read(headKeys.configuration)).epoch,
      timestampUsecs: CurrentTimeMicroseconds.decode(read(headKeys.time)).microseconds,
    };
  }

  /**
   * Has the state proved that a call reads, see {@link ProofReader.witness}.
   *
   * @param first - index of the node to ask first
   */
  async takeWitness(request: WitnessRequest, version: bigint, first: number): Promise<Witness> {
    const { root } = this.head;
    return this.#witnessOf(await this.reader.witness(request, version, root, first), root);
  }

  /**
   * Has the state of the head proved that a call reads, while the head is still being found: of the node that is asked for both, that is
   * mostly the same version.
   *
   * @param renewed - see {@link renew}
   * @returns `undefined` where it is not
   */
  async takeNewestWitness(request: WitnessRequest, renewed: Promise<void>): Promise<Witness | undefined> {
    const opening = renewed.then(() => this.head.root);
    const reads = await this.reader.newestWitness(request, opening);
    return reads && this.#witnessOf(reads, await opening);
  }

  #witnessOf({ keys, state }: ProvedReads, root: TrustedRoot): Witness {
    const { version } = state;
    const known = this.#stateAt(version, root);
    known.accept(keys, state);
    const witness = {
      ...{ version, isIncomplete: false },
      read: (key: Uint8Array): StoredValue | undefined => {
        this.#tell(key);
        if (known.missing([key]).length === 0) return known.get(key);
        witness.isIncomplete = true;
        const text = `incomplete witness: the call reads state of version ${version} that the node did not prove`;
        this.#refusal = new VerificationError("value", text);
        throw this.#refusal;
      },
    };
    return witness;
  }

  /** Proves keys together that will be read at a version. */
  async prefetch(version: bigint, keys: readonly Uint8Array[]): Promise<void> {
    const state = this.#stateAt(version, this.head.root);
    await Promise.all(state.missing(keys).map((key) => state.read(key)));
  }

  /**
   * The proved value of a key.
   *
   * @param version - the last one of a block
   */
  readState(version: bigint, key: Uint8Array): Awaitable<StoredValue | undefined> {
    this.#tell(key);
    const found = this.#stateAt(version, this.head.root).read(key);
    return found instanceof Promise ? this.#watched(found) : found;
  }

  #tell(key: Uint8Array): void {
    for (const listen of this.#listeners) listen(key);
  }

  /** Calls back with every key that is read, until the returned function is called. */
  listen(see: (key: Uint8Array) => void): () => void {
    this.#listeners.add(see);
    return () => this.#listeners.delete(see);
  }

  /** A proved transaction. */
  record(version: bigint): Awaitable<VerifiedTransaction> {
    return this.#known(version) ?? this.#watched(this.#prove(version));
  }

  /** A transaction that was proved under the root of the head. */
  #known(version: bigint): VerifiedTransaction | undefined {
    const known = this.#records.get(version);
    return known !== undefined && isSameRoot(known.root, this.head.root) ? known.transaction : undefined;
  }

  async #prove(version: bigint): Promise<VerifiedTransaction> {
    const { root } = this.head;
    const transaction = await this.reader.transaction(version, root);
    this.#records.set(version, { root, transaction });
    return transaction;
  }

  /**
   * Time of the block of a version. The node says where the block begins and ends; that its first transaction and the state at its end
   * have one time shows it, since every block's time is later than that of the block before, or the same. The genesis alone has no
   * transaction with a time; it is the whole of its block.
   */
  timeOf(version: bigint): Promise<bigint> {
    return this.#watched(this.#timeOf(version));
  }

  /** Asks one node after the other, until what one says of the block holds. */
  async #timeOf(version: bigint): Promise<bigint> {
    let fault: unknown;
    for (const node of this.reader.nodes) {
      try {
        return await this.#timeBy(node, version);
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  async #timeBy(node: NodeReader, version: bigint): Promise<bigint> {
    const { first, last } = await readClaimedBlock(node, version);
    if (first > version || last < version || last > this.head.version)
      throw new VerificationError("value", `versions ${first} to ${last} are not the block of version ${version}`);
    const stored = await this.#stateAt(last, this.head.root).read(headKeys.time);
    const end = stored && CurrentTimeMicroseconds.decode(stored.bytes).microseconds;
    if (last === 0n && end !== undefined) return end;
    const transaction = decodeTransaction(this.#known(first) ?? (await this.#prove(first)));
    const start =
      transaction?.kind === "BlockMetadata"
        ? transaction.value.timestampUsecs
        : transaction?.kind === "BlockMetadataExt"
          ? transaction.value.value.timestampUsecs
          : undefined;
    if (start !== undefined && start === end) return start;
    throw new VerificationError(
      "value",
      `the block of version ${version} does not begin at ${first} and end at ${last}`,
    );
  }

  /** State at a version, as far as it was proved under a root. What was proved under another one may be of a ledger that was begun again since. */
  #stateAt(version: bigint, root: TrustedRoot): StateAt {
    const known = this.#states.get(version);
    if (known !== undefined) {
      expectOneRoot(known.root, root);
      if (isSameRoot(known.root, root)) return known;
    }
    const state = new StateAt(this.reader, version, root);
    this.#states.set(version, state);
    return state;
  }

  /** Notes what was refused, for those that get no more than an error of the code that read it. */
  async #watched<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof VerificationError) this.#refusal = error;
      throw error;
    }
  }
}

/** The block of a version, as a node says it: nothing of it is proved. */
async function readClaimedBlock(node: NodeReader, version: bigint): Promise<{ first: bigint; last: bigint }> {
  const { json } = await node.askJson(`/blocks/by_version/${version}`);
  const { first_version: first, last_version: last } = (json ?? {}) as Readonly<Record<string, unknown>>;
  const isNumber = (text: unknown): text is string => typeof text === "string" && /^[0-9]{1,20}$/.test(text);
  if (isNumber(first) && isNumber(last)) return { first: BigInt(first), last: BigInt(last) };
  throw new VerificationError("value", `${node.url} does not say which block version ${version} is in`);
}

function isSameRoot(a: TrustedRoot, b: TrustedRoot): boolean {
  return a.ledgerVersion === b.ledgerVersion && bytesEqual(a.accumulatorRoot, b.accumulatorRoot);
}

/** Checks that a ledger has one root at a version. @throws VerificationError `agreement` */
function expectOneRoot(known: TrustedRoot, { ledgerVersion: version, accumulatorRoot }: TrustedRoot): void {
  if (version !== known.ledgerVersion || bytesEqual(accumulatorRoot, known.accumulatorRoot)) return;
  throw new VerificationError("agreement", `version ${version} has another root now than before`);
}
