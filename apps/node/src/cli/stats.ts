import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { formatHash } from "@ledger/types";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { openReader } from "../store/open-store.ts";
import { formatBytes } from "./format.ts";

/** Options of `ledger-node stats`. */
export interface StatsOptions extends StoreOptions {
  readonly json?: boolean;
}

/** The `stats` command: what a ledger holds and how much room it takes. A node may be running meanwhile. */
export async function stats(options: StatsOptions): Promise<void> {
  const location = storeLocation(options);
  const reader = await openReader(location);
  try {
    const [ledger, store] = [await reader.summary(), await reader.stats()];
    const disk = location.kind === "sqlite" ? statfsSync(dirname(location.path)) : undefined;
    const facts = { ledger, store, diskFreeBytes: disk && disk.bavail * disk.bsize };
    if (options.json === true) {
      process.stdout.write(`${JSON.stringify(facts, toJson, 2)}\n`);
      return;
    }
    const { fileBytes, walBytes, freeBytes, unmergedRows, sweepLag } = store;
    const lines: string[] = [];
    if (ledger === undefined) lines.push("ledger       empty");
    else {
      const time = new Date(Number(ledger.timestampUsecs / 1_000n)).toISOString();
      const { base } = ledger;
      lines.push(
        `network      chain id ${ledger.chainId}, genesis ${ledger.genesisHash === undefined ? "not known" : formatHash(ledger.genesisHash)}`,
        `head         version ${ledger.version}, block ${ledger.blockHeight} of epoch ${ledger.epoch}, ${time}`,
        `state        from version ${ledger.oldestVersion} on`,
        `records      from version ${ledger.oldestLedgerVersion} on`,
        base === undefined
          ? "beginning    genesis"
          : `beginning    version ${base.version}, with ${base.state === "whole" ? "a proved snapshot" : "state that is fetched on demand"}`,
      );
    }
    lines.push(
      `database     ${formatBytes(fileBytes)}, of which ${formatBytes(freeBytes)} are free; write-ahead log ${formatBytes(walBytes)}`,
      `to do        ${unmergedRows} state values to merge, ${sweepLag} versions to sweep`,
    );
    if (facts.diskFreeBytes !== undefined) lines.push(`disk         ${formatBytes(facts.diskFreeBytes)} free`);
    process.stdout.write(`${lines.join("\n")}\n`);
  } finally {
    await reader.close();
  }
}

/** Numbers of 64 bits and hashes as text. */
function toJson(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  return value instanceof Uint8Array ? `0x${Buffer.from(value).toString("hex")}` : value;
}
