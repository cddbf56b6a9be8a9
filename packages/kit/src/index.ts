export { CallError, type CallErrorCode, describeError, type RemoteFailure } from "./calls/call-error.ts";
export type { Movable } from "./calls/outbox.ts";
export {
  type CallContext,
  type CallOptions,
  type Functions,
  type Handlers,
  Peer,
  type PeerMessage,
  type PeerOptions,
} from "./calls/peer.ts";
export { connectPort, type WebPort } from "./calls/port-peer.ts";
export { Backoff, type BackoffTimes, backoffPause } from "./waiting/backoff.ts";
export { Limiter, LimiterByName, type LimiterOptions } from "./waiting/limiter.ts";
export { processorTime } from "./waiting/processor-time.ts";
export { TimeAccounts } from "./waiting/time-accounts.ts";
export { TimeShare, type TimeShareOptions, threadTime } from "./waiting/time-share.ts";
