import type { LedgerSummary } from "@ledger/state-store";
import type { Awaitable, ErrorCode } from "@ledger/types";
import type { Static, TSchema } from "typebox";
import type { BodyType } from "../contract/body.ts";
import type { FailedCall, RequestedCall } from "../contract/failed-call.ts";
import type { ReplyFormat } from "../contract/media-type.ts";
import type { Parameters, ParameterValues } from "../contract/text-type.ts";
import type { WorkClass } from "../contract/work.ts";
import type { RequestContext } from "./context.ts";

/** Groups of operations, in the order of the description. */
export const tags = {
  Accounts: "State of one account: its modules, resources and balances, and what it sent.",
  Blocks: "Blocks by height or by the version of a transaction in them.",
  Events: "Events of a handle, in the order they were emitted.",
  Execution: "What came of executing versions again.",
  Experimental: "May change without notice.",
  General: "The ledger as a whole, the health of the node, and this description.",
  Proofs: "Answers that a client can check against a root that it trusts, on a node that keeps proofs.",
  Lists:
    "What accounts hold and what happened, from an index of the ledger's tables: on local networks, and on nodes with `--index`.",
  Tables: "Items of on-chain tables.",
  Transactions: "Committed and pending transactions; encoding, simulating and submitting new ones.",
  View: "View functions.",
} as const;

/** A group of operations. */
export type Tag = keyof typeof tags;

/** The request as a handler gets it: parsed, never raw text. */
export interface RouteInput<P extends Parameters, Q extends Parameters, B> {
  readonly params: ParameterValues<P>;
  readonly query: ParameterValues<Q>;
  readonly body: B;
}

/** Result of a handler, before it is encoded. */
export interface Outcome<T> {
  readonly value: T;
  /** Sent as the cursor header; absent on the last page. */
  readonly cursor?: string | undefined;
  /**
   * Tells this value apart from every other that the same URL has ever had, within one ledger. When it is absent the
   * ledger version stands in: right, but changed by every block.
   */
  readonly validator?: string | undefined;
  /** The ledger as of which the answer is, where that is not the one that the request has seen; its headers say so. */
  readonly ledger?: LedgerSummary | undefined;
  /** Gas that the call used, sent in its header; only of metered operations. */
  readonly gasUsed?: bigint | undefined;
  /** Microseconds since the Unix epoch that simulated code saw, sent in its header; only of `simulated` operations. */
  readonly simulatedUsecs?: bigint | undefined;
  /** First version that a list covers, sent in its header; only of `windowed` operations. */
  readonly listFrom?: bigint | undefined;
  /** Stored bytes that the answer is written from, on `point` routes whose values may be large. */
  readonly weight?: number | undefined;
  /** True if this answer can never change, because its subject is named by the URL and committed. */
  readonly immutable?: boolean | undefined;
  /** True if this answer depends on more than the ledger: it is not kept anywhere. */
  readonly volatile?: boolean | undefined;
  /** True for a success in part, see {@link NegotiatedReply.partial}. */
  readonly isPartial?: boolean | undefined;
  /** The call that failed, where a failure is an answer like any other. */
  readonly failedCall?: FailedCall | undefined;
}

/** How the values of a route are written in one encoding. */
export interface ReplyEncoding<T, Encoded> {
  readonly encode: (value: T, context: RequestContext) => Awaitable<Encoded>;
}

/** Answers of a route that exist in JSON, in BCS or in both. */
export interface NegotiatedReply<T, S extends TSchema = TSchema> {
  /** Meaning of success, for the description. */
  readonly description: string;
  /** The status of success; 200 when absent. */
  readonly status?: 202;
  /** The status of success in part, which is written in JSON like a refusal, and its meaning. */
  readonly partial?: { readonly status: 206; readonly description: string };
  readonly json?: ReplyEncoding<T, string | Uint8Array> & { readonly schema: S };
  readonly bcs?: ReplyEncoding<T, Uint8Array> & { readonly description: string };
}

/** A request and its answer on a real ledger, shown in the description and run by the tests. */
export interface RouteExample {
  /**
   * The ledger that answers so: the genesis of the main network, the local network after 30 blocks of its demo, or a local network
   * that has just begun, on 1 January 2024.
   */
  readonly ledger: "mainnet" | "local" | "new";
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /**
   * The JSON answer. Numbers and hashes of the local network's differ from one version of its demo to the next. A long text may be cut: it
   * ends with `…` then.
   */
  readonly reply?: unknown;
  /** The BCS answer as hex, of routes that have no other. */
  readonly bytes?: string;
}

/** How far an answer may be reused. `state`: fixed by the ledger version. `never`: depends on more than the ledger. */
export type CachePolicy = "state" | "never";

