import { accountPrefixOf, compareBytes, isAccountPrefix } from "@ledger/types";
import { prefixEnd, successor } from "../../bytes.ts";
import type { StateEntry, StatePage, StateQuery, StoredValue } from "../../port.ts";
import { checkPageLimit } from "../../read-bounds.ts";
import { pathKindByte } from "../../state-key.ts";
import { listingUnknown, stateUnavailable, stateUnknown } from "../../store-error.ts";
import type { Parameter, Statement } from "../connection/session.ts";
import { aboveAllHeads, hashKey, joinKey, plainHex, splitKey } from "../rows/key-hash.ts";
import { type Bounds, checkState, type Reads, toParameter } from "./reads.ts";
import { SpreadValues } from "./spread-values.ts";

/** A row of `state_values`, or none. */
interface ValueColumns {
  readonly version: number | null;
  readonly value: Uint8Array | null;
  readonly metadata: Uint8Array | null;
}

/** The further facts of a key in a partial base. */
interface PartialColumns extends ValueColumns {
  readonly is_lost: boolean | null;
  /** First version above the one asked for that wrote the key, where no row is at or below it, or where that is lost. */
  readonly next_version: number | null;
  readonly account_version: number | null;
}

interface OriginColumns extends PartialColumns {
  readonly origin: string | null;
  readonly account_origin: string | null;
}

/** A key of a listing, before its row is looked up on other servers. */
interface SpreadKey extends Pick<PartialColumns, "account_version"> {
  readonly key_hash: string | null;
  readonly key_head: Uint8Array | null;
  readonly key_tail: Uint8Array;
}

/** A key of a listing with its row. */
interface ListedRow extends Pick<PartialColumns, "next_version" | "account_version"> {
  readonly key_head: Uint8Array | null;
  readonly key_tail: Uint8Array;
  readonly found: FoundColumns;
}

/** The row of a key in a listing. */
type FoundColumns = Pick<PartialColumns, "version" | "value" | "metadata" | "is_lost">;

interface ListedColumns extends Pick<PartialColumns, "next_version" | "account_version"> {
  readonly key_head: Uint8Array | null;
  readonly key_tail: Uint8Array;
  /** See {@link packedRow}. */
  readonly found: string | null;
}

/** Keys without a value that one page steps over: some milliseconds. */
const mostAbsentKeys = 2_048;
/** Keys that one statement of a listing looks at. */
const mostKeysAtOnce = 1_024;

const noRow: FoundColumns = { version: null, value: null, metadata: null, is_lost: null };
const noPrefix = new Uint8Array(0);
const first = new Uint8Array(0);

/** The newest row of key `$1` at or before version `$2`. */
const newest = (columns: string) =>
  `left join (select ${columns} from @.state_values
     where key_hash = $1::uuid and version <= $2::bigint order by version desc limit 1) v on true`;

/**
 * A row of `state_values` as one value, an array of text: a row that is looked up for each of many keys. Distributed engines plan that,
 * and no lateral join; and the planner has no join to get wrong.
 */
const packedRow = "array[version::text, encode(value, 'hex'), encode(metadata, 'hex'), is_lost::text]";

/** The first version above one that wrote the key: asked for only where the row before does not answer. */
const next = (isUnanswered: string, key: string, version: string) =>
  `case when ${isUnanswered} then (select min(w.version) from @.state_values w
     where w.key_hash = ${key} and w.version > ${version}) end as next_version`;

/** Point reads and listings of state values. */
export class StateReads {
  readonly #reads: Reads;
  readonly #find: Statement;
  readonly #probe: Statement;
  readonly #list: Statement;
  readonly #listKind: Statement;
  readonly #keys: Statement;
  readonly #keysOfKind: Statement;
  readonly #spread: SpreadValues;
  #salt: Uint8Array;

