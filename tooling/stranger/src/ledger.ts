import { address, join, sequence, sized, text, u8, u64 } from "./bytes.ts";
import {
  type BlockFacts,
  blockMetadata,
  blockResource,
  configuration,
  frameworkKey,
  genesisTransaction,
  type Key,
  keyForHash,
  keyName,
  moduleEvent,
  newBlockEvent,
  newEpochEvent,
  resourceKey,
  stateCheckpoint,
  structTag,
  transactionInfo,
  userTransaction,
  type Validator,
  type Value,
  validatorSet,
  valueBcs,
  type Write,
  writeSetBcs,
} from "./encode.ts";
import { Accumulator, accumulatorRoot, type StateLeaf, sha3, stateRoot, typedHash } from "./hashes.ts";

/** A committed transaction with everything that an upstream or a backup tells of it. */
export interface StrangerRecord {
  readonly version: bigint;
  readonly transaction: Uint8Array;
  readonly info: Uint8Array;
  /** BCS of the vector of events. */
  readonly events: Uint8Array;
  readonly writeSet: Uint8Array;
  readonly accumulatorRoot: Uint8Array;
}

/** A block. */
export interface StrangerBlock extends BlockFacts {
  readonly first: bigint;
  readonly last: bigint;
  /** The validators of the epoch that begins after it, where it ends one. */
  readonly nextValidators?: readonly Validator[] | undefined;
}

/** How a ledger is made. */
export interface LedgerOptions {
  readonly seed: number;
  readonly chainId?: number;
  readonly validators?: readonly Validator[];
  /** Every so many blocks an epoch ends. */
  readonly blocksPerEpoch?: number;
  /** Every so many user transactions one is of a kind that no release knows. */
  readonly unknownEvery?: number;
}

const defaultValidators: readonly Validator[] = [{ publicKey: new Uint8Array(48).fill(0xa1), power: 1n }];
const startTime = 1_700_000_000_000_000n;
const accounts = Array.from({ length: 6 }, (_, i) => address(0xa000 + i));
const table = address(0x7ab1e);

/** Numbers that follow from a seed. */
export function createNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Keys of table items of every shape: those that are text are whole keys of other items, when their length is read as a length. */
export const tableKeys: readonly Uint8Array[] = [
  ...Array.from({ length: 8 }, (_, i) => u64(i)),
  ...Array.from({ length: 6 }, (_, i) => text(`item ${i}`)),
  ...Array.from({ length: 4 }, (_, i) => sized(text(`item ${i}`))),
  address(0xa000),
  u8(3),
  join(u8(2), u8(1), u8(0)),
  new Uint8Array(0),
  new Uint8Array(200).fill(5),
].filter((key) => key.length > 0);

/**
 * A ledger made from the specification alone, with its whole state at every version: blocks of user transactions that write
 * and remove resources and table items, epochs that end, and, where that is asked for, transactions of an unknown kind.
 */
