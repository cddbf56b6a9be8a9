import type { MoveView } from "@ledger/move";
import { orderlessSequenceNumber, type RawTransaction } from "@ledger/types";
import type { StaticDecode } from "typebox";
import { present } from "../contract/body.ts";
import type { UserTransactionRequestSchema } from "../schemas/transaction-request.ts";
import { buildPayload } from "./payload.ts";

/** A transaction as it was asked for: its payload may still be meaningless. */
export type TransactionRequest = StaticDecode<typeof UserTransactionRequestSchema>;

/**
 * The transaction that a request asks for, its arguments encoded by the code of the called function.
 *
 * @throws ApiError `invalid_input`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#3.4 | Specification, REST API 3.4}
 */
export async function buildRawTransaction(
  request: TransactionRequest,
  chainId: number,
  view: MoveView,
): Promise<RawTransaction> {
  const nonce = present(request.replay_protection_nonce);
  return {
    sender: request.sender,
    sequenceNumber: nonce === undefined ? request.sequence_number : orderlessSequenceNumber,
    payload: await buildPayload(request.payload, nonce, view),
    maxGasAmount: request.max_gas_amount,
    gasUnitPrice: request.gas_unit_price,
    expirationTimestampSecs: request.expiration_timestamp_secs,
    chainId,
  };
}
