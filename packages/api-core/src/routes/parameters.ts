import { formatHash, parseHash } from "@ledger/types";
import Type from "typebox";
import type { PageSize } from "../contract/config.ts";
import { ApiError } from "../contract/error.ts";
import { optional, required, type TextType } from "../contract/text-type.ts";
import { addressText, cursorText, limitText, u64Text } from "../schemas/scalar.ts";

/** `{address}` of the account routes. */
export const addressParameter = required(addressText, "Address of the account, with or without `0x`.");

/** `ledger_version` of every state read. */
export const ledgerVersionParameter = optional(
  u64Text,
  "Ledger version to read the state at; the latest when absent. A pruned version is answered with 410.",
);

/** `start` of listings that page by state key. */
export const cursorParameter = optional(
  cursorText,
  "Where the page starts: the cursor header of an earlier answer of this endpoint. The first page when absent.",
);

/** `limit` of listings. */
export const limitParameter = optional(
  limitText,
  "Maximum number of items in the answer, up to the node's own maximum; the default page size when absent.",
);

/**
 * The number of items to answer with.
 * @throws ApiError `invalid_input` for 0
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.8 | Specification, REST API 1.8}
 */
export function pageLimit(requested: number | undefined, size: PageSize): number {
  if (requested === 0) throw new ApiError("invalid_input", "limit 0 is invalid: it must be at least 1");
  return Math.min(requested ?? size.default, size.max);
}

/** Versions of a proof of state. */
export const provedVersions = {
  ledger_version: optional(
    u64Text,
    "Ledger version to prove the state at; the newest when absent. Inside of a block, the answer is about the end of the block before, " +
      "and names it.",
  ),
  root_version: optional(
    u64Text,
    "Ledger version of the root that the proof has to lead to: that of the root which the client trusts. `ledger_version` when absent.",
  ),
};

/** Most hashes that an address names. */
const maxKnown = 100;

const knownText: TextType<ReadonlySet<string>> = {
  schema: Type.String({ title: "KnownValues", description: "Hashes in hex, joined by commas." }),
  parse(text) {
    const hashes = text.split(",");
    if (hashes.length > maxKnown) throw new RangeError(`${hashes.length} hashes are too many: at most ${maxKnown}`);
    return new Set(hashes.map((hash) => formatHash(parseHash(hash))));
  },
};

/** Parameters of a proof of what a call reads. */
export const witnessParameters = {
  ...provedVersions,
  known: optional(
    knownText,
    "Up to 100 hashes of values that the client has, joined by commas: the answer names them by `value_hash` in place of `value`.",
  ),
};
