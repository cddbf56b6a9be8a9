declare const brand: unique symbol;

/** Bytes of a hash. */
export const HASH_LENGTH = 32;

/** A SHA3-256 hash: 32 bytes. In BCS it carries no length prefix. */
export type HashValue = Uint8Array & { readonly [brand]: "HashValue" };
