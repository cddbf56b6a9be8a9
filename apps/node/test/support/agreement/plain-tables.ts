import { createHash } from "node:crypto";
import { openRecord, proposalVotes, signatures } from "@ledger/indexer";
import type { LedgerRecord } from "@ledger/types";
import { calledBy, PlainAssets } from "./plain-assets.ts";
import { PlainStaking } from "./plain-staking.ts";
import { nobody, PlainTables, type Row, writesOf } from "./plain-state.ts";
import { PlainTokens } from "./plain-tokens.ts";
import { long, type Members, type RestRecord, timeText } from "./rest-record.ts";

const typesOfSignatures: Readonly<Record<string, string>> = {
  ed25519_signature: "ed25519_signature",
  multi_ed25519_signature: "multi_ed25519_signature",
  multi_agent_signature: "multi_agent_signature",
  fee_payer_signature: "fee_payer_signature",
  single_sender: "single_sender_signature",
};

/**
 * Follows the tables of an indexer record by record, over what the REST API says of each. Two tables whose rows the description leaves
 * open are made by the rules themselves: `signatures` and `proposal_votes`.
 */
export class PlainLedger {
  readonly tables = new PlainTables();
  readonly #assets = new PlainAssets(this.tables);
  readonly #tokens = new PlainTokens(this.tables);
  readonly #stakes = new PlainStaking(this.tables);

  apply(record: RestRecord, stored: LedgerRecord): void {
    this.#assets.apply(record);
    this.#tokens.apply(record);
    this.#stakes.apply(record);
    this.#events(record);
    this.#block(record);
    this.#touched(record);
    this.#items(record);
    this.#staking(record);
    const { height: blockHeight, epoch, usecs: timestampUsecs } = record;
    const view = openRecord(stored, { blockHeight, epoch, timestampUsecs });
    for (const [name, rows] of Object.entries({ signatures, proposal_votes: proposalVotes })) {
      for (const [place, row] of rows(view).entries()) this.tables.table(name).set(`${record.version} ${place}`, row);
    }
    if (record.json.type === "user_transaction") this.#user(record);
  }

  /** Makes the views of the other tables. */
  finish(chainId: number): void {
    this.tables.table("ledger_infos").set("0", { chain_id: BigInt(chainId) });
    this.#stakes.finish();
    const groups = new Map<string, Record<string, Row[string]>>();
    for (const owned of this.tables.list("current_token_ownerships_v2")) {
      const token = this.tables.table("current_token_datas_v2").get(owned.token_data_id as string);
      const collection = this.tables.table("current_collections_v2").get((token?.collection_id as string) ?? "");
      if (token === undefined || collection === undefined || owned.amount === 0n) continue;
      const key = `${owned.owner_address as string} ${collection.collection_id as string}`;
      const group = groups.get(key);
      const uri = token.token_uri as string;
      const version = owned.last_transaction_version as bigint;
      groups.set(key, {
        owner_address: owned.owner_address!,
        collection_id: collection.collection_id!,
        collection_name: collection.collection_name!,
        collection_uri: collection.uri!,
        creator_address: collection.creator_address!,
        distinct_tokens: ((group?.distinct_tokens as bigint) ?? 0n) + 1n,
        single_token_uri:
          group !== undefined && (group.single_token_uri as string) < uri ? group.single_token_uri! : uri,
        last_transaction_version:
          group !== undefined && (group.last_transaction_version as bigint) > version
            ? group.last_transaction_version!
            : version,
      });
    }
    for (const [key, row] of groups) this.tables.table("current_collection_ownership_v2_view").set(key, row);
  }

