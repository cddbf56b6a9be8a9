import { formatAddress, formatEntryFunctionId, type TransactionPayload } from "@ledger/types";
import type { RequestedCall } from "../contract/failed-call.ts";
import type { PayloadRequest } from "./payload-request.ts";
import type { SignedRequest } from "./signed-request.ts";

/** Names the code that a transaction in a request runs. */
export function signedCall(kind: RequestedCall["kind"], request: SignedRequest): RequestedCall {
  if (request.kind === "json") {
    const { sender, payload } = request.request;
    return { kind, function: requestedFunction(payload), sender: formatAddress(sender) };
  }
  const { sender, payload } = request.transaction.rawTxn;
  return { kind, function: payloadFunction(payload), sender: formatAddress(sender) };
}

/** The function that a payload names, else its kind. */
export function payloadFunction(payload: TransactionPayload): string {
  if (payload.kind === "EntryFunction") {
    const { module, function: name } = payload.value;
    return formatEntryFunctionId({ address: module.address, module: module.name, name });
  }
  if (payload.kind !== "Payload") return payload.kind.toLowerCase();
  const { executable } = payload.value.value;
  return executable.kind === "EntryFunction" ? payloadFunction(executable) : executable.kind.toLowerCase();
}

/** The function that a payload in JSON names, else its kind. */
function requestedFunction(payload: PayloadRequest): string {
  return payload.kind === "entry-function" ? formatEntryFunctionId(payload.function) : payload.kind;
}