  constructor(reads: Reads, salt: Uint8Array) {
    this.#reads = reads;
    this.#salt = salt;
    this.#find = reads.bound("state_find", "v.version, v.value, v.metadata", newest("version, value, metadata"));
    this.#probe = reads.bound(
      "state_probe",
      `v.version, v.value, v.metadata, v.is_lost, v.origin, ${next("v.version is null or v.is_lost", "$1::uuid", "$2::bigint")},
       a.version as account_version, a.origin as account_origin`,
      `${newest("version, value, metadata, is_lost, origin")}
       left join @.complete_accounts a on a.prefix = $3::bytea`,
    );
    // The offset keeps the planner from looking a row up as often as it is named.
    const keys = (kind: string) => `select key_hash, key_head, key_tail from @.state_keys
               where key_head >= $2::bytea and key_head <= $4::bytea
                 and (key_head, key_tail) >= ($2::bytea, $3::bytea) and (key_head, key_tail) < ($4::bytea, $5::bytea) ${kind}
               order by key_head, key_tail limit $6::int`;
    const list = (name: string, kind: string) =>
      reads.bound(
        name,
        "k.*, a.version as account_version",
        `left join @.complete_accounts a on a.prefix = $7::bytea
         left join (
           select s.key_head, s.key_tail, s.found,
             ${next("s.found is null or s.found[4] = 'true'", "s.key_hash", "$1::bigint")}
           from (
             select l.*, (select ${packedRow} from @.state_values v
               where v.key_hash = l.key_hash and v.version <= $1::bigint order by v.version desc limit 1) as found
             from (
               ${keys(kind)}
             ) l offset 0
           ) s
         ) k on true`,
        "order by k.key_head, k.key_tail",
      );
    const spread = (name: string, kind: string) =>
      reads.bound(
        name,
        "k.*, a.version as account_version, $1::bigint as asked",
        `left join @.complete_accounts a on a.prefix = $7::bytea left join (${keys(kind)}) k on true`,
        "order by k.key_head, k.key_tail",
      );
    const ofKind = "and path_kind = $8::smallint";
    this.#list = list("state_list", "");
    this.#listKind = list("state_list_kind", ofKind);
    this.#keys = spread("state_keys", "");
    this.#keysOfKind = spread("state_keys_kind", ofKind);
    this.#spread = new SpreadValues(reads);
  }

  /** The hash of a key, or of a topic of events, as rows have it. */
  hashOf(key: Uint8Array): Uint8Array {
    return hashKey(this.#salt, key);
  }

  /** Follows the store to another database. */
  renew(salt: Uint8Array): void {
    this.#salt = salt;
  }

  async read(version: bigint, key: Uint8Array): Promise<StoredValue | undefined> {
    const values = [hashKey(this.#salt, key), toParameter(version)];
    const [row] = await this.#reads.runOfState<Bounds & ValueColumns>(this.#find, values);
    checkState(row!, version);
    return toValue(row!) ?? (row!.is_partial === true ? this.#readPartial(version, key) : undefined);
  }

  /** The node that reported the answer of a read without proof. */
  async findValueOrigin(version: bigint, key: Uint8Array): Promise<string | undefined> {
    const row = await this.#ask(version, key);
    return (row.version === null ? row.account_origin : row.origin) ?? undefined;
  }

  /** The node that listed the keys of an account without proof. */
  async findListingOrigin(version: bigint, prefix: Uint8Array): Promise<string | undefined> {
    const row = await this.#ask(version, prefix);
    return isAccountPrefix(prefix) ? (row.account_origin ?? undefined) : undefined;
  }

  async list(query: StateQuery): Promise<StatePage> {
    const { version, prefix, limit, pathKind } = query;
    checkPageLimit(limit);
    const end = prefixEnd(prefix);
    const { head: endHead, tail: endTail } = end === undefined ? { head: aboveAllHeads, tail: first } : splitKey(end);
    const account = accountPrefixOf(prefix) ?? noPrefix;
    const entries: StateEntry[] = [];
    let absent = 0;
    let from: Uint8Array | undefined =
      query.start !== undefined && compareBytes(query.start, prefix) > 0 ? query.start : prefix;
    while (from !== undefined) {
      const wanted = Math.min(Math.max(16, limit + 1 - entries.length), mostKeysAtOnce);
      const { head, tail } = splitKey(from);
      const values = [toParameter(version), head, tail, endHead, endTail, wanted, account];
      const rows = await this.#listRows(pathKind === undefined ? values : [...values, pathKindByte(pathKind)]);
      checkState(rows[0]!, version);
      if (rows[0]!.is_partial === true && rows[0]!.account_version === null) throw listingUnknown(version, prefix);
      let last: Uint8Array | undefined;
      for (const row of rows) {
        if (row.key_head === null) break;
        const key = joinKey(row.key_head, row.key_tail);
        const { found } = row;
        const value = toValue(found);
        if (value === undefined) {
          if (row.is_partial === true) expectAbsent(version, key, { ...row, ...found });
          if (++absent > mostAbsentKeys) return { entries, next: key };
        } else {
          if (entries.length === limit) return { entries, next: key };
          entries.push({ key, ...value });
        }
        last = key;
      }
      from = rows.length === wanted && last !== undefined ? successor(last) : undefined;
    }
    return { entries, next: undefined };
  }

  /** A page of keys, each with its newest row. */
  async #listRows(values: readonly Parameter[]): Promise<readonly (Bounds & ListedRow)[]> {
    const isOfKind = values.length === 8;
    if (!this.#reads.isSharded) {
      const rows = await this.#reads.run<Bounds & ListedColumns>(isOfKind ? this.#listKind : this.#list, values);
      return rows.map((row) => ({ ...row, found: unpackRow(row.found) }));
    }
    const keys = await this.#reads.run<Bounds & SpreadKey>(isOfKind ? this.#keysOfKind : this.#keys, values);
    const version = Number(values[0]);
    const hashes = keys.flatMap(({ key_hash }) => (key_hash === null ? [] : [plainHex(key_hash)]));
    const found = await this.#spread.find(hashes, version);
    // Only a partial base asks what comes after.
    const unanswered = hashes.filter((hash) => (found.get(hash)?.is_lost ?? !found.has(hash)) === true);
    const following = keys[0]?.is_partial === true ? await this.#spread.findNext(unanswered, version) : undefined;
    const rows = keys.map((row) => {
      const hash = row.key_hash === null ? "" : plainHex(row.key_hash);
      return { ...row, found: found.get(hash) ?? noRow, next_version: following?.get(hash) ?? null };
    });
    return this.#reads.renewBounds(rows);
  }

  /** Reads again, with what tells absent from unknown, in a statement of its own. */
  async #readPartial(version: bigint, key: Uint8Array): Promise<StoredValue | undefined> {
    const row = await this.#ask(version, key);
    const value = toValue(row);
    if (value === undefined) expectAbsent(version, key, row);
    return value;
  }

  async #ask(version: bigint, key: Uint8Array): Promise<Bounds & OriginColumns> {
    const prefix = accountPrefixOf(key) ?? noPrefix;
    const [row] = await this.#reads.runOfState<Bounds & OriginColumns>(this.#probe, [
      hashKey(this.#salt, key),
      toParameter(version),
      prefix,
    ]);
    checkState(row!, version);
    return row!;
  }
}

