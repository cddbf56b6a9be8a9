import type { Api, ApiRequest, ApiResponse, WorkPlace } from "@ledger/api-core";
import type { ContentEncoding } from "./content-encoding.ts";
import type { LargeAnswers } from "./large-answers.ts";
import type { LargeAnswerer } from "./work-thread.ts";

/** Inputs of {@link answerInTurn}. */
export interface AnswerInTurnOptions {
  readonly api: Api;
  readonly workThread: LargeAnswerer;
  /** Answers lists, where the index is; refuses them where there is none. */
  readonly listThread: LargeAnswerer;
  readonly largeAnswers: LargeAnswers;
}

/** A request that waits for its turn. */
export interface RequestInTurn {
  /** Operation id. */
  readonly route: string;
  readonly request: ApiRequest & { readonly body: Uint8Array<ArrayBuffer> | undefined };
  /** How the answer is to be compressed. */
  readonly encoding: ContentEncoding | undefined;
  readonly client: string;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}

/**
 * Answers a request that is more than a point read, when its turn has come: by waiting for the pool or for another node, or in the thread,
 * which is the first to read it.
 *
 * @throws ApiError 503 when there is too much to do
 */
export async function answerInTurn(
  { api, workThread, listThread, largeAnswers }: AnswerInTurnOptions,
  work: Exclude<WorkPlace, "point">,
  { route, request, encoding, client, signal }: RequestInTurn,
): Promise<ApiResponse> {
  const asked = { client, signal, key: undefined };
  if (work === "forwarded" || work === "submission") {
    return largeAnswers.answer({ ...asked, work }, ({ signal: wanted }) =>
      api.handle(route, { ...request, signal: wanted }),
    );
  }
  const admission = await api.admit(route, { ...request, signal });
  if ("status" in admission) return admission;
  const key = admission.key && `${encoding ?? ""} ${admission.key}`;
  const { params, accept, contentType, ifNoneMatch, body } = request;
  // The thread takes the body with it, and another node may be asked after it.
  const kept = api.relay && body?.slice();
  const question = { work, route, params, query: `${request.query}`, accept, contentType, ifNoneMatch, body, encoding };
  const thread = work === "list" ? listThread : workThread;
  const made = await largeAnswers.answer({ ...asked, work, key }, (making) => thread.answer(question, making));
  if (made.isUnknownHere !== true || api.relay === undefined) return made;
  const { relay } = api;
  return largeAnswers.answer({ ...asked, work: "forwarded" }, ({ signal: wanted }) =>
    relay(route, { ...request, body: kept, signal: wanted }),
  );
}
