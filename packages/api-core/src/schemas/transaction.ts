import Type, { type Static } from "typebox";
import { CodeFailureSchema } from "./code-failure.ts";
import { ApiErrorSchema } from "./error.ts";
import { EventSchema } from "./event.ts";
import { MoveModuleBytecodeSchema } from "./move-module.ts";
import { MoveResourceSchema } from "./move-resource.ts";
import { CommittedPayloadSchema, ScriptPayloadSchema } from "./payload.ts";
import { AddressSchema, HashSchema, HexSchema, ModuleIdSchema, StructTagSchema, U64Schema } from "./scalar.ts";
import { TransactionSignatureSchema } from "./signature.ts";

const onAccount = { address: AddressSchema, state_key_hash: HashSchema };
const onTable = { state_key_hash: HashSchema, handle: HexSchema, key: HexSchema };

const WriteSetChange = Type.Union(
  [
    Type.Object(
      { type: Type.Literal("write_resource"), ...onAccount, data: MoveResourceSchema },
      { title: "WriteResource", description: "A resource was written." },
    ),
    Type.Object(
      { type: Type.Literal("delete_resource"), ...onAccount, resource: StructTagSchema },
      { title: "DeleteResource", description: "A resource, or a whole resource group, was removed." },
    ),
    Type.Object(
      { type: Type.Literal("write_module"), ...onAccount, data: MoveModuleBytecodeSchema },
      { title: "WriteModule", description: "A module was published." },
    ),
    Type.Object(
      { type: Type.Literal("delete_module"), ...onAccount, module: ModuleIdSchema },
      { title: "DeleteModule", description: "A module was removed." },
    ),
    Type.Object(
      { type: Type.Literal("write_table_item"), ...onTable, value: HexSchema },
      { title: "WriteTableItem", description: "A table item was written." },
    ),
    Type.Object(
      { type: Type.Literal("delete_table_item"), ...onTable },
      { title: "DeleteTableItem", description: "A table item was removed." },
    ),
  ],
  { title: "WriteSetChange", description: "What a transaction did to one state item.", "x-discriminator": "type" },
);

const info = {
  version: U64Schema,
  hash: HashSchema,
  state_change_hash: HashSchema,
  event_root_hash: HashSchema,
  state_checkpoint_hash: Type.Optional(HashSchema),
  gas_used: U64Schema,
  success: Type.Boolean({ description: "Whether the transaction succeeded; a failed one still pays for gas." }),
  vm_status: Type.String({ description: "The result of its execution, in words." }),
  accumulator_root_hash: HashSchema,
  changes: Type.Array(WriteSetChange),
};
const events = { events: Type.Array(EventSchema) };
const timestamp = { timestamp: U64Schema };

/** Members of a user's request, with the signature. */
const requestMembers = {
  sender: AddressSchema,
  sequence_number: U64Schema,
  max_gas_amount: U64Schema,
  gas_unit_price: U64Schema,
  expiration_timestamp_secs: U64Schema,
  replay_protection_nonce: Type.Optional(U64Schema),
  signature: TransactionSignatureSchema,
  payload: CommittedPayloadSchema,
};

const userMembers = { ...info, ...requestMembers, ...events, ...timestamp };

const UserTransaction = Type.Object(
  { type: Type.Literal("user_transaction"), ...userMembers },
  { title: "UserTransaction", description: "A transaction that a user signed and sent." },
);

const WriteSet = Type.Union(
  [
    Type.Object(
      { type: Type.Literal("direct_write_set"), changes: Type.Array(WriteSetChange), ...events },
      { title: "DirectWriteSet", description: "State and events that are set without execution." },
    ),
    Type.Object(
      { type: Type.Literal("script_write_set"), execute_as: AddressSchema, script: ScriptPayloadSchema },
      { title: "ScriptWriteSet", description: "A script that is run with the rights of an account." },
    ),
  ],
  { title: "WriteSet", description: "What a genesis transaction does.", "x-discriminator": "type" },
);

const GenesisTransaction = Type.Object(
  {
    type: Type.Literal("genesis_transaction"),
    ...info,
    payload: Type.Object(
      { type: Type.Literal("write_set_payload"), write_set: WriteSet },
      { title: "GenesisPayload", description: "The payload of a genesis transaction." },
    ),
    ...events,
  },
  { title: "GenesisTransaction", description: "The transaction that begins a ledger." },
);

const indices = (description: string) => Type.Array(Type.Integer({ minimum: 0 }), { description });

