import { JsonWriter } from "@ledger/move";
import { ApiError } from "../contract/error.ts";
import { toApiError, writeError } from "../contract/failure.ts";
import { defineRoute } from "../endpoint/route.ts";
import { BatchSubmissionSchema } from "../schemas/transaction.ts";
import { transactionBatchBody, verifySigned } from "../submission/signed-request.ts";
import { buildSubmission, handOver } from "../submission/submit.ts";
import { signedTransfers } from "./examples/signed-transfers.ts";
import { submissionErrors } from "./submission-errors.ts";

/** A transaction that was refused. */
interface Failure {
  readonly index: number;
  readonly error: ApiError;
}

/** `POST /transactions/batch`: takes several signed transactions. */
export const submitBatchTransactions = defineRoute({
  id: "submit_batch_transactions",
  method: "POST",
  path: "/transactions/batch",
  tag: "Transactions",
  summary: "Submit batch transactions",
  description:
    "Submits up to ten signed transactions, in their order, each as if it came alone; they share the next block. A malformed " +
    "transaction refuses the whole batch. If none can be accepted, the answer is an error.",
  params: {},
  query: {},
  body: transactionBatchBody,
  cache: "never",
  work: "submission",
  relayed: "without_pool",
  enabledBy: "submission",
  verify: ({ body }) => {
    for (const request of body) verifySigned(request);
  },
  handle: async ({ body }, context) => {
    const failures: Failure[] = [];
    const built = await Promise.allSettled(body.map((request) => buildSubmission(request, context)));
    // In their order, for those of one sender follow one another; and all at once, so that one block has them.
    const submitted = built.map((submission) =>
      submission.status === "fulfilled" ? handOver(submission.value, context) : Promise.reject(submission.reason),
    );
    for (const [index, outcome] of (await Promise.allSettled(submitted)).entries()) {
      if (outcome.status === "fulfilled") continue;
      const error = toApiError(outcome.reason);
      if (error.status >= 500 && error.code === "internal_error") throw error;
      failures.push({ index, error });
    }
    const [first] = failures;
    if (first !== undefined && failures.length === body.length) throw allInvalid(first);
    return { value: failures, isPartial: failures.length > 0 };
  },
  reply: {
    description: "All transactions are waiting to be executed.",
    status: 202,
    partial: { status: 206, description: "Some transactions are waiting to be executed; the others were refused." },
    json: {
      schema: BatchSubmissionSchema,
      encode: (failures) => {
        const output = new JsonWriter();
        output.beginObject().member("transaction_failures").beginArray();
        for (const { index, error } of failures) {
          writeError(output.item().beginObject().member("error"), error);
          output.member("transaction_index").integer(index);
          output.endObject();
        }
        output.endArray();
        output.endObject();
        return output.view();
      },
    },
    bcs: { description: "Nothing.", encode: () => new Uint8Array() },
  },
  errors: submissionErrors,
  examples: [
    {
      ledger: "new",
      summary: "Transfers by two well-known accounts of a local network",
      body: signedTransfers,
      reply: { transaction_failures: [] },
    },
  ],
});

function allInvalid({ error }: Failure): ApiError {
  return new ApiError("invalid_input", `all transactions of the batch were refused, the first with: ${error.message}`, {
    cause: error,
  });
}
