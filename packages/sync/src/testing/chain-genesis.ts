import { u8, u64, vector } from "@ledger/bcs";
import {
  Address,
  BlockResource,
  Configuration,
  ContractEvent,
  type EventHandle,
  frameworkAddress,
  frameworkTag,
  NewBlockEvent,
  Path,
  type StateKey,
  Transaction,
  ValidatorSet,
  type WriteOp,
} from "@ledger/types";

/** A validator of a test chain. */
export interface ChainValidator {
  /** BLS12-381 public key, 48 bytes. */
  readonly publicKey: Uint8Array;
  readonly votingPower: bigint;
}

/** The parts of a test chain's genesis. */
export interface ChainGenesisOptions {
  readonly chainId: number;
  readonly validators: readonly ChainValidator[];
}

/** A genesis with just what every genesis must hold: chain id, configuration, validators and the block resource. */
export function encodeChainGenesis({ chainId, validators }: ChainGenesisOptions): Uint8Array {
  return Transaction.encode({
    kind: "GenesisTransaction",
    value: {
      kind: "Direct",
      value: {
        writeSet: {
          kind: "V0",
          value: new Map<StateKey, WriteOp>([
            chainResource("chain_id", "ChainId", u8.encode(chainId)),
            chainResource("stake", "ValidatorSet", encodeValidatorSet(validators)),
            blockResource(0n),
            epochResource(1n, 0n),
          ]),
        },
        events: [
          newBlockEvent({ id: new Uint8Array(32), epoch: 0n, round: 0n, height: 0n, timestampUsecs: 0n }),
          newEpochEvent(1n),
        ],
      },
    },
  });
}

/** A write of a resource of `0x1`. */
export function chainResource(module: string, name: string, value: Uint8Array): [StateKey, WriteOp] {
  const path = Path.encode({ kind: "Resource", value: frameworkTag(module, name) });
  return [
    { kind: "AccessPath", value: { address: frameworkAddress, path } },
    { kind: "Modification", value },
  ];
}

/** The block resource at a height. */
export function blockResource(height: bigint): [StateKey, WriteOp] {
  const value = BlockResource.encode({
    height,
    epochInterval: 7_200_000_000n,
    newBlockEvents: handle(3n, height + 1n),
    updateEpochIntervalEvents: handle(4n, 0n),
  });
  return chainResource("block", "BlockResource", value);
}

/** The configuration resource that begins an epoch. */
export function epochResource(epoch: bigint, time: bigint): [StateKey, WriteOp] {
  const value = Configuration.encode({ epoch, lastReconfigurationTime: time, events: handle(2n, epoch) });
  return chainResource("reconfiguration", "Configuration", value);
}

/** BCS of a validator set of active validators only. */
export function encodeValidatorSet(validators: readonly ChainValidator[]): Uint8Array {
  return ValidatorSet.encode({
    consensusScheme: 0,
    activeValidators: validators.map(({ publicKey, votingPower }, index) => ({
      address: testAddress(0x7000 + index),
      votingPower,
      config: {
        consensusPubkey: publicKey,
        networkAddresses: new Uint8Array(0),
        fullnodeAddresses: new Uint8Array(0),
        validatorIndex: BigInt(index),
      },
    })),
    pendingInactive: [],
    pendingActive: [],
    totalVotingPower: validators.reduce((sum, { votingPower }) => sum + votingPower, 0n),
    totalJoiningPower: 0n,
  });
}

/** The event at the start of a block. */
export function newBlockEvent(block: {
  readonly id: Uint8Array;
  readonly epoch: bigint;
  readonly round: bigint;
  readonly height: bigint;
  readonly timestampUsecs: bigint;
}): ContractEvent {
  return handleEvent(
    3n,
    block.height,
    frameworkTag("block", "NewBlockEvent"),
    NewBlockEvent.encode({
      hash: Address.decode(block.id),
      epoch: block.epoch,
      round: block.round,
      height: block.height,
      previousBlockVotesBitvec: new Uint8Array(0),
      proposer: testAddress(0x7000),
      failedProposerIndices: [],
      timeMicroseconds: block.timestampUsecs,
    }),
  );
}

/** The event at the end of an epoch. */
export function newEpochEvent(epoch: bigint): ContractEvent {
  return handleEvent(2n, epoch - 1n, frameworkTag("reconfiguration", "NewEpochEvent"), u64.encode(epoch));
}

/** An address that is a small number. */
export function testAddress(number: number): Address {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, number);
  return Address.decode(bytes);
}

/** BCS of the events of a record. */
export const Events = vector(ContractEvent);

function handleEvent(
  creationNumber: bigint,
  sequenceNumber: bigint,
  tag: ReturnType<typeof frameworkTag>,
  data: Uint8Array,
): ContractEvent {
  return {
    kind: "V1",
    value: {
      key: { creationNumber, accountAddress: frameworkAddress },
      sequenceNumber,
      typeTag: { kind: "Struct", value: tag },
      data,
    },
  };
}

function handle(creationNumber: bigint, count: bigint): EventHandle {
  return { count, key: { creationNumber, accountAddress: frameworkAddress } };
}
