import { formatHex, multiAgentSigningMessage, signingMessage } from "@ledger/types";
import type { StaticDecode } from "typebox";
import { defineBody, present } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { moveView } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { HexSchema } from "../schemas/scalar.ts";
import { EncodeSubmissionRequestSchema } from "../schemas/transaction-request.ts";
import { verifyPayload } from "../submission/payload.ts";
import { buildRawTransaction } from "../submission/transaction-request.ts";

/** `POST /transactions/encode_submission`: the message that a signature of a transaction covers. */
export const encodeSubmission = defineRoute({
  id: "encode_submission",
  method: "POST",
  path: "/transactions/encode_submission",
  tag: "Transactions",
  summary: "Encode a transaction for signing",
  description:
    "Checks a transaction request and returns the message to sign: 32 bytes that name what is signed, then the BCS of " +
    "the transaction. To sign: decode the hex string to bytes, sign these bytes as they are, and put the signature into " +
    "the transaction that is submitted. Clients that can encode BCS do not need this endpoint.",
  params: {},
  query: {},
  body: defineBody(EncodeSubmissionRequestSchema, readRequest),
  cache: "never",
  enabledBy: "encodeSubmission",
  verify: ({ body }) => verifyPayload(body.payload),
  handle: async ({ body }, context) => {
    const { ledger } = context;
    const raw = await buildRawTransaction(body, ledger.chainId, moveView(context, ledger.version));
    const signers = body.secondarySigners;
    return { value: signers === undefined ? signingMessage(raw) : multiAgentSigningMessage(raw, signers) };
  },
  reply: {
    description: "The message to sign.",
    json: { schema: HexSchema, encode: (message) => `"${formatHex(message)}"` },
  },
  errors: ["invalid_input", "bcs_not_supported"],
  examples: [
    {
      ledger: "mainnet",
      summary: "A call of one function",
      body: {
        sender: "0xdd",
        sequence_number: "0",
        max_gas_amount: "1000000",
        gas_unit_price: "0",
        expiration_timestamp_secs: "9991638487317",
        payload: {
          type: "entry_function_payload",
          function: "0x1::aptos_account::create_account",
          type_arguments: [],
          arguments: ["0x1234567"],
        },
      },
      reply:
        "0xb5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193" +
        "00000000000000000000000000000000000000000000000000000000000000dd" +
        "0000000000000000020000000000000000000000000000000000000000000000000000000000000001" +
        "0d6170746f735f6163636f756e740e6372656174655f6163636f756e740001200000000000000000" +
        "00000000000000000000000000000000000000000123456740420f00000000000000000000000000" +
        "1511105c1609000001",
    },
  ],
});

/** Most secondary signers: the ledger counts signers in a byte. */
const maxSecondarySigners = 255;

/** The request of a body. @throws ApiError `invalid_input` for more signers than there can be */
function readRequest(body: StaticDecode<typeof EncodeSubmissionRequestSchema>) {
  const secondarySigners = present(body.secondary_signers);
  const signers = secondarySigners?.length ?? 0;
  if (signers > maxSecondarySigners) {
    const fault = `the transaction is invalid: secondary_signers: ${signers} signers, at most ${maxSecondarySigners} are allowed`;
    throw new ApiError("invalid_input", fault);
  }
  return { ...body, secondarySigners };
}