/** @throws StoreError `state_unknown`, `state_unavailable` unless a partial base knows that the key does not exist */
function expectAbsent(version: bigint, key: Uint8Array, row: PartialColumns): void {
  const nextWrite = row.next_version === null ? undefined : BigInt(row.next_version);
  if (row.version !== null) {
    if (row.is_lost === true) throw stateUnavailable(version, key, nextWrite);
    return;
  }
  if (row.account_version !== null && (row.next_version === null || row.next_version > row.account_version)) return;
  throw stateUnknown(version, key, nextWrite);
}

/** Takes {@link packedRow} apart, as the server prints an array: digits and words need no quotes, and an empty text has them. */
function unpackRow(packed: string | null): FoundColumns {
  if (packed === null) return noRow;
  const [version, value, metadata, isLost] = packed.slice(1, -1).split(",");
  return { version: Number(version), value: toBytes(value!), metadata: toBytes(metadata!), is_lost: isLost === "true" };
}

function toBytes(hex: string): Uint8Array | null {
  if (hex === "NULL") return null;
  const bytes = Buffer.from(hex === '""' ? "" : hex, "hex");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function toValue({ version, value, metadata }: ValueColumns): StoredValue | undefined {
  if (version === null || value === null) return undefined;
  return { bytes: value, metadata: metadata ?? undefined, version: BigInt(version) };
}
