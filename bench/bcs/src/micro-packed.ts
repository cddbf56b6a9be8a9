import * as P from "micro-packed";
import { numbers, type StructTag, signingRequest, sortedMap, strings, writeSet } from "./fixtures.ts";
import type { Library } from "./library.ts";

const uleb128 = P.wrap<number>({
  encodeStream(writer, value) {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) writer.byte((rest & 0x7f) | 0x80);
    writer.byte(rest);
  },
  decodeStream(reader) {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = reader.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte >= 0x80) continue;
      if (byte === 0 && shift > 0) break;
      return value;
    }
    throw reader.err("uleb128");
  },
});
const address = P.bytes(32);
const bytes = P.bytes(uleb128);
const string = P.string(uleb128);

interface Tagged {
  readonly TAG: "struct";
  readonly data: { address: Uint8Array; module: string; name: string; type_args: Tagged[] };
}
// biome-ignore lint/suspicious/noExplicitAny: the two types contain each other
const typeTag: P.CoderType<any> = P.mappedTag(uleb128, {
  bool: [0, P.constant(null)],
  struct: [7, P.lazy(() => structTag)],
  // biome-ignore lint/suspicious/noExplicitAny: as above
}) as P.CoderType<any>;
const structTag = P.struct({ address, module: string, name: string, type_args: P.array(uleb128, typeTag) });
const entryFunction = P.struct({
  module: P.struct({ address, name: string }),
  function: string,
  type_args: P.array(uleb128, typeTag),
  args: P.array(uleb128, bytes),
});
const rawTransaction = P.struct({
  sender: address,
  sequence_number: P.U64LE,
  payload: P.mappedTag(uleb128, { EntryFunction: [2, entryFunction] }),
  max_gas_amount: P.U64LE,
  gas_unit_price: P.U64LE,
  expiration_timestamp_secs: P.U64LE,
  chain_id: P.U8,
});
const writes = P.array(
  uleb128,
  P.struct({
    key: P.mappedTag(uleb128, {
      AccessPath: [0, P.struct({ address, path: bytes })],
      TableItem: [1, P.struct({ handle: address, key: bytes })],
    }),
    op: P.mappedTag(uleb128, { Creation: [0, bytes], Modification: [1, bytes], Deletion: [2, P.constant(null)] }),
  }),
);

const tagged = ({ struct }: { readonly struct: StructTag }): Tagged => ({
  TAG: "struct",
  data: { ...struct, type_args: struct.type_args.map(tagged) },
});

// biome-ignore lint/suspicious/noExplicitAny: unions of tagged values do not infer
function pair(codec: P.CoderType<any>, value: unknown) {
  const encoded = codec.encode(value);
  return { encode: () => codec.encode(value), decode: (): unknown => codec.decode(encoded) };
}

const opNames = ["Creation", "Modification"] as const;

/** `micro-packed`, with BCS built from its parts. */
export const library: Library = {
  "signing request": pair(rawTransaction, {
    ...signingRequest,
    payload: {
      TAG: "EntryFunction",
      data: { ...signingRequest.payload, type_args: signingRequest.payload.type_args.map(tagged) },
    },
  }),
  "vector<u64>": pair(P.array(uleb128, P.U64LE), numbers),
  "write set": pair(
    writes,
    writeSet.map(({ key, op }) => ({
      key:
        key.kind === 0
          ? { TAG: "AccessPath", data: { address: key.address, path: key.path } }
          : { TAG: "TableItem", data: { handle: key.handle, key: key.key } },
      op: op.kind === 2 ? { TAG: "Deletion", data: null } : { TAG: opNames[op.kind], data: op.data },
    })),
  ),
  map: { ...pair(P.array(uleb128, P.tuple([string, P.U64LE])), [...sortedMap]), note: "an array, sorted beforehand" },
  "short strings": pair(P.array(uleb128, string), strings),
};
