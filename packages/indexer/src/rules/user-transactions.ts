import {
  formatAddress,
  formatHex,
  parseAddress,
  payloadExecutable,
  type SignedTransaction,
  type TransactionPayload,
} from "@ledger/types";
import type { RecordView } from "../record/record-view.ts";
import { formatExpiry } from "../record/timestamp.ts";
import type { Row } from "../row.ts";
import type { ImpliedValue } from "./implied-value.ts";

/** Names of the ways to sign a transaction. */
const signatureTypes: Readonly<Record<SignedTransaction["authenticator"]["kind"], string>> = {
  Ed25519: "ed25519_signature",
  MultiEd25519: "multi_ed25519_signature",
  MultiAgent: "multi_agent_signature",
  FeePayer: "fee_payer_signature",
  SingleSender: "single_sender_signature",
};

/** The row of `user_transactions`: one for each transaction of a user. */
export function userTransactions(record: RecordView): Row[] {
  const { request } = record;
  if (request === undefined) return [];
  const { rawTxn, authenticator } = request.signed;
  return [
    {
      version: record.version,
      block_height: record.blockHeight,
      epoch: record.epoch,
      timestamp: record.time,
      sender: request.sender,
      sequence_number: request.sequenceNumber,
      replay_protection_nonce: request.nonce,
      parent_signature_type: signatureTypes[authenticator.kind],
      entry_function_id_str: request.functionId ?? "",
      entry_function_contract_address: request.called ? formatHex(request.called.module.address) : "",
      entry_function_module_name: request.called?.module.name ?? "",
      entry_function_function_name: request.called?.function ?? "",
      encrypted_state: encryptedState(rawTxn.payload),
      max_gas_amount: rawTxn.maxGasAmount,
      gas_unit_price: rawTxn.gasUnitPrice,
      expiration_timestamp_secs: formatExpiry(rawTxn.expirationTimestampSecs),
    },
  ];
}

function encryptedState(payload: TransactionPayload): string | null {
  if (payload.kind !== "EncryptedPayload") return null;
  if (payloadExecutable(payload) !== undefined) return "ENCRYPTED_STATE_DECRYPTED";
  return payload.value.kind === "Encrypted" ? "ENCRYPTED_STATE_UNSPECIFIED" : "ENCRYPTED_STATE_FAILED_DECRYPTION";
}

/** The name of the function that was called, by its parts. What is no address called none. */
export const functionByParts: ImpliedValue = {
  of: ["entry_function_contract_address", "entry_function_module_name", "entry_function_function_name"],
  make: (address, module, name) =>
    /^0x[0-9a-f]{64}$/.test(address!) ? `${formatAddress(parseAddress(address!))}::${module}::${name}` : "",
};
