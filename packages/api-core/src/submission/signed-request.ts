import { type Codec, maxContainerDepth, Reader, vector } from "@ledger/bcs";
import { SignedTransaction, type TransactionAuthenticator } from "@ledger/types";
import Type, { type StaticDecode } from "typebox";
import { defineBody } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { moveView, type RequestContext } from "../endpoint/context.ts";
import { SubmitTransactionRequestSchema } from "../schemas/transaction-request.ts";
import { checkPayload } from "./check-payload.ts";
import { verifyPayload } from "./payload.ts";
import { readSignature } from "./read-signature.ts";
import { buildRawTransaction, type TransactionRequest } from "./transaction-request.ts";

/** A transaction as it was submitted: in JSON, its payload may still be meaningless. */
export type SignedRequest =
  | { readonly kind: "json"; readonly request: TransactionRequest; readonly authenticator: TransactionAuthenticator }
  | { readonly kind: "bcs"; readonly transaction: SignedTransaction };

/** Media type of signed transactions in BCS. */
const signedTransactionType = "application/x.aptos.signed_transaction+bcs";

/** Most named containers inside one another in BCS from outside. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.8 | Specification, REST API 9.8} */
const maxDepth = 16;

/** Most transactions of a batch. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#10 | Specification, REST API 10} */
const maxBatch = 10;

/** The body of `submit` and `simulate`. */
export const signedTransactionBody = defineBody(SubmitTransactionRequestSchema, readSigned, {
  contentType: signedTransactionType,
  typeName: "SignedTransaction",
  description: "A signed transaction.",
  parse: (bytes): SignedRequest => ({ kind: "bcs", transaction: decodeShallow(SignedTransaction, bytes) }),
});

const SignedTransactions = vector(SignedTransaction);

/** The body of a batch. */
export const transactionBatchBody = defineBody(
  Type.Array(SubmitTransactionRequestSchema, { description: `At most ${maxBatch} transactions.` }),
  (body): SignedRequest[] => {
    checkBatchSize(body.length);
    return body.map(readSigned);
  },
  {
    contentType: signedTransactionType,
    typeName: "SignedTransaction",
    description: `A vector of at most ${maxBatch} signed transactions.`,
    parse: (bytes): SignedRequest[] => {
      checkBatchSize(new Reader(bytes).uleb128());
      return decodeShallow(SignedTransactions, bytes).map((transaction) => ({ kind: "bcs", transaction }));
    },
  },
);

/** Checks what needs no state. @throws ApiError `invalid_input` */
export function verifySigned(request: SignedRequest): void {
  if (request.kind === "json") verifyPayload(request.request.payload);
  else checkPayload(request.transaction.rawTxn.payload);
}

/**
 * The transaction that was submitted. Arguments in JSON are encoded by the code of the called function.
 *
 * @throws ApiError `invalid_input`
 */
export async function buildSigned(
  request: SignedRequest,
  context: Pick<RequestContext, "code" | "ledger">,
): Promise<SignedTransaction> {
  if (request.kind === "bcs") return request.transaction;
  const { chainId, version } = context.ledger;
  const rawTxn = await buildRawTransaction(request.request, chainId, moveView(context, version));
  checkPayload(rawTxn.payload);
  return { rawTxn, authenticator: request.authenticator };
}

function readSigned(body: StaticDecode<typeof SubmitTransactionRequestSchema>): SignedRequest {
  return { kind: "json", request: body, authenticator: readSignature(body.signature) };
}

function checkBatchSize(length: number): void {
  if (length <= maxBatch) return;
  throw new ApiError("invalid_input", `the batch has ${length} transactions, at most ${maxBatch} are allowed`);
}

/** @throws BcsError */
function decodeShallow<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const reader = new Reader(bytes);
  reader.depth = maxContainerDepth - maxDepth;
  const value = codec.read(reader);
  reader.expectEnd(codec.name);
  return value;
}
