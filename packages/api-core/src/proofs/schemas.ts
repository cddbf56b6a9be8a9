import Type, { type Static, type TSchema } from "typebox";
import { schemaNode } from "../contract/schema.ts";
import { HashSchema, HexSchema, U64Schema } from "../schemas/scalar.ts";

/** JSON of a proved transaction info. */
export const ProvedInfoSchema = Type.Object(
  {
    transaction_info: HexSchema,
    siblings: Type.Array(HashSchema, { description: "In the transaction accumulator, from the leaf to the root." }),
    ledger_version: U64Schema,
  },
  {
    title: "ProvedInfo",
    description: "A transaction info in BCS, with its place in the ledger up to `ledger_version`.",
  },
);

const Leaf = Type.Object({ key: HashSchema, value_hash: HashSchema });

/** A schema that may be null instead: the member is always there. */
function nullable<S extends TSchema>(schema: S, description: string) {
  const { title: _, "x-doc": doc, type, ...rest } = schemaNode(schema);
  return Type.Unsafe<Static<S> | null>({ ...rest, ...doc, type: [type, "null"], description });
}

const Entry = Type.Object(
  {
    key: HexSchema,
    value: nullable(
      HexSchema,
      "BCS of the state value; null where the key is absent, and where the value was left out.",
    ),
    value_hash: Type.Optional(HashSchema),
    leaf: nullable(Leaf, "The other leaf at which the path of an absent key ends; null where its place is empty."),
    depth: Type.Integer({ minimum: 0, maximum: 256, description: "Number of siblings of the key's own proof." }),
  },
  {
    title: "StateProofEntry",
    description: "The end of the path of a state key. `value_hash` is there for a value that was left out.",
  },
);

/** JSON of a state answer. */
export const StateProofSchema = Type.Object(
  {
    version: U64Schema,
    entries: Type.Array(Entry, { description: "One per key, ascending by the hash of the key." }),
    siblings: Type.Array(HashSchema, {
      description:
        "Roots of the largest subtrees without an asked key, in ascending order of the keys that they cover.",
    }),
    info: ProvedInfoSchema,
    ledger_info: Type.Optional(HexSchema),
  },
  {
    title: "StateProof",
    description: "State at the end of a block, with a multiproof that leads to a root of the ledger.",
  },
);
