import type { ApiRequest, ApiResponse, StreamQuestion } from "@ledger/api-core";
import type { LedgerFunctions } from "../calls/ledger-calls.ts";
import type { AnswerOptions } from "../config/start-options.ts";
import type { StoreLocation } from "../store/location.ts";
import type { ContentEncoding } from "./content-encoding.ts";
import type { ThreadWork } from "./limits.ts";

/** Settings of the thread for large answers. */
export interface WorkSettings extends AnswerOptions {
  /** Location that it reads. */
  readonly location: StoreLocation;
  readonly specPage: string;
  /** True if the ledger is that of this node's own network, which takes transactions. */
  readonly takesTransactions: boolean;
  /** True if the ledger is that of a local network, also of another node. */
  readonly isLocalNetwork: boolean;
}

/** Settings of the thread for queries and lists. */
export interface QuerySettings extends AnswerOptions, Pick<WorkSettings, "location"> {}

/** A question as it crosses to a thread. */
export interface ThreadQuestion {
  readonly work: ThreadWork;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** A request of a route as it crosses to the thread for large answers. */
export interface WorkQuestion extends ThreadQuestion, Omit<ApiRequest, "query" | "body" | "signal" | "during"> {
  /** Operation id. */
  readonly route: string;
  /** The query of the target, not decoded. */
  readonly query: string;
  /** How the answer is to be compressed. */
  readonly encoding: ContentEncoding | undefined;
}

/** A question for what follows in a subscription. */
export interface FollowQuestion extends ThreadQuestion {
  readonly body: Uint8Array<ArrayBuffer>;
  /** See `QueryService.follow`. */
  readonly seen: string | undefined;
}

/** A question for a part of a stream. */
export interface StreamThreadQuestion extends ThreadQuestion {
  readonly stream: StreamQuestion;
}

/** A request of a route with what the thread has to know when it answers. */
export interface TimedQuestion extends WorkQuestion {
  /** See `NodeHealth.leadUsecs`. */
  readonly leadUsecs: bigint;
}

/** A complete answer as it crosses back. */
export interface WorkAnswer
  extends Pick<ApiResponse, "status" | "headers" | "failedCall" | "isUnknownHere" | "isVolatile"> {
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  /** A fault of the node, with its stack. */
  readonly fault: string | undefined;
}

/** An answer with the processor time that it took, milliseconds. */
export interface TimedAnswer extends WorkAnswer {
  readonly time: number;
}

/** Functions of a thread that makes answers. */
export interface AnswerFunctions<Q extends ThreadQuestion> {
  /** Answers a question of a client: clients take turns in the thread, too. */
  answer(asked: { readonly client: string; readonly question: Q }): TimedAnswer;
}

/** Functions that such a thread calls. */
export interface AnswerListener extends LedgerFunctions {
  /** The ledger is open. */
  opened(input: undefined): undefined;
}
