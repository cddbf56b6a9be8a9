import { BcsError } from "@ledger/bcs";
import { encodeStateKey, formatHex, StateKey, StateValue, StateValueMetadata } from "@ledger/types";
import Type from "typebox";
import { defineBody } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { HexSchema } from "../schemas/scalar.ts";
import { ledgerVersionParameter } from "./parameters.ts";

const RawStateValueRequest = Type.Object(
  { key: HexSchema },
  { title: "RawStateValueRequest", description: "The BCS of a state key." },
);

/** `POST /experimental/state_values/raw`: any state value with its metadata, by the BCS of its key. */
export const getRawStateValue = defineRoute({
  id: "get_raw_state_value",
  method: "POST",
  path: "/experimental/state_values/raw",
  tag: "Experimental",
  summary: "Get a raw state value",
  description:
    "Returns a state value and its metadata by the BCS of its state key. It answers only in BCS: send " +
    "`Accept: application/x-bcs`.",
  params: {},
  query: { ledger_version: ledgerVersionParameter },
  body: defineBody(RawStateValueRequest, ({ key }) => key),
  cache: "never",
  handle: async ({ query, body }, { ledger, store }) => {
    const version = resolveVersion(ledger, query.ledger_version);
    const stored = await store.readState(version, encodeStateKey(decodeKey(body)));
    if (stored === undefined) {
      const key = formatHex(body.subarray(0, 256));
      throw new ApiError("state_value_not_found", `state value is not found: key ${key}, ledger version ${version}`);
    }
    return { value: stored };
  },
  reply: {
    description: "The value.",
    bcs: {
      description: "State value: the data and, where it has any, its metadata.",
      encode: ({ bytes, metadata }) =>
        StateValue.encode(
          metadata === undefined
            ? { kind: "V0", value: bytes }
            : { kind: "WithMetadata", value: { data: bytes, metadata: StateValueMetadata.decode(metadata) } },
        ),
    },
  },
  errors: ["invalid_input", "state_value_not_found", "version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "mainnet",
      summary: "The resource 0x1::chain_id::ChainId",
      body: {
        key:
          "0x000000000000000000000000000000000000000000000000000000000000000001" +
          "3301000000000000000000000000000000000000000000000000000000000000000108636861696e5f696407436861696e496400",
      },
      bytes: "0x000101",
    },
  ],
});

function decodeKey(bytes: Uint8Array): StateKey {
  try {
    return StateKey.decode(bytes);
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new ApiError("invalid_input", `key is invalid: not the BCS of a state key: ${cause.message}`, { cause });
  }
}