/** Everything about an endpoint. */
export interface RouteSpec<
  P extends Parameters,
  Q extends Parameters,
  B,
  T,
  Id extends string = string,
  Method extends "GET" | "POST" = "GET" | "POST",
  Path extends string = string,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  /** Operation id. */
  readonly id: Id;
  readonly method: Method;
  /** Path under `/v1`. */
  readonly path: Path;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly params: P;
  readonly query: Q;
  /** Error codes of the operation, in addition to those that every operation has. */
  readonly errors: readonly ErrorCode[];
  /** Error codes that are given with another status than their usual one, by that status. */
  readonly unusualErrors?: Readonly<Record<number, ErrorCode>>;
  /** Statuses that the requirements list for the operation and this node never gives, with the reason. */
  readonly neverGiven?: Readonly<Record<number, string>>;
  readonly examples: readonly RouteExample[];
  readonly body?: BodyType<B, Body>;
  readonly cache: CachePolicy;
  /** True if the body and the state of the ledger decide about the answer: the node may keep it, not its clients. */
  readonly sharedByBody?: boolean;
  /** How much work an answer is; `point` when absent. */
  readonly work?: WorkClass;
  /** The same on a node that has a pool of transactions, where that differs. */
  readonly workWithPool?: WorkClass;
  /** The answer as server-sent events, in words, where a server gives it so to those who ask for `text/event-stream`. */
  readonly streamed?: string;
  /** Query parameter that makes the answer a `list` when it is `true`. */
  readonly listWhen?: keyof Q & string;
  /** True if the answer may carry the cursor header. */
  readonly paged?: boolean;
  /** True if the answer reports how much gas the call used. */
  readonly metered?: boolean;
  /** True if the answer says at which time its code ran. */
  readonly simulated?: boolean;
  /** True if the answer leaves out what is pruned, and says from which version on it is complete. */
  readonly windowed?: boolean;
  /**
   * When the node upstream answers in this node's place, where there is one: `when_unknown`, for what needs state or code that this
   * node does not have, or `without_pool`, for what needs a pool of transactions and a node that has none.
   */
  readonly relayed?: "when_unknown" | "without_pool";
  /** Path parameter that holds the hash of a transaction: the request waits, for a bounded time, while the pool knows it. */
  readonly awaits?: keyof P & string;
  /** The code that the request has run, for logs of what failed. */
  readonly describeCall?: (input: RouteInput<P, Q, B>) => RequestedCall;
  /** Checks meaning that is not a matter of form, before switches and state. @throws ApiError `invalid_input` */
  readonly verify?: (input: RouteInput<P, Q, B>) => void;
  /** The setting that switches the operation on. */
  readonly enabledBy?: "encodeSubmission" | "simulation" | "submission";
  readonly handle: (input: RouteInput<P, Q, B>, context: RequestContext) => Awaitable<Outcome<T>>;
  readonly reply: NegotiatedReply<T, Reply>;
}

/** An endpoint of the API. Its value types are closed over, so that all of them fit one table. */
export interface Route
  extends Omit<RouteSpec<Parameters, Parameters, unknown, unknown>, "handle" | "reply" | "verify" | "describeCall"> {
  readonly kind: "ledger";
  readonly reply: Pick<NegotiatedReply<never>, "description" | "status" | "partial"> & {
    readonly json?: { readonly schema: TSchema };
    readonly bcs?: { readonly description: string };
  };
  readonly verify: (input: RawInput) => void;
  readonly describeCall: ((input: RawInput) => RequestedCall) | undefined;
  readonly handle: (input: RawInput, context: RequestContext) => Awaitable<Outcome<unknown>>;
  /** Writes what `handle` found, when the answer turns out to need a body. */
  readonly encode: (format: ReplyFormat, value: unknown, context: RequestContext) => Awaitable<string | Uint8Array>;
}

/** Types of an endpoint, for the compiler: its place, and the values that travel. */
export interface RouteTypes {
  readonly id: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly params: Parameters;
  readonly query: Parameters;
  /** A JSON body; `undefined` when the endpoint takes none. */
  readonly body: unknown;
  /** The JSON answer; `never` when the endpoint has none. */
  readonly reply: unknown;
}

/** A declared endpoint that has kept the types of what it takes and gives, from which those of the client derive. */
export type Declared<R extends Route, Types extends RouteTypes> = R & {
  /** For the compiler only. */
  readonly types?: Types;
};

/** Parsed parameters and body before their types are known to the compiler. */
export interface RawInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Declares an endpoint once: validation, types, the published description, the client and the contract tests all
 * derive from this value.
 */
export function defineRoute<
  const P extends Parameters,
  const Q extends Parameters,
  T,
  const Id extends string,
  const Method extends "GET" | "POST",
  const Path extends string,
  B = undefined,
  Body extends TSchema = never,
  Reply extends TSchema = never,
>(
  spec: RouteSpec<P, Q, B, T, Id, Method, Path, Body, Reply>,
): Declared<
  Route,
  {
    readonly id: Id;
    readonly method: Method;
    readonly path: Path;
    readonly params: P;
    readonly query: Q;
    readonly body: [Body] extends [never] ? undefined : Static<Body>;
    readonly reply: [Reply] extends [never] ? never : Static<Reply>;
  }
> {
  const { handle, verify, describeCall, reply, ...rest } = spec;
  return {
    ...rest,
    reply,
    kind: "ledger",
    // The request pipeline made `input` with this route's own parameter and body types, and `value` is what `handle` gave.
    verify: (input) => verify?.(input as RouteInput<P, Q, B>),
    describeCall: describeCall && ((input) => describeCall(input as RouteInput<P, Q, B>)),
    handle: (input, context) => handle(input as RouteInput<P, Q, B>, context),
    encode: (format, value, context) => {
      const encoding = format === "bcs" ? reply.bcs : reply.json;
      if (encoding === undefined) throw new TypeError(`${spec.id} has no ${format} reply`);
      return encoding.encode(value as T, context);
    },
  };
}
