import { calledFunctionName, formatAddress } from "@ledger/types";
import type { RequestedCall } from "../contract/failed-call.ts";
import { requestedFunction } from "./payload.ts";
import type { SignedRequest } from "./signed-request.ts";

/** Names the code that a transaction in a request runs. */
export function signedCall(kind: RequestedCall["kind"], request: SignedRequest): RequestedCall {
  if (request.kind === "json") {
    const { sender, payload } = request.request;
    return { kind, function: requestedFunction(payload), sender: formatAddress(sender) };
  }
  const { sender, payload } = request.transaction.rawTxn;
  return { kind, function: calledFunctionName(payload), sender: formatAddress(sender) };
}
