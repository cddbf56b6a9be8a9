import { CoinStore, FungibleStore, formatHex, parseStructTag } from "@ledger/types";
import { CoinMovement, FeeStatement, Freezing, Movement, StoreFreezing, StoreMovement } from "../layouts/assets.ts";
import type { RecordEvent } from "../record/event.ts";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { deletedStores, ownerOf } from "./balances.ts";
import { aptCoin, type CoinType, coinOf, pairedMetadata, primaryStore } from "./coin-types.ts";
import type { ImpliedValue } from "./implied-value.ts";
import { textLimits } from "./truncate.ts";

/** The part of a row that depends on the event. */
interface Activity {
  readonly owner: string | null;
  readonly storage: string;
  readonly asset: string | null;
  readonly amount: bigint | null;
  readonly isFrozen: boolean | null;
  readonly standard: "v1" | "v2";
}

/** The type of the rows that tell of fees, which have no event. */
const gasFeeType = "0x1::aptos_coin::GasFeeEvent";

/** Fees are known by their type: most of what an account does is to pay them. */
export const feeByType: ImpliedValue = { of: ["type"], make: (type) => type === gasFeeType };

/** Rows of `fungible_asset_activities`: the fee of a user transaction, and the movements and freezings that its events tell of. */
export function fungibleAssetActivities(record: RecordView): Row[] {
  if (record.transaction?.kind === "BlockEpilogue") return [];
  const coins = coinStreams(record);
  const rows = record.events.flatMap((event) => {
    const activity = readActivity(event, record, coins);
    return activity === undefined ? [] : [eventRow(event, activity, record)];
  });
  const fee = feeRow(record);
  return fee === undefined ? rows : [fee, ...rows];
}

function feeRow(record: RecordView): Row | undefined {
  const { request, gasUsed, success } = record;
  if (request === undefined) return undefined;
  const statement = record.events.find(({ type }) => type === "0x1::transaction_fee::FeeStatement");
  const refund = statement && FeeStatement.decodePrefix(statement.data).value.storageRefund;
  return {
    ...common(record),
    event_index: -1n,
    type: gasFeeType,
    owner_address: request.sender,
    storage_id: primaryStore(request.sender, pairedMetadata(aptCoin)),
    asset_type: aptCoin.type,
    amount: gasUsed * request.signed.rawTxn.gasUnitPrice,
    is_frozen: null,
    is_gas_fee: true,
    gas_fee_payer_address: request.feePayer,
    is_transaction_success: success,
    storage_refund_amount: refund ?? 0n,
    token_standard: "v1",
  };
}

function eventRow({ index, type }: RecordEvent, activity: Activity, record: RecordView): Row {
  return {
    ...common(record),
    event_index: BigInt(index),
    type,
    owner_address: activity.owner,
    storage_id: activity.storage,
    asset_type: activity.asset,
    amount: activity.amount,
    is_frozen: activity.isFrozen,
    is_gas_fee: false,
    gas_fee_payer_address: null,
    is_transaction_success: true,
    storage_refund_amount: 0n,
    token_standard: activity.standard,
  };
}

function common({ version, blockHeight, seconds, request }: RecordView): Row {
  return {
    transaction_version: version,
    block_height: blockHeight,
    transaction_timestamp: seconds,
    entry_function_id_str: request?.functionId ?? null,
  };
}

function readActivity(event: RecordEvent, record: RecordView, coins: CoinStreams): Activity | undefined {
  const { type, account, data } = event;
  switch (type) {
    case "0x1::coin::WithdrawEvent":
    case "0x1::coin::DepositEvent": {
      const coin = coins.coinOf(event);
      return coin && coinActivity(account, coin, Movement.decodePrefix(data).value.amount);
    }
    case "0x1::coin::CoinWithdraw":
    case "0x1::coin::CoinDeposit": {
      const { coinType, account: owner, amount } = CoinMovement.decodePrefix(data).value;
      if (coinType.length > textLimits.type) return undefined;
      return coinActivity(formatHex(owner), { type: coinType, tag: parseStructTag(coinType) }, amount);
    }
    case "0x1::fungible_asset::Withdraw":
    case "0x1::fungible_asset::Deposit": {
      const { store, amount } = StoreMovement.decodePrefix(data).value;
      return storeActivity(formatHex(store), record, { amount });
    }
    case "0x1::fungible_asset::Frozen": {
      const { store, frozen } = StoreFreezing.decodePrefix(data).value;
      return storeActivity(formatHex(store), record, { isFrozen: frozen });
    }
    case "0x1::fungible_asset::WithdrawEvent":
    case "0x1::fungible_asset::DepositEvent":
      return storeActivity(account, record, { amount: Movement.decodePrefix(data).value.amount });
    case "0x1::fungible_asset::FrozenEvent":
      return storeActivity(account, record, { isFrozen: Freezing.decodePrefix(data).value.frozen });
    default:
      return undefined;
  }
}

function coinActivity(owner: string, coin: CoinType, amount: bigint): Activity {
  const storage = primaryStore(owner, pairedMetadata(coin));
  return { owner, storage, asset: coin.type, amount, isFrozen: null, standard: "v1" };
}

function storeActivity(
  storage: string,
  record: RecordView,
  { amount = null, isFrozen = null }: { readonly amount?: bigint | null; readonly isFrozen?: boolean | null },
): Activity {
  const movement = { storage, amount, isFrozen, standard: "v2" } as const;
  // What tells of a removed store is asked only where nothing is left of it: a store of another object, or one without ObjectCore,
  // says itself what is known, as in the rows of the family's indexers.
  if (!record.writesAny(storage)) {
    const deleted = deletedStores(record).find((each) => each.storage === storage);
    return { ...movement, owner: deleted?.owner ?? null, asset: deleted?.asset ?? null };
  }
  const store = record.written(storage, "0x1::fungible_asset::FungibleStore", FungibleStore);
  const asset = store === undefined ? null : formatHex(store.metadata);
  return { ...movement, owner: ownerOf(record, storage) ?? null, asset };
}

/** The coins that the streams of a transaction's coin events belong to. */
interface CoinStreams {
  coinOf(event: RecordEvent): CoinType | undefined;
}

/** An event of the first kind does not name its coin: the store whose stream it is of does, or the one store that its owner gave up. */
function coinStreams({ resources }: RecordView): CoinStreams {
  const byStream = new Map<string, CoinType>();
  const removed = new Map<string, CoinType[]>();
  for (const change of resources) {
    const coin = coinOf(change, "0x1::coin::CoinStore");
    if (coin === undefined) continue;
    if (change.value === undefined) {
      removed.set(change.address, [...(removed.get(change.address) ?? []), coin]);
      continue;
    }
    const { depositEvents, withdrawEvents } = CoinStore.decodePrefix(change.value).value;
    for (const { key } of [depositEvents, withdrawEvents]) {
      byStream.set(`${formatHex(key.accountAddress)} ${key.creationNumber}`, coin);
    }
  }
  return {
    coinOf({ account, creationNumber }) {
      const given = removed.get(account);
      return byStream.get(`${account} ${creationNumber}`) ?? (given?.length === 1 ? given[0] : undefined);
    },
  };
}
