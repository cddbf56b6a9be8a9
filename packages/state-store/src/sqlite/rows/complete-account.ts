import { checksum } from "./checksum.ts";

/** An account whose keys at a version are all known. */
export interface CompleteAccount {
  readonly version: number;
  readonly origin: string;
}

/** The checksum of an account's row. */
export function accountChecksum(prefix: Uint8Array, { version, origin }: CompleteAccount): number {
  const bytes = Buffer.concat([prefix, Buffer.from(`${version} ${origin}`)]);
  return checksum(bytes, 0, bytes.length, 0);
}