const BlockMetadataTransaction = Type.Object(
  {
    type: Type.Literal("block_metadata_transaction"),
    ...info,
    id: HashSchema,
    epoch: U64Schema,
    round: U64Schema,
    previous_block_votes_bitvec: indices("Bytes of the bit vector of who voted for the previous block."),
    proposer: AddressSchema,
    failed_proposer_indices: indices("Indices of the proposers whose rounds failed."),
    block_metadata_extension: Type.Optional(
      Type.Object(
        { type: Type.String({ description: "Version of the extension." }), randomness: Type.Optional(HexSchema) },
        { title: "BlockMetadataExtension", description: "What later versions of the protocol add to a block." },
      ),
    ),
    ...events,
    ...timestamp,
  },
  { title: "BlockMetadataTransaction", description: "The first transaction of a block." },
);

const StateCheckpointTransaction = Type.Object(
  { type: Type.Literal("state_checkpoint_transaction"), ...info, ...timestamp },
  { title: "StateCheckpointTransaction", description: "The last transaction of a block." },
);

const size = (description: string) =>
  Type.Unsafe<number | bigint>(Type.Integer({ format: "uint64", minimum: 0, description }));

const BlockEpilogueTransaction = Type.Object(
  {
    type: Type.Literal("block_epilogue_transaction"),
    ...info,
    block_end_info: Type.Object(
      {
        block_gas_limit_reached: Type.Boolean(),
        block_output_limit_reached: Type.Boolean(),
        block_effective_block_gas_units: size("Gas units that count towards the limit."),
        block_approx_output_size: size("Bytes of output, about."),
      },
      { title: "BlockEndInfo", description: "How full a block was." },
    ),
    ...timestamp,
  },
  { title: "BlockEpilogueTransaction", description: "The last transaction of a block, since 2025." },
);

const ValidatorTransaction = Type.Object(
  {
    type: Type.Literal("validator_transaction"),
    ...info,
    validator_transaction_type: Type.String({ description: "What the validators agreed on." }),
    quorum_certified_update: Type.Optional(Type.Unknown({ description: "Keys of an identity provider." })),
    dkg_transcript: Type.Optional(Type.Unknown({ description: "Result of a distributed key generation." })),
    ...events,
    ...timestamp,
  },
  { title: "ValidatorTransaction", description: "A transaction that the validators put into a block themselves." },
);

const OpaqueTransaction = Type.Object(
  {
    type: Type.Literal("opaque_transaction"),
    ...info,
    transaction_bytes: Type.Optional(
      Type.String({ description: "BCS of the transaction in hex, where it has at most 64 KiB." }),
    ),
    ...events,
    ...timestamp,
  },
  {
    title: "OpaqueTransaction",
    description:
      "A transaction of a kind that this release of the node cannot decode. Its hashes were verified, and its effects are shown.",
  },
);

const committed = [
  UserTransaction,
  GenesisTransaction,
  BlockMetadataTransaction,
  StateCheckpointTransaction,
  BlockEpilogueTransaction,
  ValidatorTransaction,
  OpaqueTransaction,
] as const;

/** The types that committed transactions have in JSON. */
export type TransactionType = Static<(typeof committed)[number]>["type"];

/** A committed transaction of any kind. */
export const TransactionSchema = Type.Union([...committed], {
  title: "Transaction",
  description: "A committed transaction with its effects.",
  "x-discriminator": "type",
});

const pendingMembers = { hash: HashSchema, ...requestMembers };

/** A transaction as the pool took it. */
export const SubmittedTransactionSchema = Type.Object(pendingMembers, {
  title: "SubmittedTransaction",
  description: "A transaction that is waiting to be executed.",
});

const PendingTransaction = Type.Object(
  { type: Type.Literal("pending_transaction"), ...pendingMembers },
  { title: "PendingTransaction", description: "A transaction that is waiting to be executed." },
);

/** A transaction by its hash: committed, or known and not executed yet. */
export const KnownTransactionSchema = Type.Union([PendingTransaction, ...committed], {
  title: "KnownTransaction",
  description: "A committed transaction with its effects, or one that waits to be executed.",
  "x-discriminator": "type",
});

/** Results of the transactions of a batch. */
export const BatchSubmissionSchema = Type.Object(
  {
    transaction_failures: Type.Array(
      Type.Object(
        {
          error: ApiErrorSchema,
          transaction_index: Type.Integer({
            minimum: 0,
            description: "Index of the transaction in the batch, from 0.",
          }),
        },
        { title: "TransactionFailure", description: "Why one transaction of a batch was refused." },
      ),
      { description: "The transactions that were refused, in their order." },
    ),
  },
  { title: "BatchSubmission", description: "The result of a batch of transactions." },
);

/** A user transaction that was only simulated. */
export const SimulatedTransactionSchema = Type.Object(
  { ...userMembers, failure: Type.Optional(CodeFailureSchema) },
  {
    title: "SimulatedTransaction",
    description:
      "What a user transaction would do now. Hashes of what is not committed are zero. `failure` is there where code failed in a " +
      "line of source that is known.",
  },
);
