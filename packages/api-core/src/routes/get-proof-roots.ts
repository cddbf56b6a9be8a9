import { struct, u64 } from "@ledger/bcs";
import { formatHash, HashValue } from "@ledger/types";
import Type from "typebox";
import { optional } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { vouchedRoots } from "../proofs/vouched.ts";
import { HashSchema, U64Schema, u64Text } from "../schemas/scalar.ts";

const ProofRoots = Type.Object(
  {
    version: U64Schema,
    state_root: HashSchema,
    accumulator_root: HashSchema,
    timestamp: U64Schema,
    state_roots_since: U64Schema,
  },
  {
    title: "ProofRoots",
    description:
      "The roots of the state and of the ledger at the end of a block, and its time in microseconds since 1970. The node computed the state roots of all blocks that end at or after `state_roots_since`.",
  },
);

const ProofRootsBcs = struct("ProofRoots", {
  version: u64,
  stateRoot: HashValue,
  accumulatorRoot: HashValue,
  timestamp: u64,
  stateRootsSince: u64,
});

/** `GET /proofs/roots`: the roots that nodes have to agree on. */
export const getProofRoots = defineRoute({
  id: "get_proof_roots",
  method: "GET",
  path: "/proofs/roots",
  tag: "Proofs",
  summary: "Get the roots at a block's end",
  description:
    "Returns the roots that a client compares between nodes, or takes from a node that it trusts, to check what any other node proves. " +
    "A node vouches only for state roots that it computed itself: others answer 403.",
  params: {},
  query: {
    version: optional(
      u64Text,
      "The end of the last block at or before this version is answered; the newest when absent.",
    ),
  },
  cache: "state",
  handle: async ({ query: { version } }, context) => {
    const { block, ...roots } = await vouchedRoots(context, version);
    const value = { ...roots, version: block.lastVersion, timestamp: block.timestampUsecs };
    return { value, immutable: version !== undefined, validator: `roots${value.version}-${value.stateRootsSince}` };
  },
  reply: {
    description: "The roots.",
    json: {
      schema: ProofRoots,
      encode: ({ version, stateRoot, accumulatorRoot, timestamp, stateRootsSince }) =>
        JSON.stringify({
          version: String(version),
          state_root: formatHash(stateRoot),
          accumulator_root: formatHash(accumulatorRoot),
          timestamp: String(timestamp),
          state_roots_since: String(stateRootsSince),
        }),
    },
    bcs: { description: "The same members.", encode: (roots) => ProofRootsBcs.encode(roots) },
  },
  errors: ["version_not_found", "version_pruned", "api_disabled", "internal_error"],
  examples: [
    {
      ledger: "mainnet",
      summary: "The roots of the genesis of the main network",
      query: { version: "0" },
      reply: {
        version: "0",
        state_root: "0x0d08659868360de4cf1d395d1e87c9e0bed31c5f3aab9636eec3ce30aaae6d47",
        accumulator_root: "0xc326ceae74abbecb19b24a208425083603d2d5fbfebec776aa5338a237cc53b0",
        timestamp: "0",
        state_roots_since: "0",
      },
    },
  ],
});
