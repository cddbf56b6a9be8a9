import { type DistributedEngine, formatSchema } from "@ledger/state-store/postgres";

/** Options of `ledger-node db schema`. */
export interface SchemaCommandOptions {
  readonly schema: string;
  readonly distributed?: DistributedEngine;
  readonly partitionVersions?: number;
}

/** The `db schema` command: prints the statements that make an empty store. */
export function dbSchema({ schema, distributed, partitionVersions }: SchemaCommandOptions): void {
  process.stdout.write(formatSchema(schema, distributed, { partitionVersions }));
}
