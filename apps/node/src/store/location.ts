import type { PostgresSettings } from "@ledger/state-store/postgres";

/** Location of a ledger. Plain data: it crosses threads and processes. */
export type StoreLocation =
  | {
      readonly kind: "sqlite";
      /** Path of the database file. */
      readonly path: string;
    }
  | { readonly kind: "postgres"; readonly settings: PostgresSettings };

/** Hides the passwords of URLs. */
export function maskPasswords(text: string): string {
  return text.replace(/(\/\/[^/?#@:\s]*):[^/?#\s]*@/g, "$1:***@");
}

/** Describes the location of a ledger, for people. */
export function describeLocation(location: StoreLocation): string {
  return location.kind === "sqlite" ? location.path : maskPasswords(location.settings.url);
}
