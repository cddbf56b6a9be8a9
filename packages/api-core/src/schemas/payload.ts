import Type from "typebox";
import { ignoredMember, optionalMember } from "./member.ts";
import { MoveFunctionSchema } from "./move-module.ts";
import { RequestedTypeSchema } from "./move-type.ts";
import {
  AddressSchema,
  EntryFunctionIdSchema,
  HashSchema,
  HexSchema,
  IdentifierSchema,
  ModuleIdSchema,
  U64Schema,
} from "./scalar.ts";

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

const ModuleBundlePayload = Type.Object(
  { type: Type.Literal("module_bundle_payload") },
  { title: "ModuleBundlePayload", description: "A payload of early protocol versions. It is always refused." },
);

const MultisigTransactionPayload = Type.Union([EntryFunctionPayloadSchema], {
  title: "MultisigTransactionPayload",
  description: "What a multisig account runs.",
  "x-discriminator": "type",
});

const MultisigPayload = Type.Object(
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
  [EntryFunctionPayloadSchema, ScriptPayloadSchema, ModuleBundlePayload, MultisigPayload],
  { title: "TransactionPayload", description: "What a transaction runs.", "x-discriminator": "type" },
);

const EncryptedPayload = Type.Object(
  {
    type: Type.Literal("encrypted_transaction_payload"),
    encrypted_state: Type.Enum(["encrypted", "failed_decryption", "decrypted"], {
      type: "string",
      title: "EncryptedState",
      description: "The state of an encrypted payload.",
    }),
    payload_hash: HashSchema,
    ciphertext: HexSchema,
    encryption_epoch: U64Schema,
    claimed_entry_fun: Type.Optional(
      Type.Object(
        { module: ModuleIdSchema, name: Type.Optional(IdentifierSchema) },
        {
          title: "ClaimedEntryFunction",
          description: "What the sender claims to call: a module, and perhaps its function.",
        },
      ),
    ),
    decryption_nonce: Type.Optional(HexSchema),
    decrypted_payload: Type.Optional(Type.Unknown({ description: "The payload, once it was decrypted." })),
  },
  {
    title: "EncryptedTransactionPayload",
    description: "A payload that only the validators could read before it was ordered.",
  },
);

const EmptyPayload = Type.Object(
  { type: Type.Literal("empty_payload") },
  { title: "EmptyPayload", description: "Nothing to run." },
);

const CommittedMultisigPayload = Type.Object(
  {
    type: Type.Literal("multisig_payload"),
    multisig_address: AddressSchema,
    transaction_payload: optionalMember(
      Type.Union([EntryFunctionPayloadSchema, ScriptPayloadSchema], {
        title: "CommittedMultisigCall",
        description: "What the multisig account ran.",
        "x-discriminator": "type",
      }),
    ),
  },
  { title: "CommittedMultisigPayload", description: "A transaction of a multisig account." },
);

/** Any payload that a ledger holds. */
export const CommittedPayloadSchema = Type.Union(
  [
    EntryFunctionPayloadSchema,
    ScriptPayloadSchema,
    ModuleBundlePayload,
    CommittedMultisigPayload,
    EncryptedPayload,
    EmptyPayload,
  ],
  { title: "CommittedPayload", description: "What a committed transaction ran.", "x-discriminator": "type" },
);
