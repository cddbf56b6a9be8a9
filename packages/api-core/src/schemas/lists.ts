import Type from "typebox";
import { AddressSchema, EntryFunctionIdSchema, MoveTypeSchema, U64Schema } from "./scalar.ts";

const Uint128Schema = Type.String({
  title: "U128",
  description: "A 128-bit unsigned integer as a decimal string.",
  "x-doc": { pattern: "^[0-9]+$", examples: ["1000000000"] },
});

const AssetNameSchema = Type.String({
  title: "AssetName",
  description:
    "A coin by its struct type, also one that is paired with a fungible asset; else the address of the metadata.",
  "x-doc": { examples: ["0x1::aptos_coin::AptosCoin"] },
});

const StandardSchema = Type.String({
  title: "TokenStandard",
  description: "`v2` for objects, `v1` for the tokens of `0x3`.",
  "x-doc": { examples: ["v2"] },
});

const written = { version: U64Schema } as const;
const text = Type.Optional(Type.String());

/** An asset of the ledger. */
export const ListedAssetSchema = Type.Object(
  {
    asset_type: AssetNameSchema,
    standard: Type.Union([Type.Literal("coin"), Type.Literal("fungible_asset")], {
      title: "AssetStandard",
      description: "Whether a coin is described, or a fungible asset.",
    }),
    name: text,
    symbol: text,
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    icon_uri: text,
    project_uri: text,
    creator: Type.Optional(AddressSchema),
    supply: Type.Optional(Uint128Schema),
    maximum: Type.Optional(Uint128Schema),
    ...written,
  },
  {
    title: "ListedAsset",
    description: "An asset, as it describes itself, and the version that wrote its description last.",
  },
);

const balance = {
  asset_type: AssetNameSchema,
  owner: AddressSchema,
  amount: Uint128Schema,
  storage: AddressSchema,
  is_primary: Type.Boolean(),
  is_frozen: Type.Boolean(),
  ...written,
} as const;

/** An amount of an asset that an account has. */
export const HolderSchema = Type.Object(balance, {
  title: "Holder",
  description: "What an account has of an asset in one store. A coin store and the primary store of its pair are one.",
});

/** The same with the description of the asset. */
export const HeldAssetSchema = Type.Object(
  {
    ...balance,
    coin_amount: Uint128Schema,
    name: text,
    symbol: text,
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    icon_uri: text,
  },
  {
    title: "HeldAsset",
    description:
      "What an account has of an asset in one store, and how the asset describes itself. `coin_amount` is the part of `amount` that " +
      "is in the coin store.",
  },
);

/** An object that an account owns. */
export const OwnedObjectSchema = Type.Object(
  {
    address: AddressSchema,
    owner: AddressSchema,
    types: Type.Array(MoveTypeSchema),
    allows_transfer: Type.Boolean(),
    ...written,
  },
  {
    title: "OwnedObject",
    description:
      "An object, the types of the resources in its group, whether its owner can give it away, and the version that wrote it last.",
  },
);

/** A token that an account owns. */
export const OwnedTokenSchema = Type.Object(
  {
    token: AddressSchema,
    standard: StandardSchema,
    amount: Uint128Schema,
    property_version: U64Schema,
    name: text,
    uri: text,
    collection: Type.Optional(AddressSchema),
    collection_name: text,
    is_soulbound: Type.Boolean(),
    ...written,
  },
  { title: "OwnedToken", description: "A token that an account has, with its collection." },
);

/** A token of a collection. */
export const ListedTokenSchema = Type.Object(
  {
    token: AddressSchema,
    standard: StandardSchema,
    name: text,
    description: text,
    uri: text,
    // A record would be written with patterns, which OpenAPI 3.0 does not have.
    properties: Type.Optional(Type.Object({}, { additionalProperties: Type.Unknown() })),
    ...written,
  },
  { title: "ListedToken", description: "A token, with its properties as texts." },
);

const place = {
  version: U64Schema,
  event_index: Type.Optional(Type.Integer({ minimum: 0 })),
  timestamp: Type.Optional(U64Schema),
  type: MoveTypeSchema,
} as const;

/** A movement of an asset. */
export const AssetActivitySchema = Type.Object(
  {
    ...place,
    asset_type: Type.Optional(AssetNameSchema),
    amount: Type.Optional(Uint128Schema),
    storage: Type.Optional(AddressSchema),
    is_gas_fee: Type.Boolean(),
    is_frozen: Type.Optional(Type.Boolean()),
    function: Type.Optional(EntryFunctionIdSchema),
    success: Type.Boolean(),
  },
  {
    title: "AssetActivity",
    description:
      "A deposit, a withdrawal, a freezing or a fee. A fee has no event, and its type is `0x1::aptos_coin::GasFeeEvent`. Times are " +
      "microseconds since 1970.",
  },
);

/** Something that happened to a token. */
export const TokenActivitySchema = Type.Object(
  {
    ...place,
    from: Type.Optional(Type.String()),
    to: Type.Optional(Type.String()),
    amount: Type.Optional(Uint128Schema),
    property_version: Type.Optional(U64Schema),
    before: text,
    after: text,
    function: Type.Optional(EntryFunctionIdSchema),
  },
  {
    title: "TokenActivity",
    description:
      "A token was made, given away, changed or burned: by the type of the event. Times are microseconds since 1970.",
  },
);
