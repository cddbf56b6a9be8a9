import Type, { type TSchema } from "typebox";
import { PlacedEventSchema } from "./event.ts";
import { AddressSchema, HashSchema, HexSchema, ModuleIdSchema, StructTagSchema, U64Schema } from "./scalar.ts";

/** Schema of the text of a place in the ledger. */
export const StreamPlaceSchema = Type.String({
  title: "StreamPlace",
  description:
    "A place in the ledger: a version, a dot, the index of something in it, both in decimal, a minus sign, and 16 hex digits that " +
    "tell this ledger from others. The later parts may be left out of what is sent to the node.",
  "x-doc": {
    pattern: "^[0-9]{1,20}(\\.[0-9]{1,10}(-[0-9a-f]{16})?)?$",
    examples: ["32425224034.0-88fbd33f54e11262"],
  },
});

/** The end of a block. */
const StreamBlock = Type.Object(
  {
    block_height: U64Schema,
    block_hash: HashSchema,
    block_timestamp: U64Schema,
    first_version: U64Schema,
    last_version: U64Schema,
    state_root: Type.Optional(HashSchema),
  },
  {
    title: "StreamBlock",
    description: "A block, with the root of the state after it where its last transaction says it.",
  },
);

/** A transaction, in short. */
const StreamTransaction = Type.Object(
  {
    version: U64Schema,
    type: Type.String({ description: "As in the answers about transactions." }),
    hash: HashSchema,
    sender: Type.Optional(AddressSchema),
    success: Type.Boolean(),
    gas_used: U64Schema,
    timestamp: U64Schema,
  },
  { title: "StreamTransaction", description: "A committed transaction in short." },
);

/** A change of the state, without its value. */
const StreamChange = Type.Object(
  {
    version: U64Schema,
    type: Type.Union([Type.Literal("write"), Type.Literal("delete")]),
    state_key: HexSchema,
    state_key_hash: HashSchema,
    address: Type.Optional(AddressSchema),
    module: Type.Optional(ModuleIdSchema),
    resource: Type.Optional(StructTagSchema),
    handle: Type.Optional(AddressSchema),
    key: Type.Optional(HexSchema),
  },
  { title: "StreamChange", description: "A change of one state item. Its value is read at its version." },
);

const item = <Name extends string, Data extends TSchema>(name: Name, data: Data, title: string, description: string) =>
  Type.Object({ id: StreamPlaceSchema, event: Type.Literal(name), data }, { title, description });

/** A part of a stream. */
export const StreamPageSchema = Type.Object(
  {
    items: Type.Array(
      Type.Union(
        [
          item("block", StreamBlock, "StreamedBlock", "The end of a block."),
          item("event", PlacedEventSchema, "StreamedEvent", "An event."),
          item("transaction", StreamTransaction, "StreamedTransaction", "The end of a transaction."),
          item("change", StreamChange, "StreamedChange", "A change of the state."),
        ],
        { title: "StreamItem", description: "Something in a stream.", "x-discriminator": "event" },
      ),
    ),
    next: StreamPlaceSchema,
    is_end: Type.Boolean({ description: "Whether there is nothing more yet." }),
  },
  { title: "StreamPage", description: "A part of a stream. What follows it is asked for with `after` and its `next`." },
);
