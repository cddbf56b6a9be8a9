import type { RecordEvent } from "../record/event.ts";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { fungibleAssetActivities } from "./activities.ts";
import { aptCoin, aptMetadata } from "./coin-types.ts";

/**
 * Rows of `coin_activities`, a table of the public indexer's first years: the movements of coins. The chain's own coin counts as one
 * where it moves as the fungible asset that it is paired with.
 */
export function coinActivities(record: RecordView): Row[] {
  return fungibleAssetActivities(record).flatMap((row) => {
    const coin = row.asset_type === aptMetadata ? aptCoin.type : row.asset_type;
    if (row.amount === null || (row.token_standard !== "v1" && coin !== aptCoin.type)) return [];
    return [
      {
        transaction_version: row.transaction_version!,
        event_index: row.event_index!,
        ...streamOf(record.events[Number(row.event_index)]),
        block_height: row.block_height!,
        transaction_timestamp: row.transaction_timestamp!,
        activity_type: row.type!,
        owner_address: row.owner_address!,
        coin_type: coin!,
        amount: row.amount!,
        is_gas_fee: row.is_gas_fee!,
        is_transaction_success: row.is_transaction_success!,
        entry_function_id_str: row.entry_function_id_str!,
        gas_fee_payer_address: row.gas_fee_payer_address!,
        storage_refund_amount: row.storage_refund_amount!,
      },
    ];
  });
}

/** The place of an event in its stream; null without an event, of a module's event, and of numbers beyond GraphQL's. */
function streamOf(event: RecordEvent | undefined): Row {
  const { account, creationNumber, sequenceNumber } = event ?? {};
  return {
    event_account_address: creationNumber === undefined ? null : account!,
    event_creation_number: smallNumber(creationNumber),
    event_sequence_number: smallNumber(sequenceNumber),
  };
}

function smallNumber(value: bigint | undefined): number | null {
  return value === undefined || value >= 2n ** 31n ? null : Number(value);
}
