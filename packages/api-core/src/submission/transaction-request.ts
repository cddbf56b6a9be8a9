import type { MoveView } from "@ledger/move";
import { type Address, orderlessSequenceNumber, type RawTransaction } from "@ledger/types";
import type { Static } from "typebox";
import { present, type TextReader } from "../contract/body.ts";
import { addressText, u64Text } from "../schemas/scalar.ts";
import type { UserTransactionRequestSchema } from "../schemas/transaction-request.ts";
import { buildPayload } from "./build-payload.ts";
import { type PayloadRequest, readPayload } from "./payload-request.ts";

/** A transaction as it was asked for: its payload may still be meaningless. */
export interface TransactionRequest {
  readonly sender: Address;
  readonly sequenceNumber: bigint;
  readonly maxGasAmount: bigint;
  readonly gasUnitPrice: bigint;
  readonly expirationTimestampSecs: bigint;
  readonly payload: PayloadRequest;
  readonly nonce: bigint | undefined;
}

/** Gives the texts of a request their meaning. @throws ApiError `web_framework_error` */
export function readTransactionRequest(
  body: Static<typeof UserTransactionRequestSchema>,
  text: TextReader,
): TransactionRequest {
  const nonce = present(body.replay_protection_nonce);
  return {
    sender: text(addressText, body.sender, "sender"),
    sequenceNumber: text(u64Text, body.sequence_number, "sequence_number"),
    maxGasAmount: text(u64Text, body.max_gas_amount, "max_gas_amount"),
    gasUnitPrice: text(u64Text, body.gas_unit_price, "gas_unit_price"),
    expirationTimestampSecs: text(u64Text, body.expiration_timestamp_secs, "expiration_timestamp_secs"),
    payload: readPayload(body.payload, text),
    nonce: nonce === undefined ? undefined : text(u64Text, nonce, "replay_protection_nonce"),
  };
}

/**
 * The transaction that a request asks for, its arguments encoded by the code of the called function.
 *
 * @throws ApiError `invalid_input`
 * @see Ledger specification, REST API §3.4
 */
export async function buildRawTransaction(
  request: TransactionRequest,
  chainId: number,
  view: MoveView,
): Promise<RawTransaction> {
  const { sender, sequenceNumber, maxGasAmount, gasUnitPrice, expirationTimestampSecs, nonce } = request;
  return {
    sender,
    sequenceNumber: nonce === undefined ? sequenceNumber : orderlessSequenceNumber,
    payload: await buildPayload(request.payload, nonce, view),
    maxGasAmount,
    gasUnitPrice,
    expirationTimestampSecs,
    chainId,
  };
}
