import { deserialize, field, fixedArray, serialize, vec } from "@dao-xyz/borsh";
import { numbers, signingRequest, strings, writeSet } from "./fixtures.ts";
import type { Library } from "./library.ts";

// The library wants classes with decorated members; this applies the decorators without the syntax.
// biome-ignore lint/suspicious/noExplicitAny: members are made by the decorators
type Class = new (members?: any) => any;
function define(types: Record<string, unknown>): Class {
  class Defined {
    constructor(members?: object) {
      if (members !== undefined) Object.assign(this, members);
    }
  }
  const { prototype }: { prototype: object } = Defined;
  for (const [name, type] of Object.entries(types)) field({ type } as never)(prototype as never, name as never);
  return Defined;
}

const address = fixedArray("u8", 32);
const StructTag = define({ address, module: "string", name: "string", type_args: vec("u8") });
const EntryFunction = define({
  moduleAddress: address,
  moduleName: "string",
  function: "string",
  type_args: vec(StructTag),
  args: vec(Uint8Array),
});
const RawTransaction = define({
  sender: address,
  sequence_number: "u64",
  payload: EntryFunction,
  max_gas_amount: "u64",
  gas_unit_price: "u64",
  expiration_timestamp_secs: "u64",
  chain_id: "u8",
});
const Numbers = define({ values: vec("u64") });
const Strings = define({ values: vec("string") });
const FlatWrite = define({ keyKind: "u8", owner: address, key: Uint8Array, opKind: "u8", data: Uint8Array });
const Writes = define({ values: vec(FlatWrite) });

function pair(type: Class, value: object, note: string) {
  const encoded = serialize(value);
  return { encode: () => serialize(value), decode: (): unknown => deserialize(encoded, type), note };
}

const wire = "another format: lengths of four bytes";
const { module, type_args, ...payload } = signingRequest.payload;

/** `@dao-xyz/borsh`: Borsh, which differs from BCS by its lengths; without enumerations here, so its task is lighter. */
export const library: Library = {
  "signing request": pair(
    RawTransaction,
    new RawTransaction({
      ...signingRequest,
      payload: new EntryFunction({
        ...payload,
        moduleAddress: module.address,
        moduleName: module.name,
        type_args: type_args.map(({ struct }) => new StructTag({ ...struct, type_args: [] })),
      }),
    }),
    wire,
  ),
  "vector<u64>": pair(Numbers, new Numbers({ values: numbers }), wire),
  "write set": pair(
    Writes,
    new Writes({
      values: writeSet.map(
        ({ key, op }) =>
          new FlatWrite({
            keyKind: key.kind,
            owner: key.kind === 0 ? key.address : key.handle,
            key: key.kind === 0 ? key.path : key.key,
            opKind: op.kind,
            data: op.kind === 2 ? new Uint8Array(0) : op.data,
          }),
      ),
    }),
    `${wire}, flat`,
  ),
  "short strings": pair(Strings, new Strings({ values: strings }), wire),
};
