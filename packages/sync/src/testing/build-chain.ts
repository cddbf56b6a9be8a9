import { u64 } from "@ledger/bcs";
import {
  AccumulatorFrontier,
  accumulatorRoot,
  ContractEvent,
  deriveGenesis,
  hashEvent,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  type LedgerRecord,
  SparseMerkleTree,
  type StateKey,
  sha3_256,
  sparseMerkleUpdate,
  stateWrites,
  Transaction,
  TransactionInfo,
  type Waypoint,
  type WriteOp,
  WriteSet,
} from "@ledger/types";
import {
  blockResource,
  type ChainValidator,
  chainResource,
  Events,
  encodeChainGenesis,
  encodeValidatorSet,
  epochResource,
  newBlockEvent,
  newEpochEvent,
  testAddress,
} from "./chain-genesis.ts";

/** The shape of a test chain. Everything has a default. */
export interface ChainOptions {
  /** Chain id; 4. */
  readonly chainId?: number | undefined;
  /** User transactions per block; 3. */
  readonly transactionsPerBlock?: number | undefined;
  /** Table items that a user transaction writes; 2. */
  readonly writesPerTransaction?: number | undefined;
  /** Bytes of a table item; 64. */
  readonly valueBytes?: number | undefined;
  /** Blocks per epoch; 0 (the default) for a chain that never leaves its first epoch. */
  readonly blocksPerEpoch?: number | undefined;
  /** Validators of every epoch; one without a usable key when absent. */
  readonly validators?: readonly ChainValidator[] | undefined;
  /** Distinguishes chains that are otherwise alike: enters block ids and values. */
  readonly salt?: number | undefined;
}

/** A chain that lies in memory. */
export interface TestChain {
  /** BCS of the genesis transaction. */
  readonly genesis: Uint8Array;
  readonly waypoint: Waypoint;
  /** All records, genesis first. */
  readonly records: readonly LedgerRecord[];
}

/**
 * Builds a small ledger with correct hashes, accumulator and state roots: for tests of whatever reads or follows a
 * ledger. Nothing in it is executed and no signature is valid. The same options give the same bytes.
 *
 * @param blocks - blocks after genesis
 */
export function buildChain(blocks: number, options: ChainOptions = {}): TestChain {
  const genesis = deriveGenesis(encodeGenesis(options));
  const records = [genesis.record];
  for (const block of chainBlocks(blocks, options)) records.push(...block);
  return { genesis: genesis.record.transaction, waypoint: genesis.waypoint, records };
}

/** Builds the blocks after genesis one by one, so that a long chain need not fit into memory. */
export function* chainBlocks(blocks: number, options: ChainOptions = {}): Generator<LedgerRecord[]> {
  const chain = new ChainBuilder(options);
  for (let i = 0; i < blocks; i++) yield chain.nextBlock();
}

function encodeGenesis({ chainId, validators }: ChainOptions): Uint8Array {
  return encodeChainGenesis({ chainId: chainId ?? 4, validators: validators ?? [defaultValidator] });
}

const defaultValidator: ChainValidator = { publicKey: new Uint8Array(48), votingPower: 1n };

/** Parts of a record that are chosen; the rest follows from them. */
interface Draft {
  readonly transaction: Transaction;
  readonly writes?: Iterable<[StateKey, WriteOp]>;
  readonly events?: readonly ContractEvent[];
  readonly endsBlock?: boolean;
}

class ChainBuilder {
  readonly #options: ChainOptions;
  readonly #frontier = new AccumulatorFrontier("TransactionAccumulator");
  readonly #state = new SparseMerkleTree();
  #version = 1n;
  #height = 0n;
  #epoch = 1n;
  #userTransactions = 0;

  constructor(options: ChainOptions) {
    this.#options = options;
    const genesis = deriveGenesis(encodeGenesis(options));
    this.#frontier.append(hashTransactionInfo(genesis.record.info));
    this.#state.update(genesis.writes.map(sparseMerkleUpdate));
  }

