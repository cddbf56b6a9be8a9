import { bytes, type Codec, defineCodec, enumeration, map, struct, unit, vector } from "@ledger/bcs";
import { StateKey } from "./state-key.ts";
import { DataWithMetadata, type StateValue, StateValueMetadata } from "./state-value.ts";

/**
 * The change that a transaction made to one key. Creation and modification both mean "put", deletion means "remove": which of the two
 * puts a chain recorded is historical and says nothing about whether the key existed.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.3 | Specification, chain types 4.3}
 */
export type WriteOp =
  | { readonly kind: "Creation" | "Modification"; readonly value: Uint8Array }
  | { readonly kind: "Deletion" }
  | { readonly kind: "CreationWithMetadata" | "ModificationWithMetadata"; readonly value: DataWithMetadata }
  | { readonly kind: "DeletionWithMetadata"; readonly value: { readonly metadata: StateValueMetadata } };

/** BCS of a write op. */
export const WriteOp: Codec<WriteOp> = enumeration("WriteOp", {
  Creation: bytes,
  Modification: bytes,
  Deletion: unit,
  CreationWithMetadata: DataWithMetadata,
  ModificationWithMetadata: DataWithMetadata,
  DeletionWithMetadata: struct("DeletionWithMetadata", { metadata: StateValueMetadata }),
});

/** Everything that a transaction wrote, by key. BCS orders keys by their bytes, so lengths of paths come first. */
export type WriteSet =
  | { readonly kind: "V0"; readonly value: ReadonlyMap<StateKey, WriteOp> }
  | { readonly kind: "V1"; readonly value: WriteSetV1 };

/** The write set of recent protocols. */
export interface WriteSetV1 {
  readonly writes: ReadonlyMap<StateKey, WriteOp>;
  /** Keys promoted to the hot tier; without effect on the state. Kept in the order they came in. */
  readonly hotKeys: readonly StateKey[];
  /** Extensions have no published layout: a write set that holds one is refused. */
  readonly extensions: readonly never[];
}

const Writes: Codec<ReadonlyMap<StateKey, WriteOp>> = map(StateKey, WriteOp);

/** The items of a list that must be empty, because their form is not published. */
const UnpublishedExtension: Codec<never> = defineCodec<never>({
  name: "WriteSetExtension",
  minSize: 1,
  read: (reader) => {
    throw reader.error("unknown_variant", "WriteSetExtension");
  },
  write: (writer) => {
    throw writer.error("unknown_variant", "WriteSetExtension");
  },
});

/**
 * BCS of a write set. Keys are strictly ascending by their BCS.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.3 | Specification, chain types 4.3} for variant 1
 */
export const WriteSet: Codec<WriteSet> = enumeration("WriteSet", {
  V0: Writes,
  V1: struct("WriteSetV1", { writes: Writes, hotKeys: vector(StateKey), extensions: vector(UnpublishedExtension) }),
});

/**
 * The writes of a write set of either variant. A decoded write set lists them in the order of their keys' BCS.
 *
 * @example
 * ```ts
 * for (const [key, op] of writesOf(WriteSet.decode(bytes))) apply(encodeStateKey(key), writeOpData(op));
 * ```
 */
export function writesOf(writeSet: WriteSet): ReadonlyMap<StateKey, WriteOp> {
  return writeSet.kind === "V0" ? writeSet.value : writeSet.value.writes;
}

/** The bytes that a write op puts; `undefined` when it removes the key. */
export function writeOpData(op: WriteOp): Uint8Array | undefined {
  switch (op.kind) {
    case "Creation":
    case "Modification":
      return op.value;
    case "CreationWithMetadata":
    case "ModificationWithMetadata":
      return op.value.data;
    default:
      return undefined;
  }
}

/** The metadata that a write op carries, if any. */
export function writeOpMetadata(op: WriteOp): StateValueMetadata | undefined {
  switch (op.kind) {
    case "CreationWithMetadata":
    case "ModificationWithMetadata":
    case "DeletionWithMetadata":
      return op.value.metadata;
    default:
      return undefined;
  }
}

/** The state value that a write op puts; `undefined` when it removes the key. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#5.2 | Specification, chain types 5.2} */
export function writeOpToStateValue(op: WriteOp): StateValue | undefined {
  switch (op.kind) {
    case "Creation":
    case "Modification":
      return { kind: "V0", value: op.value };
    case "CreationWithMetadata":
    case "ModificationWithMetadata":
      return { kind: "WithMetadata", value: op.value };
    default:
      return undefined;
  }
}
