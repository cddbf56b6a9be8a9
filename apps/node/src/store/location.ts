import type { PostgresSettings } from "@ledger/state-store/postgres";

/** Where a ledger is kept. Plain data: it crosses threads and processes. */
export type StoreLocation =
  | {
      readonly kind: "sqlite";
      /** Path of the database file. */
      readonly path: string;
    }
  | { readonly kind: "postgres"; readonly settings: PostgresSettings };
