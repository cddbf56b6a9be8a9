import type { IncomingHttpHeaders } from "node:http";

/** Allowed characters of ids: they are written to logs. */
const idPattern = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** A trace in the W3C's form; its second part is the trace's id. */
const tracePattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

const noTrace = "0".repeat(32);

/** The name of the header that an id is answered in. */
export const requestIdHeader = "X-Request-Id";

/** The id that a client or proxy gave a request: its `X-Request-Id`, else the trace of its `traceparent`. */
export function givenRequestId(headers: IncomingHttpHeaders): string | undefined {
  const given = headers["x-request-id"];
  if (given !== undefined) return typeof given === "string" && idPattern.test(given) ? given : undefined;
  const { traceparent } = headers;
  const trace = typeof traceparent === "string" ? tracePattern.exec(traceparent)?.[1] : undefined;
  return trace === noTrace ? undefined : trace;
}

let next = 0;
const start = Date.now().toString(36);

/** A name for a request that has none, unlike those of other processes and of before. */
export function makeRequestId(): string {
  return `${process.pid.toString(36)}-${start}-${(next++).toString(36)}`;
}
