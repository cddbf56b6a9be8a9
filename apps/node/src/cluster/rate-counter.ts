import { RateLimiterClusterMaster } from "rate-limiter-flexible";

/** Counts requests for the limiters of all processes. There is one such counter, however often this is called. */
export function startRateCounter(): void {
  new RateLimiterClusterMaster();
}
