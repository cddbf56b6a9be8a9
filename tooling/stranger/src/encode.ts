// State keys, write sets, events, transactions and infos by the tables of Specification, chain types 3, chain types 4, chain types 5, chain types 6.
import { address, compare, hex, join, optional, sequence, sized, text, u8, u32, u64, u128 } from "./bytes.ts";

/** A key of the state: what an account holds, or an item of a table. */
export type Key =
  | { readonly kind: "path"; readonly address: Uint8Array; readonly path: Uint8Array }
  | { readonly kind: "item"; readonly handle: Uint8Array; readonly key: Uint8Array };

/** A key as write sets and requests spell it. */
export function keyBcs(key: Key): Uint8Array {
  return key.kind === "path" ? join(u8(0), key.address, sized(key.path)) : join(u8(1), key.handle, sized(key.key));
}

/** A key as its hash spells it: items without the length of their key. */
export function keyForHash(key: Key): Uint8Array {
  return key.kind === "path" ? keyBcs(key) : join(u8(1), key.handle, key.key);
}

/** Reads a key from a request. @returns `undefined` for bytes that are none, or have more after them */
export function parseKey(bytes: Uint8Array): Key | undefined {
  if (bytes.length < 34 || bytes[0]! > 1) return undefined;
  let at = 33;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined || shift > 28) return undefined;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) {
      if (byte === 0 && shift > 0) return undefined;
      break;
    }
  }
  if (bytes.length !== at + length) return undefined;
  const [owner, rest] = [bytes.slice(1, 33), bytes.slice(at)];
  return bytes[0] === 0 ? { kind: "path", address: owner, path: rest } : { kind: "item", handle: owner, key: rest };
}

/** A struct tag without type arguments. */
export const structTag = (owner: Uint8Array, module: string, name: string): Uint8Array =>
  join(owner, text(module), text(name), sequence([]));

/** The key of a resource. */
export const resourceKey = (owner: Uint8Array, tag: Uint8Array): Key => ({
  kind: "path",
  address: owner,
  path: join(u8(1), tag),
});

/** A value as it is written, or its removal. */
export type Write = readonly [Key, Value | undefined];

/** A value of the state. */
export interface Value {
  readonly bytes: Uint8Array;
  /** Deposit and time of creation, where the value carries them. */
  readonly metadata?: { readonly deposit: bigint; readonly createdUsecs: bigint } | undefined;
}

const metadataBcs = ({ deposit, createdUsecs }: NonNullable<Value["metadata"]>): Uint8Array =>
  join(u8(0), u64(deposit), u64(createdUsecs));

/** `StateValue`: as it is hashed, and as it is answered. */
export const valueBcs = ({ bytes, metadata }: Value): Uint8Array =>
  metadata === undefined ? join(u8(0), sized(bytes)) : join(u8(1), sized(bytes), metadataBcs(metadata));

/** A write set of variant 0: ascending by the bytes of the keys. */
export function writeSetBcs(writes: readonly Write[]): Uint8Array {
  const entries = writes.map(([key, value]) => {
    if (value === undefined) return [keyBcs(key), u8(2)] as const;
    const op =
      value.metadata === undefined
        ? join(u8(1), sized(value.bytes))
        : join(u8(4), sized(value.bytes), metadataBcs(value.metadata));
    return [keyBcs(key), op] as const;
  });
  entries.sort((a, b) => compare(a[0], b[0]));
  return join(u8(0), sequence(entries.map(([key, op]) => join(key, op))));
}

const framework = address(1);

const handleEvent = (creation: number, number: bigint, tag: Uint8Array, data: Uint8Array): Uint8Array =>
  join(u8(0), u64(creation), framework, u64(number), u8(7), tag, sized(data));

/** A block. */
export interface BlockFacts {
  readonly id: Uint8Array;
  readonly epoch: bigint;
  readonly round: bigint;
  readonly height: bigint;
  readonly timeUsecs: bigint;
}

/** The event at the start of a block. */
export function newBlockEvent({ id, epoch, round, height, timeUsecs }: BlockFacts): Uint8Array {
  const data = join(
    id,
    u64(epoch),
    u64(round),
    u64(height),
    sized(u8(0x80)),
    address(0x51),
    sequence([]),
    u64(timeUsecs),
  );
  return handleEvent(3, height, structTag(framework, "block", "NewBlockEvent"), data);
}

