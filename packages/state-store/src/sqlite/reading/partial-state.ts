import { accountPrefixOf } from "@ledger/types";
import type { Database, Statement } from "better-sqlite3";
import { listingUnknown, stateUnavailable, stateUnknown } from "../../store-error.ts";
import type { LogOverlay } from "../log/log-overlay.ts";
import { checkPacked, isLostValue, unpackOrigin } from "../rows/packed-value.ts";
import { prepareCheck } from "../rows/row-sum.ts";
import { type Row, selectFrom } from "../rows/tables.ts";

const checkAccount = prepareCheck("complete_accounts", "checksum");

/**
 * Tells what does not exist from what is not known, in a ledger of which only some of the base state is. It is asked only
 * where a read finds nothing.
 */
export class PartialState {
  readonly #overlay: LogOverlay;
  readonly #newest: Statement<[number, number], Buffer>;
  readonly #nextVersion: Statement<[number, number], number>;
  readonly #account: Statement<[Uint8Array], Row<"complete_accounts">>;
  #head = 0;

  constructor(database: Database, overlay: LogOverlay) {
    this.#overlay = overlay;
    this.#newest = database
      .prepare<[number, number], Buffer>(
        "select packed from state_values where key_id = +? and version <= +? order by version desc limit 1",
      )
      .pluck();
    this.#nextVersion = database
      .prepare<[number, number], number>(
        "select version from state_values where key_id = +? and version > +? order by version limit 1",
      )
      .pluck();
    this.#account = database.prepare(`${selectFrom("complete_accounts")} where prefix = +?`);
  }

  /** Follows the store to a new head. */
  renew(head: number): void {
    this.#head = head;
  }

  /**
   * @param id - of the key, if it has one
   * @throws StoreError `state_unknown`, `state_unavailable` unless the key is known not to exist at the version
   */
  expectAbsent(version: number, key: Uint8Array, id: number | undefined): void {
    if (id !== undefined) {
      if (this.#overlay.find(id, version) !== undefined) return;
      const packed = this.#newest.get(id, version);
      if (packed !== undefined) {
        checkPacked(packed, id);
        if (isLostValue(packed)) throw stateUnavailable(BigInt(version), key, toBigInt(this.#nextWrite(id, version)));
        return;
      }
    }
    const first = id === undefined ? undefined : this.#nextWrite(id, version);
    const account = this.#accountOf(key);
    if (account !== undefined && (first === undefined || first > account.version)) return;
    throw stateUnknown(BigInt(version), key, toBigInt(first));
  }

  /** @throws StoreError `listing_unknown` unless the prefix lies within a complete account */
  expectListable(version: bigint, prefix: Uint8Array): void {
    if (this.#accountOf(prefix) === undefined) throw listingUnknown(version, prefix);
  }

  /** The node that listed the keys of an account. */
  findListingOrigin(prefix: Uint8Array): string | undefined {
    return this.#find(prefix)?.origin;
  }

  /** The node that reported a key's value, or that it has none. */
  findValueOrigin(version: number, key: Uint8Array, id: number | undefined): string | undefined {
    if (id !== undefined) {
      if (this.#overlay.find(id, version) !== undefined) return undefined;
      const packed = this.#newest.get(id, version);
      if (packed !== undefined) {
        checkPacked(packed, id);
        return unpackOrigin(packed);
      }
    }
    return this.#accountOf(key)?.origin;
  }

  #accountOf(key: Uint8Array): Row<"complete_accounts"> | undefined {
    const prefix = accountPrefixOf(key);
    return prefix && this.#find(prefix);
  }

  #find(prefix: Uint8Array): Row<"complete_accounts"> | undefined {
    const account = this.#account.get(prefix);
    return account && checkAccount(account);
  }

  /** The first version above `version` that wrote the key. */
  #nextWrite(id: number, version: number): number | undefined {
    const merged = this.#nextVersion.get(id, version) ?? Number.POSITIVE_INFINITY;
    const logged = this.#nextLogged(id, version);
    const next = Math.min(merged, logged);
    return Number.isFinite(next) ? next : undefined;
  }

  /** The log knows the newest write at or before a version, and none at or before this one: the first is found by halving. */
  #nextLogged(id: number, version: number): number {
    if (this.#overlay.find(id, this.#head) === undefined) return Number.POSITIVE_INFINITY;
    let low = version;
    let high = this.#head;
    while (high - low > 1) {
      const middle = low + Math.floor((high - low) / 2);
      if (this.#overlay.find(id, middle) === undefined) low = middle;
      else high = middle;
    }
    return high;
  }
}

function toBigInt(version: number | undefined): bigint | undefined {
  return version === undefined ? undefined : BigInt(version);
}