export class StrangerLedger {
  readonly chainId: number;
  /** By version. */
  readonly records: StrangerRecord[] = [];
  readonly blocks: StrangerBlock[] = [];
  readonly genesis: Uint8Array;
  /** Leaves of the transaction accumulator, by version. */
  readonly leaves: Uint8Array[] = [];
  readonly #options: LedgerOptions;
  #numbers: (below: number) => number;
  #accumulator = new Accumulator();
  #state = new Map<string, { readonly key: Key; readonly value: Value; readonly leaf: StateLeaf }>();
  /** Values by key, ascending by version; `undefined` where a key was removed. */
  readonly #history = new Map<string, { readonly key: Key; readonly values: [bigint, Value | undefined][] }>();
  #epoch = 0n;
  #sequence = 0n;
  #users = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.chainId = options.chainId ?? 4;
    this.#numbers = createNumbers(options.seed);
    const validators = options.validators ?? defaultValidators;
    const writes: Write[] = [
      [frameworkKey("chain_id", "ChainId"), { bytes: u8(this.chainId) }],
      [frameworkKey("stake", "ValidatorSet"), { bytes: validatorSet(validators) }],
      [frameworkKey("block", "BlockResource"), { bytes: blockResource(0n) }],
      [frameworkKey("reconfiguration", "Configuration"), { bytes: configuration(1n, 0n) }],
      ...accounts.map((owner, i): Write => [stateKey(owner, 0), { bytes: u64(i) }]),
      ...tableKeys.map((key, i): Write => [{ kind: "item", handle: table, key }, { bytes: text(`first ${i}`) }]),
    ];
    const start: BlockFacts = { id: new Uint8Array(32), epoch: 0n, round: 0n, height: 0n, timeUsecs: 0n };
    const events = [newBlockEvent(start), newEpochEvent(1n)];
    this.genesis = genesisTransaction(writeSetBcs(writes), events);
    this.#append(this.genesis, events, writes, true);
    this.blocks.push({ ...start, first: 0n, last: 0n, nextValidators: validators });
    this.#epoch = 1n;
  }

  /** Latest version. */
  get head(): bigint {
    return BigInt(this.records.length - 1);
  }

  /** Every key that was ever written. */
  get keys(): readonly Key[] {
    return [...this.#history.values()].map(({ key }) => key);
  }

  /** Adds blocks. */
  grow(count: number): this {
    for (let i = 0; i < count; i++) this.#addBlock();
    return this;
  }

  /**
   * A ledger that is this one up to the end of a block, and another one from there on: every hash of it is right.
   *
   * @param seed - of what follows
   */
  fork(height: number, seed: number): StrangerLedger {
    const other = new StrangerLedger(this.#options);
    other.grow(height);
    other.#numbers = createNumbers(seed);
    // The first block of the fork differs in its id, whatever the numbers are.
    return other;
  }

  /** A value at a version; `undefined` where the key does not exist then. */
  valueAt(key: Key, version: bigint): Value | undefined {
    const history = this.#history.get(keyName(key));
    return history?.values.findLast(([written]) => written <= version)?.[1];
  }

  /** Resources of an account at a version: struct tags and values of its resources. */
  resourcesAt(owner: Uint8Array, version: bigint): readonly (readonly [Uint8Array, Value])[] {
    const found: [Uint8Array, Value][] = [];
    for (const { key } of this.#history.values()) {
      if (key.kind !== "path" || key.path[0] !== 1 || Buffer.compare(key.address, owner) !== 0) continue;
      const value = this.valueAt(key, version);
      if (value !== undefined) found.push([key.path.subarray(1), value]);
    }
    return found.sort((a, b) => Buffer.compare(a[0], b[0]));
  }

  /** The block that holds a version. */
  blockOf(version: bigint): StrangerBlock | undefined {
    return this.blocks.find(({ first, last }) => first <= version && version <= last);
  }

  #addBlock(): void {
    const height = BigInt(this.blocks.length);
    const timeUsecs = startTime + height * 250_000n;
    const id = sha3(join(u64(height), u64(this.#numbers(2 ** 31))));
    const facts: BlockFacts = { id, epoch: this.#epoch, round: height, height, timeUsecs };
    const first = BigInt(this.records.length);
    const every = this.#options.blocksPerEpoch;
    const endsEpoch = every !== undefined && this.blocks.length % every === 0;
    const start: Write[] = [[frameworkKey("block", "BlockResource"), { bytes: blockResource(height) }]];
    if (endsEpoch) {
      // The transaction that ends an epoch is the last one of its block.
      const validators = this.#options.validators ?? defaultValidators;
      const next = this.#epoch + 1n;
      start.push(
        [frameworkKey("reconfiguration", "Configuration"), { bytes: configuration(next, timeUsecs) }],
        [frameworkKey("stake", "ValidatorSet"), { bytes: validatorSet(validators) }],
      );
      this.#append(blockMetadata(facts), [newBlockEvent(facts), newEpochEvent(next)], start, true);
      this.blocks.push({ ...facts, first, last: first, nextValidators: validators });
      this.#epoch = next;
      return;
    }
    this.#append(blockMetadata(facts), [newBlockEvent(facts)], start, false);
    const users = this.#numbers(4);
    for (let i = 0; i < users; i++) this.#addUser(timeUsecs);
    this.#append(stateCheckpoint(id), [], [], true);
    this.blocks.push({ ...facts, first, last: BigInt(this.records.length - 1) });
  }

  #addUser(timeUsecs: bigint): void {
    const writes = new Map<string, Write>();
    for (let i = 0; i <= this.#numbers(4); i++) {
      const key: Key =
        this.#numbers(2) === 0
          ? stateKey(accounts[this.#numbers(accounts.length)]!, this.#numbers(5))
          : { kind: "item", handle: table, key: tableKeys[this.#numbers(tableKeys.length)]! };
      const removed = this.#numbers(5) === 0 && this.#state.has(keyName(key));
      const metadata = this.#numbers(2) === 0 ? undefined : { deposit: 7n, createdUsecs: timeUsecs };
      const bytes = text(`value ${this.#numbers(1_000_000)}`);
      writes.set(keyName(key), [key, removed ? undefined : { bytes, metadata }]);
    }
    this.#users += 1;
    const args = [u64(this.#numbers(1_000_000)), new Uint8Array(this.#numbers(60)).fill(1)];
    const sender = accounts[0]!;
    const call = { sender, sequence: this.#sequence++, chainId: this.chainId, expires: timeUsecs / 1_000_000n + 60n };
    const known = userTransaction({ ...call, args });
    const { unknownEvery } = this.#options;
    const isUnknown = unknownEvery !== undefined && this.#users % unknownEvery === 0;
    const transaction = isUnknown ? join(u8(0x60), sized(args[0]!), text("a kind of a later release")) : known;
    this.#append(transaction, [moduleEvent("Wrote", u64(this.#users))], [...writes.values()], false);
  }

  #append(transaction: Uint8Array, events: readonly Uint8Array[], writes: readonly Write[], endsBlock: boolean): void {
    const version = BigInt(this.records.length);
    for (const [key, value] of writes) {
      const name = keyName(key);
      const history = this.#history.get(name) ?? { key, values: [] };
      history.values.push([version, value]);
      this.#history.set(name, history);
      if (value === undefined) this.#state.delete(name);
      else {
        const leaf = [typedHash("StateKey", keyForHash(key)), typedHash("StateValue", valueBcs(value))] as const;
        this.#state.set(name, { key, value, leaf });
      }
    }
    const writeSet = writeSetBcs(writes);
    const info = transactionInfo({
      gas: version === 0n ? 0n : 3n,
      transactionHash: typedHash("Transaction", transaction),
      eventRoot: accumulatorRoot(
        "EventAccumulator",
        events.map((event) => typedHash("ContractEvent", event)),
      ),
      stateChange: typedHash("WriteSet", writeSet),
      checkpoint: endsBlock ? stateRoot([...this.#state.values()].map(({ leaf }) => leaf)) : undefined,
    });
    const leaf = typedHash("TransactionInfo", info);
    this.leaves.push(leaf);
    this.#accumulator.add(leaf);
    this.records.push({
      version,
      transaction,
      info,
      events: sequence(events),
      writeSet,
      accumulatorRoot: this.#accumulator.root(),
    });
  }
}

/** The accounts that hold resources. */
export const strangerAccounts: readonly Uint8Array[] = accounts;

/** The handle of the table that holds {@link tableKeys}. */
export const strangerTable: Uint8Array = table;

function stateKey(owner: Uint8Array, index: number): Key {
  return resourceKey(owner, structTag(address(1), "stranger", `R${index}`));
}