/** The event at the end of an epoch. */
export const newEpochEvent = (epoch: bigint): Uint8Array =>
  handleEvent(2, epoch - 1n, structTag(framework, "reconfiguration", "NewEpochEvent"), u64(epoch));

/** A module event. */
export const moduleEvent = (name: string, data: Uint8Array): Uint8Array =>
  join(u8(1), u8(7), structTag(framework, "stranger", name), sized(data));

/** The transaction that starts a block. */
export const blockMetadata = ({ id, epoch, round, timeUsecs }: BlockFacts): Uint8Array =>
  join(u8(2), id, u64(epoch), u64(round), address(0x51), sized(u8(0x80)), sequence([u32(0)]), u64(timeUsecs));

/** The transaction that ends a block. */
export const stateCheckpoint = (id: Uint8Array): Uint8Array => join(u8(3), id);

/** A user's call of an entry function, with a signature that only looks like one. */
export function userTransaction(call: {
  readonly sender: Uint8Array;
  readonly sequence: bigint;
  readonly chainId: number;
  readonly expires: bigint;
  readonly args: readonly Uint8Array[];
}): Uint8Array {
  const payload = join(u8(2), framework, text("stranger"), text("write"), sequence([]), sequence(call.args.map(sized)));
  const authenticator = join(u8(0), sized(new Uint8Array(32).fill(7)), sized(new Uint8Array(64).fill(9)));
  return join(
    u8(0),
    call.sender,
    u64(call.sequence),
    payload,
    u64(2000),
    u64(100),
    u64(call.expires),
    u8(call.chainId),
    authenticator,
  );
}

/** A validator of an epoch. */
export interface Validator {
  /** BLS12-381 public key, 48 bytes. */
  readonly publicKey: Uint8Array;
  readonly power: bigint;
}

const validatorAddress = (index: number): Uint8Array => address(0x5000 + index);

/** `0x1::stake::ValidatorSet`. */
export function validatorSet(validators: readonly Validator[]): Uint8Array {
  const active = validators.map(({ publicKey, power }, index) =>
    join(validatorAddress(index), u64(power), sized(publicKey), sized(u8(0)), sized(u8(0)), u64(index)),
  );
  const total = validators.reduce((sum, { power }) => sum + power, 0n);
  return join(u8(0), sequence(active), sequence([]), sequence([]), u128(total), u128(0n));
}

/** `EpochState`: an epoch with its validators. */
export const epochState = (epoch: bigint, validators: readonly Validator[]): Uint8Array =>
  join(
    u64(epoch),
    sequence(
      validators.map(({ publicKey, power }, index) => join(validatorAddress(index), sized(publicKey), u64(power))),
    ),
  );

const eventHandle = (count: bigint, creation: number): Uint8Array => join(u64(count), u64(creation), framework);

/** `0x1::block::BlockResource`. */
export const blockResource = (height: bigint): Uint8Array =>
  join(u64(height), u64(7_200_000_000n), eventHandle(height + 1n, 3), eventHandle(0n, 4));

/** `0x1::reconfiguration::Configuration`. */
export const configuration = (epoch: bigint, timeUsecs: bigint): Uint8Array =>
  join(u64(epoch), u64(timeUsecs), eventHandle(epoch, 2));

/** The key of a resource of `0x1`. */
export const frameworkKey = (module: string, name: string): Key =>
  resourceKey(framework, structTag(framework, module, name));

/** A genesis transaction: its write set and its events. */
export const genesisTransaction = (writeSet: Uint8Array, events: readonly Uint8Array[]): Uint8Array =>
  join(u8(1), u8(0), writeSet, sequence(events));

/** `TransactionInfo` of variant 0 of a successful transaction. */
export const transactionInfo = (info: {
  readonly gas: bigint;
  readonly transactionHash: Uint8Array;
  readonly eventRoot: Uint8Array;
  readonly stateChange: Uint8Array;
  readonly checkpoint: Uint8Array | undefined;
}): Uint8Array =>
  join(
    u8(0),
    u64(info.gas),
    u8(0),
    info.transactionHash,
    info.eventRoot,
    info.stateChange,
    optional(info.checkpoint),
    u8(0),
  );

/** Names a key in a map. */
export const keyName = (key: Key): string => hex(keyForHash(key));
