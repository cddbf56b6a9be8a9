import { dirname, join } from "node:path";
import type { PostgresSettings } from "@ledger/state-store/postgres";

/** Location of a ledger in a file. */
export interface SqliteLocation {
  readonly kind: "sqlite";
  /** Path of the database file. */
  readonly path: string;
}

/** Location of a ledger. Plain data: it crosses threads and processes. */
export type StoreLocation = SqliteLocation | { readonly kind: "postgres"; readonly settings: PostgresSettings };

/** A file in the folder of a ledger's database. */
export function fileNextTo({ path }: SqliteLocation, name: string): string {
  return join(dirname(path), name);
}

/** A parameter of a URL, with what comes before it. */
const parameter = /([?&])([^=&#\s]+)=([^&#\s]*)/g;

/** Names of parameters that hold a secret, as drivers and proxies of PostgreSQL call them. */
const secretName = /pass|secret|token/i;

/** Hides the passwords of URLs: after the name of the user, written as they are or percent-encoded, and in parameters. */
export function maskPasswords(text: string): string {
  return text
    .replace(/(\/\/[^/?#@:\s]*?)(:|%3a)[^/?#\s]*@/gi, "$1:***@")
    .replace(parameter, (whole, before: string, name: string) =>
      secretName.test(decoded(name)) ? `${before}${name}=***` : whole,
    );
}

/** Returns true if a URL holds a password. */
export function hasPassword(url: string): boolean {
  return maskPasswords(url) !== url;
}

/** A percent-encoded text, decoded byte by byte: what is no UTF-8 is no reason to show it. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Describes the location of a ledger, for people. */
export function describeLocation(location: StoreLocation): string {
  return location.kind === "sqlite" ? location.path : maskPasswords(location.settings.url);
}
