import Type from "typebox";
import { optionalMember } from "./member.ts";
import { TransactionPayloadSchema } from "./payload.ts";
import { AddressSchema, U64Schema } from "./scalar.ts";
import { SubmittedSignatureSchema } from "./signature.ts";

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
