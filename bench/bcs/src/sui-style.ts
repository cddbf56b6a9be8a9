import { numbers, shuffledMap, signingRequest, sortedMap, strings, writeSet } from "./fixtures.ts";
import type { Library } from "./library.ts";

type Bcs = typeof import("@mysten/bcs").bcs;

/** The works in the interface that `@mysten/bcs` and its descendant `@iota/bcs` share. */
export function makeSuiStyleLibrary(bcs: Bcs): Library {
  const byteVector = (bcs as Partial<Bcs>).byteVector?.() ?? bcs.vector(bcs.u8());
  const address = bcs.bytes(32);
  // biome-ignore lint/suspicious/noExplicitAny: the two types contain each other, which their interface cannot express
  const typeTag: any = bcs.enum("TypeTag", {
    bool: null,
    u8: null,
    u64: null,
    u128: null,
    address: null,
    signer: null,
    vector: bcs.lazy(() => typeTag),
    struct: bcs.lazy(() => structTag),
  });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const structTag: any = bcs.struct("StructTag", {
    address,
    module: bcs.string(),
    name: bcs.string(),
    type_args: bcs.vector(typeTag),
  });
  const entryFunction = bcs.struct("EntryFunction", {
    module: bcs.struct("ModuleId", { address, name: bcs.string() }),
    function: bcs.string(),
    type_args: bcs.vector(typeTag),
    args: bcs.vector(byteVector),
  });
  const rawTransaction = bcs.struct("RawTransaction", {
    sender: address,
    sequence_number: bcs.u64(),
    payload: bcs.enum("Payload", { Script: null, ModuleBundle: null, EntryFunction: entryFunction }),
    max_gas_amount: bcs.u64(),
    gas_unit_price: bcs.u64(),
    expiration_timestamp_secs: bcs.u64(),
    chain_id: bcs.u8(),
  });
  const writes = bcs.vector(
    bcs.tuple([
      bcs.enum("StateKey", {
        AccessPath: bcs.struct("AccessPath", { address, path: byteVector }),
        TableItem: bcs.struct("TableItem", { handle: address, key: byteVector }),
      }),
      bcs.enum("WriteOp", { Creation: byteVector, Modification: byteVector, Deletion: null }),
    ]),
  );

  // biome-ignore lint/suspicious/noExplicitAny: byteVector has another input type in the two libraries
  const pair = (codec: any, value: unknown, options?: { initialSize: number }, sorted = value) => {
    const encoded: Uint8Array = codec.serialize(sorted, options).toBytes();
    return {
      encode: (): Uint8Array => codec.serialize(value, options).toBytes(),
      decode: (): unknown => codec.parse(encoded),
    };
  };
  const vectorOfNumbers = pair(bcs.vector(bcs.u64()), numbers, { initialSize: 800_005 });
  return {
    "signing request": pair(rawTransaction, {
      ...signingRequest,
      payload: { EntryFunction: signingRequest.payload },
    }),
    "vector<u64>": vectorOfNumbers,
    "vector<u64>, typed array": { ...vectorOfNumbers, note: "has no typed arrays: as vector<u64>" },
    "write set": pair(
      writes,
      writeSet.map(({ key, op }) => [
        key.kind === 0 ? { AccessPath: key } : { TableItem: key },
        op.kind === 0 ? { Creation: op.data } : op.kind === 1 ? { Modification: op.data } : { Deletion: true },
      ]),
      { initialSize: 400_000 },
    ),
    map: pair(bcs.map(bcs.string(), bcs.u64()), shuffledMap, { initialSize: 40_000 }, sortedMap),
    "short strings": pair(bcs.vector(bcs.string()), strings, { initialSize: 40_000 }),
  };
}
