import type { ApiResponse } from "@ledger/api-core";
import type { LocalIndexer } from "@ledger/local-services";

/** See `QueryService.follow`. */
export type FollowAnswer = Awaited<ReturnType<LocalIndexer["follow"]>>;

/** An answer to a subscription with its event, as those who wait for it are sent it. */
export interface FollowedPart extends Omit<FollowAnswer, "body"> {
  /** A server-sent event; absent where there is nothing new. */
  readonly event: Uint8Array | undefined;
}

/** Ends a subscription. @see GraphQL over Server-Sent Events, distinct connections mode */
export const completeEvent = "event: complete\ndata:\n\n";

/** The last event of a subscription that could not be answered. It is not complete: its client may ask again. */
export const failedEvent = `event: next\ndata: ${JSON.stringify({
  errors: [
    {
      message: "the subscription could not be answered: the node's log says why",
      extensions: { path: "$", code: "unexpected" },
    },
  ],
})}\n\n`;

/** Packs an answer to a subscription: its event is written where it is made, since JSON has no line breaks. */
export function packFollowed({ body, seen, version, follows }: FollowAnswer): ApiResponse {
  const event = body === undefined ? undefined : `event: next\ndata: ${body}\n\n`;
  return {
    status: event === undefined ? 204 : 200,
    headers: { seen, version: `${version ?? ""}`, follows },
    body: event,
  };
}

/** Unpacks what {@link packFollowed} has packed. */
export function unpackFollowed({ headers, body }: Pick<ApiResponse, "headers" | "body">): FollowedPart {
  const event = typeof body === "string" ? Buffer.from(body) : body;
  const { seen = "", version = "", follows } = headers;
  return {
    event,
    seen,
    version: version === "" ? undefined : BigInt(version),
    follows: follows as FollowAnswer["follows"],
  };
}
