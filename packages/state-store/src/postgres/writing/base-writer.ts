import type { BaseValue, LedgerBase } from "../../base-port.ts";
import { joinHashes } from "../../columns/bytes-view.ts";
import { checkAccountPrefix, checkBase, checkBaseValues } from "../../commit-check.ts";
import { alreadyBegun, noBaseValues, noPartialBase, outsideLedger } from "../../store-error.ts";
import { encodeArray } from "../rows/copy-rows.ts";
import { expectLedger } from "../rows/head-row.ts";
import { hashKey, plainHex } from "../rows/key-hash.ts";
import { rowBytes } from "../rows/sizes.ts";
import { insertKeys } from "./state-keys.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Makes an empty store begin above version 0.
 *
 * @returns false where another base was taken back only: on several servers the rows of one may go before its mark does, so the mark goes
 * first, in a write of its own
 */
export async function beginBase(transaction: Transaction, base: LedgerBase): Promise<boolean> {
  const { head } = transaction;
  if (head.version !== null) throw alreadyBegun();
  checkBase(base);
  if (head.shards > 0 && head.base_version !== null) {
    transaction.change({ base_version: null, base_block_height: null, base_is_partial: null, base_is_chained: null });
    return false;
  }
  for (const table of ["frontiers", "state_keys", "state_values"])
    await transaction.query(`delete from @.${table}`, []);
  const { version, blockHeight, frontier, state } = base;
  if (frontier !== undefined) {
    await transaction.query("insert into @.frontiers (leaf_count, roots) values ($1, $2)", [
      Number(version),
      joinHashes(frontier.roots),
    ]);
  }
  transaction.change({
    base_version: Number(version),
    base_block_height: Number(blockHeight),
    base_is_partial: state === "partial",
    base_is_chained: frontier !== undefined,
    state_bytes: 0,
  });
  return true;
}

/** Adds what is known of the base state: of keys that have no row yet that every reader sees. */
export async function addBaseValues(transaction: Transaction, values: readonly BaseValue[]): Promise<void> {
  const { head } = transaction;
  if (head.base_version === null || (head.version !== null && head.base_is_partial === false)) {
    throw noBaseValues();
  }
  checkBaseValues(values, head.base_is_partial === true ? "partial" : "whole");
  const version = head.base_version - 1;
  const oldest = head.version === null ? version : head.oldest_version;
  // Of several values of a key the first one counts, as if they had come one by one.
  const byHash = new Map<string, { hash: Buffer; value: BaseValue }>();
  for (const value of values) {
    const hash = hashKey(head.key_salt, value.key);
    const text = hash.toString("latin1");
    if (!byHash.has(text)) byHash.set(text, { hash, value });
  }
  const hidden = await transaction.query<{ key_hash: string }>(
    "select key_hash from @.state_values where key_hash = any($1::uuid[]) and version <= $2 group by key_hash",
    [
      encodeArray(
        "uuid",
        [...byHash.values()].map(({ hash }) => hash),
      ),
      oldest,
    ],
  );
  for (const { key_hash } of hidden) byHash.delete(Buffer.from(plainHex(key_hash), "hex").toString("latin1"));
  const added = [...byHash.values()];
  const newKeys = await insertKeys(
    transaction,
    added.map(({ hash, value }) => ({ hash, key: value.key })),
  );
  let bytes = newKeys * rowBytes.stateKey;
  await transaction.load(
    "state_values",
    added.map(({ hash, value: base }) => {
      const { kind, origin } = base;
      const { value, metadata } = kind === "value" ? base : { value: undefined, metadata: undefined };
      bytes += rowBytes.stateValue + (value?.length ?? 0) + (metadata?.length ?? 0);
      return {
        key_hash: hash,
        version,
        value: value ?? null,
        metadata: metadata ?? null,
        origin: origin ?? null,
        is_lost: kind === "lost" ? true : null,
      };
    }),
  );
  transaction.change({ state_bytes: head.state_bytes + bytes });
}

/** Notes that all keys of an account that exist at a version are known. */
export async function completeAccount(
  transaction: Transaction,
  prefix: Uint8Array,
  version: bigint,
  origin: string,
): Promise<void> {
  const head = expectLedger(transaction.head);
  if (head.base_version === null || head.base_is_partial !== true) {
    throw noPartialBase();
  }
  if (version < head.base_version || version > head.version) {
    throw outsideLedger(version);
  }
  checkAccountPrefix(prefix);
  await transaction.query(
    `insert into @.complete_accounts (prefix, version, origin) values ($1, $2, $3)
     on conflict (prefix) do update set version = excluded.version, origin = excluded.origin`,
    [prefix, Number(version), origin],
  );
}
