import type { MoveView } from "@ledger/move";
import { type Address, orderlessSequenceNumber, type RawTransaction } from "@ledger/types";
import type { StaticDecode } from "typebox";
import { present } from "../contract/body.ts";
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

/** The transaction of a body. @throws ApiError `invalid_input` */
export function readTransactionRequest(body: StaticDecode<typeof UserTransactionRequestSchema>): TransactionRequest {
  return {
    sender: body.sender,
    sequenceNumber: body.sequence_number,
    maxGasAmount: body.max_gas_amount,
    gasUnitPrice: body.gas_unit_price,
    expirationTimestampSecs: body.expiration_timestamp_secs,
    payload: readPayload(body.payload),
    nonce: present(body.replay_protection_nonce),
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
