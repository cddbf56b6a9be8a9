import type { StartOptions } from "./start-options.ts";

/**
 * Options that name a source of records. A node with none of them serves what its store holds, or runs a network of its own. A new kind
 * of source is a row here, an option (`start-options.ts`), and a case of `ingest/choose-ledger.ts`; conflicts and refusals follow.
 */
const recordSources = {
  follow: "--follow",
  backup: "--backup",
  genesis: "--genesis",
  network: "--network",
} as const satisfies Readonly<Partial<Record<keyof StartOptions, string>>>;

/** The options of a source of records. */
export type RecordSources = Pick<StartOptions, keyof typeof recordSources>;

/** Returns true if the options name a source of records. */
export function hasRecordSource(options: RecordSources): boolean {
  return (Object.keys(recordSources) as (keyof RecordSources)[]).some((name) => options[name] !== undefined);
}

/** Flags of the sources, and other flags after them: `--follow, --backup, --genesis or --network`. */
export function listRecordSources(...others: readonly string[]): string {
  const flags: readonly string[] = [...Object.values(recordSources), ...others];
  return `${flags.slice(0, -1).join(", ")} or ${flags.at(-1)}`;
}
