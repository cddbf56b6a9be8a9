import {
  type Address,
  type BlockMetadata,
  deriveGenesis,
  ed25519AuthenticationKey,
  type HashValue,
  isNewEpochEvent,
  type RawTransaction,
  type SignedTransaction,
  sha3_256,
  signingMessage,
  Transaction,
  type TransactionPayload,
} from "@ledger/types";
import { readVectorBytes } from "@ledger/vectors/files";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import {
  BlockExecutor,
  type BlockOptions,
  type Change,
  coreResourcesAddress,
  type ExecutedBlock,
  Overlay,
  readFramework,
  sequenceNumberOf,
  testNetworkGenesis,
} from "../../src/index.ts";

export { functionCall as entry } from "@ledger/types";

/** Somebody with a key. */
export interface Account {
  readonly address: Address;
  readonly secretKey: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** An account whose key follows from a name. */
export function account(name: string, address?: Address): Account {
  const secretKey: Uint8Array = sha3_256(new TextEncoder().encode(name));
  const publicKey = ed25519.getPublicKey(secretKey);
  return { address: address ?? ed25519AuthenticationKey(publicKey), secretKey, publicKey };
}

const localChainId = 4;
const possessionDomain = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/** Geneses that were made before in this thread, by the interval of their epochs. */
const madeGeneses = new Map<bigint, Promise<Uint8Array>>();

/** BCS of the genesis of a test network whose keys follow from names. */
export function testGenesis(epochIntervalUsecs = 7_200_000_000n): Promise<Uint8Array> {
  const made = madeGeneses.get(epochIntervalUsecs) ?? makeGenesis(epochIntervalUsecs);
  madeGeneses.set(epochIntervalUsecs, made);
  return made;
}

async function makeGenesis(epochIntervalUsecs: bigint): Promise<Uint8Array> {
  const vm = new MoveVm({ natives: frameworkNatives });
  const framework = readFramework(readVectorBytes("genesis/devnet-2025-11.genesis.blob"));
  const secretKey = bls12_381.utils.randomSecretKey(new Uint8Array(48).fill(7));
  const { longSignatures } = bls12_381;
  const publicKey = longSignatures.getPublicKey(secretKey).toBytes();
  const proof = longSignatures.sign(longSignatures.hash(publicKey, possessionDomain), secretKey).toBytes();
  const validator = account("validator");
  const core = account("core resources", coreResourcesAddress);
  const transaction = await testNetworkGenesis(vm, framework, {
    chainId: localChainId,
    epochIntervalUsecs,
    coreResourcesKey: ed25519AuthenticationKey(core.publicKey),
    validators: [
      {
        address: validator.address,
        stake: 100_000_000_000_000n,
        consensusPublicKey: publicKey,
        proofOfPossession: proof,
      },
    ],
  });
  return Transaction.encode(transaction);
}

/** A chain in memory that makes a block of whatever it is given. */
export class LocalChain {
  readonly state: Overlay;
  readonly executor: BlockExecutor;
  readonly core = account("core resources", coreResourcesAddress);
  readonly validator: Address;
  timestampUsecs = 1_700_000_000_000_000n;
  /** The seed that the metadata of blocks brings along from now on, 32 bytes. */
  seed: Uint8Array | undefined;
  /** What the next block changes by hand. */
  edits: readonly Change[] | undefined;
  #epoch = 1n;
  #round = 0n;
  #height = 0;

  readonly #onBlock: ((block: ExecutedBlock) => void) | undefined;

  private constructor(genesis: Uint8Array, vm: MoveVm, validator: Address, onBlock?: (block: ExecutedBlock) => void) {
    this.#onBlock = onBlock;
    this.state = Overlay.of(deriveGenesis(genesis).writes);
    this.executor = new BlockExecutor(vm, this.state);
    this.validator = validator;
  }

  /** @param onBlock - called with every block, the first one too */
  static async start(epochIntervalUsecs?: bigint, onBlock?: (block: ExecutedBlock) => void): Promise<LocalChain> {
    const vm = new MoveVm({ natives: frameworkNatives });
    const genesis = await testGenesis(epochIntervalUsecs);
    const chain = new LocalChain(genesis, vm, account("validator").address, onBlock);
    // Time begins with the first block, far from that of genesis: it ends an epoch.
    await chain.block();
    return chain;
  }

  /** Makes a block. */
  block(...transactions: SignedTransaction[]): Promise<ExecutedBlock> {
    return this.blockOf(transactions);
  }

  async blockOf(transactions: readonly SignedTransaction[], options?: BlockOptions): Promise<ExecutedBlock> {
    this.timestampUsecs += 1_000_000n;
    this.#round += 1n;
    this.#height += 1;
    const id = sha3_256(Uint8Array.of(this.#height >> 8, this.#height)) as HashValue;
    const metadata: BlockMetadata = {
      id,
      epoch: this.#epoch,
      round: this.#round,
      proposer: this.validator,
      previousBlockVotesBitvec: Uint8Array.of(0x80),
      failedProposerIndices: [],
      timestampUsecs: this.timestampUsecs,
    };
    const { seed } = this;
    const randomness = seed && { metadata: { epoch: this.#epoch, round: this.#round }, randomness: seed };
    const input = {
      metadata: seed ? ({ kind: "V1", value: { ...metadata, randomness } } as const) : metadata,
      transactions,
      edits: this.edits,
    };
    const block = await this.executor.execute(input, options);
    this.edits = undefined;
    this.#onBlock?.(block);
    if (block.entries.at(-1)!.output.events.some(isNewEpochEvent)) {
      this.#epoch += 1n;
      this.#round = 0n;
    }
    return block;
  }

  /** A transaction of one signer. */
  async sign(
    sender: Account,
    payload: TransactionPayload,
    overrides: Partial<RawTransaction> = {},
  ): Promise<SignedTransaction> {
    const rawTxn: RawTransaction = {
      sender: sender.address,
      sequenceNumber: await sequenceNumberOf(sender.address, this.state),
      payload,
      maxGasAmount: 2_000_000n,
      gasUnitPrice: 100n,
      expirationTimestampSecs: this.timestampUsecs / 1_000_000n + 60n,
      chainId: localChainId,
      ...overrides,
    };
    const signature = ed25519.sign(signingMessage(rawTxn), sender.secretKey);
    return { rawTxn, authenticator: { kind: "Ed25519", value: { publicKey: sender.publicKey, signature } } };
  }
}
