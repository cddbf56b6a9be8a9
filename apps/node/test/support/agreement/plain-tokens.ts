import { calledBy } from "./plain-assets.ts";
import { nobody, type PlainTables, type Row, writesOf } from "./plain-state.ts";
import { long, type Members, type RestRecord, timeText } from "./rest-record.ts";

// Sections 3.4 and 3.5 of the description of the tables, tokens of the first kind left out, over the JSON of the REST API.

const core = "0x1::object::ObjectCore";
const group = "0x1::object::ObjectGroup";

/** A text cut to a number of bytes, between characters. */
function cut(text: string, most: number): string {
  let end = text;
  while (Buffer.byteLength(end) > most) end = [...end].slice(0, -1).join("");
  return end;
}

const written = (record: RestRecord): Row => ({
  last_transaction_version: record.version,
  last_transaction_timestamp: timeText(record.usecs),
});

/** Follows objects, collections and tokens. */
export class PlainTokens {
  readonly #tables: PlainTables;
  readonly #owners = new Map<string, string>();

  constructor(tables: PlainTables) {
    this.#tables = tables;
  }

  apply(record: RestRecord): void {
    this.#objects(record);
    if (record.json.type !== "user_transaction") return;
    for (const { address, type, data } of writesOf(record).resources) {
      const object = writesOf(record).written(address, core);
      if (data === undefined) continue;
      if (type === "0x4::collection::Collection" && object !== undefined) this.#collection(record, address, data);
      if (type === "0x4::token::Token") this.#token(record, address, data, object);
    }
    for (const event of record.json.events) {
      if (event.type === "0x4::collection::Burn") {
        this.#burned(record, event.data.token, event.data.collection, event.data.previous_owner);
      }
      if (event.type === "0x4::collection::BurnEvent") {
        this.#burned(record, event.data.token, event.guid.account_address, undefined);
      }
    }
    this.#activities(record);
  }

