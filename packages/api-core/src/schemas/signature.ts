import Type from "typebox";
import { AddressSchema, HexSchema } from "./scalar.ts";

const TypedBytes = (title: string, description: string) =>
  Type.Object({ type: Type.String({ description: "The scheme." }), value: HexSchema }, { title, description });

const PublicKey = TypedBytes("PublicKey", "A public key of any scheme.");
const Signature = TypedBytes("Signature", "A signature of any scheme.");

const Ed25519Signature = Type.Object(
  { type: Type.Literal("ed25519_signature"), public_key: HexSchema, signature: HexSchema },
  { title: "Ed25519Signature", description: "An Ed25519 key and its signature." },
);

const MultiEd25519Signature = Type.Object(
  {
    type: Type.Literal("multi_ed25519_signature"),
    public_keys: Type.Array(HexSchema),
    signatures: Type.Array(HexSchema),
    threshold: Type.Integer({ minimum: 1, maximum: 32, description: "Signatures needed." }),
    bitmap: HexSchema,
  },
  { title: "MultiEd25519Signature", description: "Signatures of a k-of-n Ed25519 account." },
);

const SingleKeySignature = Type.Object(
  { type: Type.Literal("single_key_signature"), public_key: PublicKey, signature: Signature },
  { title: "SingleKeySignature", description: "A key of any scheme and its signature." },
);

const MultiKeySignature = Type.Object(
  {
    type: Type.Literal("multi_key_signature"),
    public_keys: Type.Array(PublicKey),
    signatures: Type.Array(
      Type.Object(
        { index: Type.Integer({ minimum: 0, description: "Which key signed." }), signature: Signature },
        { title: "IndexedSignature", description: "A signature and the place of its key." },
      ),
    ),
    signatures_required: Type.Integer({ minimum: 1, description: "Signatures needed." }),
  },
  { title: "MultiKeySignature", description: "Signatures of a k-of-n account of any schemes." },
);

const NoAccountSignature = Type.Object(
  { type: Type.Literal("no_account_signature") },
  { title: "NoAccountSignature", description: "No signature: for simulation only." },
);

const AbstractSignature = Type.Object(
  {
    type: Type.Literal("abstract_signature"),
    function_info: Type.String({ description: "The function that authenticates." }),
    auth_data: HexSchema,
  },
  { title: "AbstractSignature", description: "Authentication by a function of the account's choice." },
);

/** The signature of one account. */
export const AccountSignatureSchema = Type.Union(
  [
    Ed25519Signature,
    MultiEd25519Signature,
    SingleKeySignature,
    MultiKeySignature,
    NoAccountSignature,
    AbstractSignature,
  ],
  { title: "AccountSignature", description: "The signature of one account.", "x-discriminator": "type" },
);

const multiAgentMembers = {
  sender: AccountSignatureSchema,
  secondary_signer_addresses: Type.Array(AddressSchema),
  secondary_signers: Type.Array(AccountSignatureSchema),
};

const SubmittedSingleSender = Type.Object(
  {
    type: Type.Literal("single_sender"),
    sender: Type.Optional(AccountSignatureSchema),
    public_key: Type.Optional(PublicKey),
    signature: Type.Optional(Signature),
    public_keys: Type.Optional(MultiKeySignature.properties.public_keys),
    signatures: Type.Optional(MultiKeySignature.properties.signatures),
    signatures_required: Type.Optional(MultiKeySignature.properties.signatures_required),
  },
  {
    title: "SubmittedSingleSender",
    description: "An account signature as `sender`, or its members next to this `type`. Without either: no signature.",
  },
);

const MultiAgentSignature = Type.Object(
  { type: Type.Literal("multi_agent_signature"), ...multiAgentMembers },
  { title: "MultiAgentSignature", description: "Signatures of a sender and of secondary signers." },
);

const FeePayerSignature = Type.Object(
  {
    type: Type.Literal("fee_payer_signature"),
    ...multiAgentMembers,
    fee_payer_address: AddressSchema,
    fee_payer_signer: AccountSignatureSchema,
  },
  {
    title: "FeePayerSignature",
    description: "Signatures of a sender, of others and of the account that pays for gas.",
  },
);

const SingleSenderSignature = Type.Object(
  { type: Type.Literal("single_sender") },
  {
    title: "SingleSenderSignature",
    description:
      "An account signature. Its own `type` is not shown; its other members are here, e.g. `public_key` and `signature` of a " +
      "single key.",
  },
);

/** The signature of a committed transaction. */
export const TransactionSignatureSchema = Type.Union(
  [
    Ed25519Signature,
    MultiEd25519Signature,
    MultiAgentSignature,
    FeePayerSignature,
    SingleSenderSignature,
    NoAccountSignature,
  ],
  {
    title: "TransactionSignature",
    description: "The signatures of everyone who has to sign the transaction.",
    "x-discriminator": "type",
  },
);

/** The signature of a transaction to submit or simulate: of the forms that committed ones have, or of one account alone. */
export const SubmittedSignatureSchema = Type.Union(
  [
    Ed25519Signature,
    MultiEd25519Signature,
    MultiAgentSignature,
    FeePayerSignature,
    SubmittedSingleSender,
    SingleKeySignature,
    MultiKeySignature,
    AbstractSignature,
    NoAccountSignature,
  ],
  {
    title: "SubmittedSignature",
    description: "The signatures of everyone who has to sign the transaction.",
    "x-discriminator": "type",
  },
);
