import { JsonWriter } from "@ledger/move";
import { moveView } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { SubmittedTransactionSchema } from "../schemas/transaction.ts";
import { writePending } from "../submission/pending-transaction.ts";
import { signedCall } from "../submission/requested-call.ts";
import { signedTransactionBody, verifySigned } from "../submission/signed-request.ts";
import { submit } from "../submission/submit.ts";
import { signedTransfers } from "./examples/signed-transfers.ts";
import { submissionErrors } from "./submission-errors.ts";

/** `POST /transactions`: takes a signed transaction, to be executed. */
export const submitTransaction = defineRoute({
  id: "submit_transaction",
  method: "POST",
  path: "/transactions",
  tag: "Transactions",
  summary: "Submit transaction",
  description:
    "Adds a signed transaction to the pool, from which blocks are made. It is validated on the latest state first: " +
    "signatures, sequence number or nonce, expiry, gas and balance. Acceptance does not mean success: wait " +
    "for the transaction by its hash. One with a later sequence number than the account's waits until the gap is closed.",
  params: {},
  query: {},
  body: signedTransactionBody,
  cache: "never",
  work: "submission",
  relayed: "without_pool",
  enabledBy: "submission",
  verify: ({ body }) => verifySigned(body),
  describeCall: ({ body }) => signedCall("submission", body),
  handle: async ({ body }, context) => ({ value: await submit(body, context) }),
  reply: {
    description: "The transaction is waiting to be executed.",
    status: 202,
    json: {
      schema: SubmittedTransactionSchema,
      encode: async (pending, context) => {
        const output = new JsonWriter({ capacity: 4 * 1024 });
        await writePending(output, moveView(context, context.ledger.version), pending, "untyped");
        return output.view();
      },
    },
    bcs: { description: "Nothing.", encode: () => new Uint8Array() },
  },
  errors: submissionErrors,
  examples: [
    {
      ledger: "new",
      summary: "A transfer by a well-known account of a local network",
      body: signedTransfers[0],
      reply: {
        hash: "0x05da7cc01b5223f0532e238c290c16823f44f7e43125a83fc9885224c1fa854b",
        sender: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9",
        sequence_number: "0",
        max_gas_amount: "200000",
        gas_unit_price: "100",
        expiration_timestamp_secs: "1704067260",
        signature: {
          type: "ed25519_signature",
          public_key: "0xc16093e35f40bf66819840fca6ef34e972ee3bc040bbc258c9485d4a99f1e037",
          signature:
            "0xb061f434bbd20f4da0b27d7da4360188b3aca5bdf71f0cc9d84d4b854e0d83b8aab5b4d0ca5c3861a54f943b800bcc2ca14997fc0b289751100c75a4598c7906",
        },
        payload: {
          type: "entry_function_payload",
          function: "0x1::aptos_account::transfer",
          type_arguments: [],
          arguments: ["0xb0b", "1000"],
        },
      },
    },
  ],
});
