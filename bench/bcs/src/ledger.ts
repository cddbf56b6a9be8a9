import {
  bytes,
  type Codec,
  enumeration,
  fixedBytes,
  type InferInput,
  lazy,
  map,
  string,
  struct,
  tuple,
  u8,
  u64,
  u64Array,
  unit,
  vector,
} from "@ledger/bcs";
import {
  numbers,
  type StructTag as StructTagFixture,
  shuffledMap,
  signingRequest,
  sortedMap,
  strings,
  writeSet,
} from "./fixtures.ts";
import type { Library } from "./library.ts";

const address = fixedBytes(32);

type TypeTag =
  | { readonly kind: "Bool" | "U8" | "U64" | "U128" | "Address" | "Signer" }
  | { readonly kind: "Vector"; readonly value: TypeTag }
  | { readonly kind: "Struct"; readonly value: StructTag };
interface StructTag {
  readonly address: Uint8Array;
  readonly module: string;
  readonly name: string;
  readonly type_args: readonly TypeTag[];
}

const structTag: Codec<StructTag> = struct("StructTag", {
  address,
  module: string,
  name: string,
  type_args: vector(lazy("TypeTag", () => typeTag)),
});
const typeTag: Codec<TypeTag> = enumeration("TypeTag", {
  Bool: unit,
  U8: unit,
  U64: unit,
  U128: unit,
  Address: unit,
  Signer: unit,
  Vector: lazy("TypeTag", () => typeTag),
  Struct: structTag,
});
const EntryFunction = struct("EntryFunction", {
  module: struct("ModuleId", { address, name: string }),
  function: string,
  type_args: vector(typeTag),
  args: vector(bytes),
});
const RawTransaction = struct("RawTransaction", {
  sender: address,
  sequence_number: u64,
  payload: enumeration("TransactionPayload", { Script: unit, ModuleBundle: unit, EntryFunction }),
  max_gas_amount: u64,
  gas_unit_price: u64,
  expiration_timestamp_secs: u64,
  chain_id: u8,
});

const WriteSet = vector(
  tuple([
    enumeration("StateKey", {
      AccessPath: struct("AccessPath", { address, path: bytes }),
      TableItem: struct("TableItem", { handle: address, key: bytes }),
    }),
    enumeration("WriteOp", { Creation: bytes, Modification: bytes, Deletion: unit }),
  ]),
);

const toTypeTag = ({ struct }: { readonly struct: StructTagFixture }): TypeTag => ({
  kind: "Struct",
  value: { ...struct, type_args: struct.type_args.map(toTypeTag) },
});

function pair<T, Input>(codec: Codec<T, Input>, value: Input) {
  const encoded = codec.encode(value);
  return { encode: () => codec.encode(value), decode: () => codec.decode(encoded) };
}

/** Writes into one array over and over. */
function pairReusing<T, Input>(codec: Codec<T, Input>, value: Input) {
  const target = codec.encode(value);
  const encode = () => {
    codec.encodeInto(value, target);
    return target;
  };
  return { ...pair(codec, value), encode };
}

const opKinds = ["Creation", "Modification"] as const;

const transaction: InferInput<typeof RawTransaction> = {
  ...signingRequest,
  payload: {
    kind: "EntryFunction",
    value: { ...signingRequest.payload, type_args: signingRequest.payload.type_args.map(toTypeTag) },
  },
};

/** Ours. */
export const library: Library = {
  "signing request": pair(RawTransaction, transaction),
  "signing request, reused array": pairReusing(RawTransaction, transaction),
  "vector<u64>": pair(vector(u64), numbers),
  "vector<u64>, typed array": pair(u64Array, BigUint64Array.from(numbers)),
  "write set": pair(
    WriteSet,
    writeSet.map(({ key, op }) => [
      key.kind === 0
        ? { kind: "AccessPath", value: { address: key.address, path: key.path } }
        : { kind: "TableItem", value: { handle: key.handle, key: key.key } },
      op.kind === 2 ? { kind: "Deletion" } : { kind: opKinds[op.kind], value: op.data },
    ]),
  ),
  map: (() => {
    const codec = map(string, u64);
    const encoded = codec.encode(sortedMap);
    return { encode: () => codec.encode(shuffledMap), decode: () => codec.decode(encoded) };
  })(),
  "short strings": pair(vector(string), strings),
};
