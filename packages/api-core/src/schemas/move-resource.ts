import Type from "typebox";
import { MoveValueSchema } from "./move-value.ts";
import { StructTagSchema } from "./scalar.ts";

/** A resource with its type. */
export const MoveResourceSchema = Type.Object(
  { type: StructTagSchema, data: MoveValueSchema },
  { title: "MoveResource", description: "A resource: its type and its value." },
);
