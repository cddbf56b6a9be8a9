import { JsonWriter } from "@ledger/move";
import { moveView } from "../contract/context.ts";
import { defineRoute } from "../contract/route.ts";
import { writePending } from "../json/pending-transaction.ts";
import { SubmittedTransactionSchema } from "../schemas/transaction.ts";
import { signedTransactionBody, verifySigned } from "../submission/signed-request.ts";
import { submit } from "../submission/submit.ts";
import { submissionErrors } from "./submission-errors.ts";

/** `POST /transactions`: takes a signed transaction, to be executed. */
export const submitTransaction = defineRoute({
  id: "submit_transaction",
  method: "POST",
  path: "/transactions",
  tag: "Transactions",
  summary: "Submit transaction",
  description:
    "Takes a signed transaction into the pool, from which blocks are made. It is validated on the latest state first: " +
    "signatures, sequence number or nonce, expiry, gas and balance. That it is taken does not mean that it will succeed: wait " +
    "for it by its hash. One with a later sequence number than the account's waits until the gap closes.",
  params: {},
  query: {},
  body: signedTransactionBody,
  cache: "never",
  work: "submission",
  relayed: "without_pool",
  enabledBy: "submission",
  verify: ({ body }) => verifySigned(body),
  handle: async ({ body }, context) => ({ value: await submit(body, context) }),
  reply: {
    description: "The transaction waits to be executed.",
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
  examples: [],
});