  #objects(record: RestRecord): void {
    const objects = this.#tables.table("current_objects");
    for (const { address, type, data, keyHash } of writesOf(record).resources) {
      if (type === core && data !== undefined) {
        objects.set(address, {
          object_address: address,
          owner_address: long(data.owner),
          state_key_hash: keyHash,
          allow_ungated_transfer: data.allow_ungated_transfer,
          last_guid_creation_num: BigInt(data.guid_creation_num),
          is_deleted: false,
          last_transaction_version: record.version,
        });
      }
      const before = objects.get(address);
      if (type === group && data === undefined && before !== undefined) {
        objects.set(address, { ...before, is_deleted: true, last_transaction_version: record.version });
      }
    }
  }

  #collection(record: RestRecord, id: string, data: Members): void {
    const writes = writesOf(record);
    const settings = writes.written(id, "0x4::aptos_token::AptosCollection");
    const concurrent = writes.written(id, "0x4::collection::ConcurrentSupply");
    const fixed = writes.written(id, "0x4::collection::FixedSupply");
    const free = writes.written(id, "0x4::collection::UnlimitedSupply");
    let [supply, max, minted]: [bigint | null, bigint | null, bigint | null] = [0n, null, null];
    if (free !== undefined) [supply, minted] = [BigInt(free.current_supply), BigInt(free.total_minted)];
    if (fixed !== undefined) {
      [supply, max, minted] = [BigInt(fixed.current_supply), BigInt(fixed.max_supply), BigInt(fixed.total_minted)];
    }
    if (concurrent !== undefined) {
      const most = BigInt(concurrent.current_supply.max_value);
      [supply, minted] = [BigInt(concurrent.current_supply.value), BigInt(concurrent.total_minted.value)];
      max = most === 2n ** 64n - 1n ? null : most;
    }
    this.#tables.table("current_collections_v2").set(id, {
      collection_id: id,
      creator_address: long(data.creator),
      collection_name: cut(data.name, 128),
      description: data.description,
      uri: cut(data.uri, 512),
      current_supply: supply,
      max_supply: max,
      total_minted_v2: minted,
      mutable_description: settings?.mutable_description ?? null,
      mutable_uri: settings?.mutable_uri ?? null,
      table_handle_v1: null,
      token_standard: "v2",
      ...written(record),
    });
  }

  #token(record: RestRecord, id: string, data: Members, object: Members | undefined): void {
    if (object !== undefined) this.#described(record, id, data);
    const owner = object === undefined ? nobody : long(object.owner);
    const isFree = object === undefined ? null : object.allow_ungated_transfer === true;
    const isMarked = writesOf(record).written(id, "0x1::object::Untransferable") !== undefined;
    const isBound = isMarked || (isFree === null ? null : !isFree);
    const bonds = { is_soulbound_v2: isBound, non_transferrable_by_owner: isFree === null ? null : !isFree };
    const state = { ...bonds, is_fungible_v2: null };
    for (const { type, data: moved } of record.json.events) {
      if (!/^0x1::object::Transfer(Event)?$/.test(type) || long(moved.object) !== id) continue;
      const from = long(moved.from);
      if (from !== long(moved.to) && from !== owner) this.#owned(record, id, from, 0n, state);
    }
    this.#owned(record, id, owner, 1n, state);
    this.#owners.set(id, owner);
  }

  #described(record: RestRecord, id: string, data: Members): void {
    const writes = writesOf(record);
    const named = writes.written(id, "0x4::token::TokenIdentifiers");
    const properties = writes.written(id, "0x4::property_map::PropertyMap");
    this.#tables.table("current_token_datas_v2").set(id, {
      token_data_id: id,
      collection_id: long(data.collection.inner),
      token_name: cut(named === undefined ? data.name : named.name.value, 128),
      description: data.description,
      token_uri: cut(data.uri, 512),
      token_properties: properties === undefined ? null : readProperties(properties),
      maximum: null,
      supply: null,
      largest_property_version_v1: null,
      decimals: 0n,
      is_fungible_v2: writes.written(id, "0x1::fungible_asset::Metadata") !== undefined,
      is_deleted_v2: false,
      token_standard: "v2",
      ...written(record),
    });
  }

  #owned(record: RestRecord, id: string, owner: string, amount: bigint, state: Row): void {
    this.#tables.table("current_token_ownerships_v2").set(`${id} ${owner}`, {
      token_data_id: id,
      property_version_v1: 0n,
      owner_address: owner,
      storage_id: id,
      amount,
      table_type_v1: null,
      token_properties_mutated_v1: null,
      ...state,
      token_standard: "v2",
      ...written(record),
    });
  }

  #burned(record: RestRecord, token: string, collection: string, previous: string | undefined): void {
    const id = long(token);
    const own = writesOf(record).resources.filter(({ address }) => address === id);
    if (own.length === 0) return;
    const datas = this.#tables.table("current_token_datas_v2");
    const unknown = {
      token_data_id: id,
      collection_id: long(collection),
      token_name: "",
      description: "",
      token_uri: "",
      token_properties: {},
      maximum: null,
      supply: null,
      largest_property_version_v1: null,
      decimals: 0n,
      is_fungible_v2: false,
      token_standard: "v2",
    };
    datas.set(id, { ...(datas.get(id) ?? unknown), is_deleted_v2: true, ...written(record) });
    const owned = this.#tables.table("current_token_ownerships_v2");
    const end = (owner: string, otherwise: Row, isFungible: boolean | null): void => {
      const { is_soulbound_v2, non_transferrable_by_owner } = owned.get(`${id} ${owner}`) ?? otherwise;
      const state = { is_soulbound_v2: is_soulbound_v2!, non_transferrable_by_owner: non_transferrable_by_owner! };
      this.#owned(record, id, owner, 0n, { ...state, is_fungible_v2: isFungible });
    };
    const object = writesOf(record).written(id, core);
    const known = this.#owners.get(id) ?? (object && long(object.owner)) ?? "unknown";
    const ends = new Map<string, readonly [Row, boolean | null]>();
    for (const { type } of own) {
      if (type === core && object !== undefined) {
        const bound = { is_soulbound_v2: true, non_transferrable_by_owner: object.allow_ungated_transfer !== true };
        ends.set(long(object.owner), [bound, false]);
      } else {
        const unknownBonds = { is_soulbound_v2: null, non_transferrable_by_owner: null };
        ends.set(previous === undefined ? known : long(previous), [unknownBonds, null]);
      }
    }
    for (const [owner, [otherwise, isFungible]] of ends) end(owner, otherwise, isFungible);
  }

  #activities(record: RestRecord): void {
    const { json, version } = record;
    for (const [place, event] of json.events.entries()) {
      const told = tellActivity(event, json);
      if (told === undefined) continue;
      const { token, ...rest } = told;
      const object = writesOf(record).written(token, core);
      // What is gone tells no more than the previous owner of what was burned.
      const lost = {
        type: event.type,
        from_address: event.data.previous_owner ? rest.from_address : null,
        to_address: null,
        before_value: null,
        after_value: null,
        token_amount: 1n,
      };
      const owner = object === undefined ? nobody : long(object.owner);
      this.#tables.table("token_activities_v2").set(`${version} ${place}`, {
        transaction_version: version,
        event_index: BigInt(place),
        transaction_timestamp: timeText(record.usecs),
        event_account_address: long(event.guid.account_address),
        token_data_id: token,
        property_version_v1: 0n,
        before_value: null,
        after_value: null,
        entry_function_id_str: calledBy(json),
        is_fungible_v2: null,
        token_standard: "v2",
        ...rest,
        from_address: rest.from_address ?? owner,
        ...(!writesOf(record).writesAny(token) && lost),
      });
    }
  }
}

