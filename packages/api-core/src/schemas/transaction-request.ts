import Type, { type TSchema } from "typebox";
import { MoveFunctionSchema } from "./move-module.ts";
import { RequestedTypeSchema } from "./move-type.ts";
import { AddressSchema, EntryFunctionIdSchema, HexSchema, U64Schema } from "./scalar.ts";
import { SubmittedSignatureSchema } from "./signature.ts";

/** A member that may be left out or `null`. The description shows it as optional only. */
export function optionalMember<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** A member that is not looked at, whatever it holds. The description shows it as what it is meant to be. */
function ignoredMember<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Unsafe<null>({ "x-ignored": true })]));
}

const TypeArguments = Type.Array(RequestedTypeSchema, { description: "Type arguments of the call." });
const Arguments = Type.Array(Type.Unknown(), {
  description: "Arguments of the call, without signers, each in the JSON form of its parameter's type.",
});

/** A call of an entry function. */
export const EntryFunctionPayloadSchema = Type.Object(
  {
    type: Type.Literal("entry_function_payload"),
    function: EntryFunctionIdSchema,
    type_arguments: TypeArguments,
    arguments: Arguments,
  },
  { title: "EntryFunctionPayload", description: "A call of one entry function." },
);

const MoveScriptBytecode = Type.Object(
  { bytecode: HexSchema, abi: ignoredMember(MoveFunctionSchema) },
  {
    title: "MoveScriptBytecode",
    description: "A script. Its interface is always derived from the bytecode; an `abi` that is sent is ignored.",
  },
);

/** A script to run. */
export const ScriptPayloadSchema = Type.Object(
  {
    type: Type.Literal("script_payload"),
    code: MoveScriptBytecode,
    type_arguments: TypeArguments,
    arguments: Arguments,
  },
  { title: "ScriptPayload", description: "A script to run." },
);

/** A payload of the past. */
export const ModuleBundlePayloadSchema = Type.Object(
  { type: Type.Literal("module_bundle_payload") },
  { title: "ModuleBundlePayload", description: "A payload of early protocol versions. It is always refused." },
);

const MultisigTransactionPayload = Type.Union([EntryFunctionPayloadSchema], {
  title: "MultisigTransactionPayload",
  description: "What a multisig account runs.",
  "x-discriminator": "type",
});

/** A transaction of a multisig account. */
const MultisigPayloadSchema = Type.Object(
  {
    type: Type.Literal("multisig_payload"),
    multisig_address: AddressSchema,
    transaction_payload: optionalMember(MultisigTransactionPayload),
  },
  {
    title: "MultisigPayload",
    description:
      "A transaction of a multisig account. Without `transaction_payload` the one that is stored on chain is run.",
  },
);

/** Any payload that can be asked for. */
export const TransactionPayloadSchema = Type.Union(
  [EntryFunctionPayloadSchema, ScriptPayloadSchema, ModuleBundlePayloadSchema, MultisigPayloadSchema],
  { title: "TransactionPayload", description: "What a transaction runs.", "x-discriminator": "type" },
);

/** A transaction before it is signed. */
export const UserTransactionRequestSchema = Type.Object(
  {
    sender: AddressSchema,
    sequence_number: U64Schema,
    max_gas_amount: U64Schema,
    gas_unit_price: U64Schema,
    expiration_timestamp_secs: U64Schema,
    payload: TransactionPayloadSchema,
    replay_protection_nonce: optionalMember(U64Schema),
  },
  {
    title: "UserTransactionRequestInner",
    description:
      "A user transaction that is not signed yet. With `replay_protection_nonce` it is orderless: `sequence_number` " +
      "must still be given, and is not used.",
  },
);

/** The body of `submit` and `simulate`. */
export const SubmitTransactionRequestSchema = Type.Intersect(
  [UserTransactionRequestSchema, Type.Object({ signature: SubmittedSignatureSchema })],
  { title: "SubmitTransactionRequest", description: "A transaction with its signature." },
);

/** The body of `encode_submission`. */
export const EncodeSubmissionRequestSchema = Type.Intersect(
  [
    UserTransactionRequestSchema,
    Type.Object({
      secondary_signers: optionalMember(
        Type.Array(AddressSchema, { description: "Secondary signers of a multi-agent transaction, in their order." }),
      ),
    }),
  ],
  { title: "EncodeSubmissionRequest", description: "A transaction to encode for signing." },
);