  nextBlock(): LedgerRecord[] {
    const { transactionsPerBlock = 3, blocksPerEpoch = 0 } = this.#options;
    this.#height += 1n;
    const height = this.#height;
    const id = sha3_256(u64.encode(height), u64.encode(BigInt(this.#options.salt ?? 0)));
    const timestampUsecs = 1_700_000_000_000_000n + height * 1_000_000n;
    const block = { id, epoch: this.#epoch, round: height, height, timestampUsecs };
    const endsEpoch = blocksPerEpoch > 0 && height % BigInt(blocksPerEpoch) === 0n;
    const records = [
      this.#seal({
        transaction: {
          kind: "BlockMetadata",
          value: {
            ...block,
            proposer: testAddress(0x7000),
            previousBlockVotesBitvec: new Uint8Array(0),
            failedProposerIndices: [],
          },
        },
        writes: [
          blockResource(height),
          chainResource("timestamp", "CurrentTimeMicroseconds", u64.encode(timestampUsecs)),
        ],
        events: [newBlockEvent(block)],
      }),
    ];
    for (let i = 0; i < transactionsPerBlock; i++) {
      records.push(this.#seal(this.#draftUserTransaction(endsEpoch && i === transactionsPerBlock - 1, timestampUsecs)));
    }
    if (!endsEpoch) records.push(this.#seal({ transaction: { kind: "StateCheckpoint", value: id }, endsBlock: true }));
    return records;
  }

  #draftUserTransaction(endsEpoch: boolean, timestampUsecs: bigint): Draft {
    const number = this.#userTransactions++;
    const { writesPerTransaction = 2, valueBytes = 64, chainId = 4, salt = 0, validators } = this.#options;
    const sender = testAddress(0xa000 + (number % 100));
    const writes: [StateKey, WriteOp][] = [];
    for (let i = 0; i < writesPerTransaction; i++) {
      const value = new Uint8Array(valueBytes).fill((number + i + salt) & 0xff);
      const key = u64.encode(BigInt((number * writesPerTransaction + i) % 10_000));
      writes.push([
        { kind: "TableItem", value: { handle: testAddress(0xb000), key } },
        { kind: "ModificationWithMetadata", value: { data: value, metadata } },
      ]);
    }
    const events: ContractEvent[] = [
      { kind: "V2", value: { typeTag: { kind: "U64" }, data: u64.encode(BigInt(number)) } },
    ];
    if (endsEpoch) {
      this.#epoch += 1n;
      writes.push(
        epochResource(this.#epoch, timestampUsecs),
        chainResource("stake", "ValidatorSet", encodeValidatorSet(validators ?? [defaultValidator])),
      );
      events.push(newEpochEvent(this.#epoch));
    }
    return {
      transaction: {
        kind: "UserTransaction",
        value: {
          rawTxn: {
            sender,
            sequenceNumber: BigInt(Math.floor(number / 100)),
            payload: {
              kind: "EntryFunction",
              value: {
                module: { address: testAddress(0xb000), name: "test" },
                function: "write",
                typeArgs: [],
                args: [u64.encode(BigInt(number))],
              },
            },
            maxGasAmount: 1000n,
            gasUnitPrice: 100n,
            expirationTimestampSecs: 2_000_000_000n,
            chainId,
          },
          authenticator: {
            kind: "Ed25519",
            value: { publicKey: new Uint8Array(32), signature: new Uint8Array(64) },
          },
        },
      },
      writes,
      events,
      endsBlock: endsEpoch,
    };
  }

  /** Makes a record of its parts: hashes them into an info, and the info into the accumulator. */
  #seal({ transaction, writes = [], events = [], endsBlock = false }: Draft): LedgerRecord {
    const transactionBytes = Transaction.encode(transaction);
    const writeSet: WriteSet = { kind: "V0", value: new Map(writes) };
    const writeSetBytes = WriteSet.encode(writeSet);
    this.#state.update(stateWrites(writeSet).map(sparseMerkleUpdate));
    const info = TransactionInfo.encode({
      kind: "V0",
      value: {
        gasUsed: 1n,
        status: { kind: "Success" },
        transactionHash: hashTransaction(transactionBytes),
        eventRootHash: accumulatorRoot(
          "EventAccumulator",
          events.map((event) => hashEvent(ContractEvent.encode(event))),
        ),
        stateChangeHash: hashWriteSet(writeSetBytes),
        stateCheckpointHash: endsBlock ? this.#state.root() : undefined,
        auxiliaryInfoHash: undefined,
      },
    });
    this.#frontier.append(hashTransactionInfo(info));
    const version = this.#version;
    this.#version += 1n;
    return {
      version,
      transaction: transactionBytes,
      info,
      events: Events.encode(events),
      writeSet: writeSetBytes,
      accumulatorRoot: this.#frontier.root(),
    };
  }
}

const metadata = { kind: "V0", value: { deposit: 0n, creationTimeUsecs: 1n } } as const;