  /** Section 3.6. */
  #touched(record: RestRecord): void {
    const { json, version } = record;
    if (json.type === "state_checkpoint_transaction" || json.type === "block_epilogue_transaction") return;
    const accounts = new Set<string>();
    if (json.type === "user_transaction") {
      accounts.add(long(json.sender));
      const { signature } = json;
      for (const other of signature?.secondary_signer_addresses ?? []) accounts.add(long(other));
      if (signature?.fee_payer_address !== undefined) accounts.add(long(signature.fee_payer_address));
    }
    for (const { guid } of json.events ?? []) accounts.add(long(guid.account_address));
    for (const { address, type, data } of writesOf(record).resources) {
      accounts.add(address);
      if (type === "0x1::object::ObjectCore" && data !== undefined) accounts.add(long(data.owner));
    }
    for (const account of accounts) {
      const row = { account_address: account, transaction_version: version };
      this.tables.table("account_transactions").set(`${version} ${account}`, row);
    }
  }

  /** Section 3.7. */
  #user(record: RestRecord): void {
    const { json, version } = record;
    const called = calledBy(json);
    const [address = "", module = "", name = ""] = called?.split("::") ?? [];
    const isOrderless = json.replay_protection_nonce !== undefined && json.replay_protection_nonce !== null;
    this.tables.table("user_transactions").set(`${version}`, {
      version,
      block_height: record.height,
      epoch: record.epoch,
      timestamp: timeText(record.usecs),
      sender: long(json.sender),
      sequence_number: isOrderless ? null : BigInt(json.sequence_number),
      replay_protection_nonce: isOrderless ? BigInt(json.replay_protection_nonce) : null,
      parent_signature_type: typesOfSignatures[json.signature?.type] ?? json.signature?.type ?? null,
      entry_function_id_str: called ?? "",
      entry_function_contract_address: address === "" ? "" : long(address),
      entry_function_module_name: module,
      entry_function_function_name: name,
      max_gas_amount: BigInt(json.max_gas_amount),
      gas_unit_price: BigInt(json.gas_unit_price),
      expiration_timestamp_secs: timeText(BigInt(json.expiration_timestamp_secs) * 1_000_000n),
    });
  }

  /** Section 3.8, without what is decoded: the REST API leaves the data of these changes null. */
  #items(record: RestRecord): void {
    for (const [place, change] of (record.json.changes as readonly Members[]).entries()) {
      if (change.type !== "write_table_item" && change.type !== "delete_table_item") continue;
      const handle = long(change.handle);
      const item = { table_handle: handle, key: change.key, is_deleted: change.type === "delete_table_item" };
      this.tables.table("table_items").set(`${record.version} ${place}`, {
        ...item,
        transaction_version: record.version,
        write_set_change_index: BigInt(place),
        transaction_block_height: record.height,
      });
      const hash = createHash("sha256").update(change.key).digest("hex");
      const current = { ...item, key_hash: hash, last_transaction_version: record.version };
      this.tables.table("current_table_items").set(`${handle} ${hash}`, current);
    }
  }

  /** A table of the first years, as the public indexer had it. */
  #events({ json, height, version }: RestRecord): void {
    for (const [place, { data, guid, sequence_number, type }] of (json.events ?? []).entries()) {
      const isOfModule = guid.creation_number === "0" && long(guid.account_address) === nobody;
      this.tables.table("events").set(`${version} ${place}`, {
        transaction_version: version,
        event_index: BigInt(place),
        transaction_block_height: height,
        account_address: long(guid.account_address),
        creation_number: BigInt(guid.creation_number),
        sequence_number: isOfModule ? 0n : BigInt(sequence_number),
        type,
        indexed_type: type.slice(0, 300),
        data,
      });
    }
  }

  #block({ json, height, version, usecs }: RestRecord): void {
    if (json.type !== "block_metadata_transaction") return;
    this.tables.table("block_metadata_transactions").set(`${version}`, {
      version,
      block_height: height,
      id: json.id,
      round: BigInt(json.round),
      epoch: BigInt(json.epoch),
      proposer: long(json.proposer),
      failed_proposer_indices: json.failed_proposer_indices,
      previous_block_votes_bitvec: json.previous_block_votes_bitvec,
      timestamp: timeText(usecs),
    });
  }

  /** The first table of section 3.10. */
  #staking({ json, version }: RestRecord): void {
    for (const [place, { type, data }] of (json.events ?? []).entries()) {
      const isReward = /^0x1::stake::DistributeRewards(Event)?$/.test(type);
      if (!isReward && !/^0x1::delegation_pool::(Add|Unlock|Withdraw|Reactivate)Stake(Event)?$/.test(type)) continue;
      const [, name] = /^0x1::delegation_pool::(\w+)Stake/.exec(type) ?? [];
      const amounts: Readonly<Record<string, string>> = {
        Add: "amount_added",
        Unlock: "amount_unlocked",
        Withdraw: "amount_withdrawn",
        Reactivate: "amount_reactivated",
      };
      this.tables.table("delegated_staking_activities").set(`${version} ${place}`, {
        transaction_version: version,
        event_index: BigInt(place),
        event_type: type,
        delegator_address: isReward ? "" : long(data.delegator_address),
        pool_address: long(data.pool_address),
        amount: BigInt(isReward ? data.rewards_amount : data[amounts[name!]!]),
      });
    }
  }
}
