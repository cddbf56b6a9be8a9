import Type from "typebox";
import { AddressSchema, HexSchema, IdentifierSchema, ModuleIdSchema, MoveTypeSchema } from "./scalar.ts";

const MoveAbility = Type.Enum(["copy", "drop", "store", "key"], {
  title: "MoveAbility",
  type: "string",
  description: "An ability of a type.",
});

const Abilities = Type.Array(MoveAbility);

const MoveFunctionGenericTypeParam = Type.Object(
  { constraints: Type.Array(MoveAbility, { description: "Abilities that the type argument must have." }) },
  { title: "MoveFunctionGenericTypeParam", description: "A type parameter of a function." },
);

const MoveStructGenericTypeParam = Type.Object(
  { constraints: Type.Array(MoveAbility, { description: "Abilities that the type argument must have." }) },
  { title: "MoveStructGenericTypeParam", description: "A type parameter of a struct." },
);

const MoveFunctionVisibility = Type.Enum(["private", "public", "friend"], {
  title: "MoveFunctionVisibility",
  type: "string",
  description: "Who may call a function. Functions visible in their package count as `friend`.",
});

/** The interface of a function. */
export const MoveFunctionSchema = Type.Object(
  {
    name: IdentifierSchema,
    visibility: MoveFunctionVisibility,
    is_entry: Type.Boolean({ description: "Whether a transaction may call the function directly." }),
    is_view: Type.Boolean({ description: "Whether the function is a view function." }),
    generic_type_params: Type.Array(MoveFunctionGenericTypeParam),
    params: Type.Array(MoveTypeSchema, { description: "Types of the parameters, signers included." }),
    return: Type.Array(MoveTypeSchema, { description: "Types of the results." }),
  },
  { title: "MoveFunction", description: "The interface of a function." },
);

const MoveStructField = Type.Object(
  { name: IdentifierSchema, type: MoveTypeSchema },
  { title: "MoveStructField", description: "A field of a struct." },
);

const MoveStructVariant = Type.Object(
  { name: IdentifierSchema, fields: Type.Array(MoveStructField) },
  { title: "MoveStructVariant", description: "A variant of an enum." },
);

const MoveStruct = Type.Object(
  {
    name: IdentifierSchema,
    is_native: Type.Boolean({ description: "Whether the struct has no fields of its own." }),
    is_event: Type.Boolean({ description: "Whether the struct carries the event annotation." }),
    is_enum: Type.Optional(Type.Boolean({ description: "Whether the type is an enum; its `fields` are empty then." })),
    abilities: Abilities,
    generic_type_params: Type.Array(MoveStructGenericTypeParam),
    fields: Type.Array(MoveStructField),
    variants: Type.Optional(Type.Array(MoveStructVariant, { description: "The variants of an enum." })),
  },
  { title: "MoveStruct", description: "A struct or an enum." },
);

/** The interface of a module. */
const MoveModuleSchema = Type.Object(
  {
    address: AddressSchema,
    name: IdentifierSchema,
    friends: Type.Array(ModuleIdSchema, { description: "Modules that may call the friend functions." }),
    exposed_functions: Type.Array(MoveFunctionSchema, {
      description: "Public and friend functions, and entry functions of any visibility, in the order of the bytecode.",
    }),
    structs: Type.Array(MoveStruct, { description: "All structs and enums, in the order of the bytecode." }),
  },
  { title: "MoveModule", description: "The interface of a module, derived from its bytecode." },
);

/** A module with its interface. */
export const MoveModuleBytecodeSchema = Type.Object(
  {
    bytecode: HexSchema,
    abi: Type.Optional(MoveModuleSchema),
  },
  {
    title: "MoveModuleBytecode",
    description:
      "A module: its bytecode and the interface that is in it. `abi` is absent when the bytecode cannot be read.",
  },
);
