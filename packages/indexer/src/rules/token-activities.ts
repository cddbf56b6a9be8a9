import { formatAddress, formatHex } from "@ledger/types";
import { Burn, CollectionToken, IndexedToken, Mutation, ObjectTransfer, TokenMutation } from "../layouts/tokens.ts";
import { noAccount, type RecordEvent } from "../record/event.ts";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { ownerOf } from "./balances.ts";
import { type LegacyActivity, readLegacyActivity } from "./legacy-token-activities.ts";

/** The movement, making or change of a token that an event tells of. */
interface Activity {
  /** Type of the event as rows name it. */
  readonly type: string;
  readonly token: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint;
  readonly before: string | null;
  readonly after: string | null;
}

/** Rows of `token_activities_v2`. Movements of objects that are no tokens are among them. */
export function tokenActivities(record: RecordView): Row[] {
  if (record.request === undefined) return [];
  return record.events.flatMap((event) => {
    const legacy = readLegacyActivity(event);
    if (legacy !== undefined) return [legacyRow(event, legacy, record)];
    const activity = readActivity(event, record);
    return activity === undefined ? [] : [activityRow(event, activity, record)];
  });
}

function activityRow(event: RecordEvent, activity: Activity, record: RecordView): Row {
  return {
    ...common(event, record),
    type: activity.type,
    token_data_id: activity.token,
    property_version_v1: 0n,
    from_address: activity.from,
    to_address: activity.to,
    token_amount: activity.amount,
    before_value: activity.before,
    after_value: activity.after,
    token_standard: "v2",
  };
}

function legacyRow(
  event: RecordEvent,
  { names, propertyVersion, from, to, amount }: LegacyActivity,
  record: RecordView,
): Row {
  return {
    ...common(event, record),
    type: event.type,
    token_data_id: names.tokenId,
    property_version_v1: propertyVersion,
    from_address: from,
    to_address: to,
    token_amount: amount,
    before_value: null,
    after_value: null,
    token_standard: "v1",
  };
}

function common({ index, account }: RecordEvent, { version, time, request }: RecordView): Row {
  return {
    transaction_version: version,
    event_index: BigInt(index),
    event_account_address: account,
    entry_function_id_str: request?.functionId ?? null,
    transaction_timestamp: time,
    is_fungible_v2: null,
  };
}

function readActivity(event: RecordEvent, record: RecordView): Activity | undefined {
  const activity = readEvent(event, record);
  if (activity === undefined || record.writesAny(activity.token)) return activity;
  // Where nothing of the token is left, the indexers of the family know no more than this.
  const { token } = activity;
  const from = event.type === "0x4::collection::Burn" ? activity.from : null;
  return { ...unchanged, type: event.type, token, from, to: null, amount: 1n };
}

const unchanged = { before: null, after: null } as const;

function readEvent({ type, account, data }: RecordEvent, record: RecordView): Activity | undefined {
  const single = { ...unchanged, to: null, amount: 1n } as const;
  switch (type) {
    case "0x4::collection::MintEvent":
    case "0x4::collection::BurnEvent": {
      const token = formatHex(IndexedToken.decodePrefix(data).value.token);
      return { ...single, type, token, from: ownerOf(record, token) ?? noAccount };
    }
    case "0x4::collection::Mint": {
      const token = formatHex(CollectionToken.decodePrefix(data).value.token);
      return { ...single, type: "0x4::collection::MintEvent", token, from: ownerOf(record, token) ?? noAccount };
    }
    case "0x4::collection::Burn": {
      const { token, previousOwner } = Burn.decodePrefix(data).value;
      const from = formatHex(previousOwner);
      return { ...single, type: "0x4::collection::BurnEvent", token: formatHex(token), from };
    }
    case "0x4::token::MutationEvent":
      return { ...mutation(Mutation.decodePrefix(data).value, record), type, token: account };
    case "0x4::token::Mutation": {
      const change = TokenMutation.decodePrefix(data).value;
      const renamed = "0x4::collection::MutationEvent";
      return { ...mutation(change, record), type: renamed, token: formatHex(change.token) };
    }
    case "0x1::object::Transfer":
    case "0x1::object::TransferEvent": {
      const { object, from, to } = ObjectTransfer.decodePrefix(data).value;
      return { ...single, type, token: formatHex(object), from: formatHex(from), to: formatHex(to) };
    }
    default:
      return undefined;
  }
}

function mutation(
  { before, after }: { readonly before: string; readonly after: string },
  { request }: RecordView,
): Omit<Activity, "type" | "token"> {
  const sender = request?.signed.rawTxn.sender;
  return { before, after, from: sender === undefined ? null : formatAddress(sender), to: null, amount: 0n };
}
