/** The facts of an option that names a source of records. */
interface RecordSource {
  readonly flag: string;
  /** The source has what comes before its records: it needs no genesis from elsewhere, and a ledger may begin later. */
  readonly bringsBeginning?: boolean;
}

/**
 * Options that name a source of records. A node with none of them serves what its store holds, or runs a network of its own. A new kind
 * of source is a row here, an option (`source-options.ts`), and a case of `ingest/choose-ledger.ts`; conflicts and refusals follow.
 */
const recordSources = {
  follow: { flag: "--follow", bringsBeginning: true },
  backup: { flag: "--backup", bringsBeginning: true },
  genesis: { flag: "--genesis" },
  network: { flag: "--network" },
} as const satisfies Readonly<Record<string, RecordSource>>;

/** The options of a source of records. */
export type RecordSources = Readonly<Partial<Record<keyof typeof recordSources, unknown>>>;

const sources = Object.entries<RecordSource>(recordSources) as readonly (readonly [
  keyof RecordSources,
  RecordSource,
])[];

/** Returns true if the options name a source of records. */
export function hasRecordSource(options: RecordSources): boolean {
  return sources.some(([name]) => options[name] !== undefined);
}

/** Returns true if the options name a source that has the beginning of its ledger as well. */
export function bringsBeginning(options: RecordSources): boolean {
  return sources.some(([name, source]) => source.bringsBeginning === true && options[name] !== undefined);
}

/** Flags of the sources, and other flags after them: `--follow, --backup, --genesis or --network`. */
export function listRecordSources(...others: readonly string[]): string {
  return listFlags([...sources.map(([, { flag }]) => flag), ...others]);
}

/** Flags of the sources that have their beginning: `--follow or --backup`. */
export function listBeginnings(): string {
  return listFlags(sources.flatMap(([, { flag, bringsBeginning }]) => (bringsBeginning === true ? flag : [])));
}

function listFlags(flags: readonly string[]): string {
  return `${flags.slice(0, -1).join(", ")} or ${flags.at(-1)}`;
}
