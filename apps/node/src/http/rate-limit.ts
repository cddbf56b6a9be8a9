import cluster from "node:cluster";
import { ApiError } from "@ledger/api-core";
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimit } from "../config/access-options.ts";

/** Milliseconds that the count may take where several processes share it; then the request is let through. */
const patience = 500;

/** Result of counting one request. */
export interface RateVerdict {
  /** Headers of its answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** The refusal, if it is refused. */
  readonly refusal: ApiError | undefined;
}

/** Counts the requests of each client, over all processes that serve. */
export class ClientRates {
  readonly limit: RateLimit;
  readonly #limiter: RateLimiterMemory | RateLimiterCluster;

  constructor(limit: RateLimit) {
    const options = {
      keyPrefix: `${limit.requests}/${limit.seconds}`,
      points: limit.requests,
      duration: limit.seconds,
    };
    this.limit = limit;
    this.#limiter = cluster.isWorker
      ? new RateLimiterCluster({ ...options, timeoutMs: patience })
      : new RateLimiterMemory(options);
  }

  /** Counts a request. @param client - see `clientOf` */
  async count(client: string): Promise<RateVerdict> {
    try {
      return this.#describe(await this.#limiter.consume(client), false);
    } catch (error) {
      // A process that cannot count does not refuse.
      return error instanceof RateLimiterRes || isRefusal(error)
        ? this.#describe(error, true)
        : { headers: {}, refusal: undefined };
    }
  }

  #describe({ remainingPoints, msBeforeNext }: Counted, isRefused: boolean): RateVerdict {
    const seconds = `${Math.max(1, Math.ceil(msBeforeNext / 1_000))}`;
    const { requests, seconds: span } = this.limit;
    const headers = {
      "RateLimit-Limit": `${requests}`,
      "RateLimit-Remaining": `${Math.max(0, remainingPoints)}`,
      "RateLimit-Reset": seconds,
    };
    if (!isRefused) return { headers, refusal: undefined };
    const message = `too many requests: this node allows ${requests} in ${span} s; try again in ${seconds} s`;
    const refusal = new ApiError("web_framework_error", message, { status: 429, headers: { "Retry-After": seconds } });
    return { headers, refusal };
  }
}

type Counted = Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext">;

/** A refusal that came from another process has lost its class. */
function isRefusal(error: unknown): error is Counted {
  return typeof error === "object" && error !== null && "msBeforeNext" in error && "remainingPoints" in error;
}