/** What an event says of a token, or of another object that was given away; `undefined` for other events. */
function tellActivity({ type, data, guid }: Members, json: Members): Members | undefined {
  const one = { token_amount: 1n, to_address: null };
  switch (type) {
    case "0x1::object::Transfer":
    case "0x1::object::TransferEvent":
      return { ...one, type, token: long(data.object), from_address: long(data.from), to_address: long(data.to) };
    case "0x4::collection::Mint":
    case "0x4::collection::MintEvent":
      return { ...one, type: "0x4::collection::MintEvent", token: long(data.token), from_address: undefined };
    case "0x4::collection::BurnEvent":
      return { ...one, type, token: long(data.token), from_address: undefined };
    case "0x4::collection::Burn":
      return {
        ...one,
        type: "0x4::collection::BurnEvent",
        token: long(data.token),
        from_address: long(data.previous_owner),
      };
    case "0x4::token::Mutation":
    case "0x4::token::MutationEvent": {
      const isOfModule = type === "0x4::token::Mutation";
      return {
        type: isOfModule ? "0x4::collection::MutationEvent" : type,
        token: long(isOfModule ? data.token_address : guid.account_address),
        token_amount: 0n,
        from_address: json.sender,
        to_address: null,
        before_value: data.old_value,
        after_value: data.new_value,
      };
    }
    default:
      return undefined;
  }
}

/** Properties as an object of texts. */
function readProperties({ inner }: Members): object {
  return Object.fromEntries(
    inner.data.map(({ key, value }: Members) => [key, readProperty(Number(value.type), value.value)]),
  );
}

function readProperty(type: number, hex: string): string {
  const bytes = Buffer.from(hex.slice(2), "hex");
  if (type === 0) return String(bytes[0] === 1);
  if (type >= 1 && type <= 5) return String(BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`));
  if (type < 8) return hex;
  // A length of up to 127 is one byte, of more two.
  const start = bytes[0]! < 0x80 ? 1 : 2;
  return type === 8 ? `0x${bytes.subarray(start).toString("hex")}` : bytes.subarray(start).toString();
}
