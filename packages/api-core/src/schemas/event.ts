import Type from "typebox";
import { MoveValueSchema } from "./move-value.ts";
import { AddressSchema, MoveTypeSchema, U64Schema, Uint32Schema } from "./scalar.ts";

const EventGuid = Type.Object(
  { creation_number: U64Schema, account_address: AddressSchema },
  { title: "EventGuid", description: "The stream of an event; 0 of `0x0` for module events, which have none." },
);

const members = { guid: EventGuid, sequence_number: U64Schema, type: MoveTypeSchema, data: MoveValueSchema };

/** An event inside its transaction. */
export const EventSchema = Type.Object(members, {
  title: "Event",
  description: "Something that a transaction emitted.",
});

/** An event by itself. */
export const VersionedEventSchema = Type.Object(
  { version: U64Schema, ...members },
  { title: "VersionedEvent", description: "An event with the version of its transaction." },
);

/** An event by itself, with its whole place. */
export const PlacedEventSchema = Type.Object(
  { version: U64Schema, index: Uint32Schema, timestamp: U64Schema, ...members },
  {
    title: "PlacedEvent",
    description:
      "An event with the version of its transaction, its index among the events of that transaction, and the time of its block in " +
      "microseconds since 1970.",
  },
);
