import type { Api } from "@ledger/api-core";
import { type Asking, describeFault, ownBytes } from "./answer-questions.ts";
import { encodeResponse } from "./content-encoding.ts";
import type { WorkAnswer, WorkQuestion } from "./protocol.ts";

/** Answers a request of a route inside of a thread. */
export async function answerRoute(
  api: Api,
  { work: _, route, query, encoding, ...rest }: WorkQuestion,
  asking: Asking,
): Promise<WorkAnswer> {
  const made = await api.answerHere(route, { ...rest, ...asking, query: new URLSearchParams(query) });
  const { status, headers, body, error, isUnknownHere, isVolatile, failedCall } = await encodeResponse(made, encoding);
  const fault = status >= 500 ? describeFault(error?.cause ?? error) : undefined;
  return { status, headers, body: ownBytes(body), fault, isUnknownHere, isVolatile, failedCall };
}
