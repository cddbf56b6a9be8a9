import { enumeration, string, struct, u8, unit } from "@ledger/bcs";
import type { LedgerSummary } from "@ledger/state-store";
import Type from "typebox";
import type { ApiConfig } from "../contract/config.ts";
import { defineRoute } from "../endpoint/route.ts";
import { U64Schema } from "../schemas/scalar.ts";

const NodeRole = Type.Enum(["full_node", "validator"], {
  title: "RoleType",
  type: "string",
  description: "What the node does in the network.",
});

const IndexResponse = Type.Object(
  {
    chain_id: Type.Integer({ minimum: 0, maximum: 255, format: "uint8", description: "Chain id." }),
    epoch: U64Schema,
    ledger_version: U64Schema,
    oldest_ledger_version: U64Schema,
    ledger_timestamp: U64Schema,
    node_role: NodeRole,
    oldest_block_height: U64Schema,
    block_height: U64Schema,
    git_hash: Type.Optional(Type.String({ description: "Commit that the node was built from." })),
  },
  { title: "IndexResponse", description: "The ledger as this node has it." },
);

// Numbers travel as strings here: the frozen BCS form of this answer was made from its JSON form.
const IndexResponseBcs = struct("IndexResponseBcs", {
  chain_id: u8,
  epoch: string,
  ledger_version: string,
  oldest_ledger_version: string,
  ledger_timestamp: string,
  node_role: enumeration("RoleType", { Validator: unit, FullNode: unit }),
  oldest_block_height: string,
  block_height: string,
});

/** Answers by the pictures of the ledger that they were written from: clients ask again and again between two blocks. */
const written = new WeakMap<LedgerSummary, { readonly config: ApiConfig; readonly text: string }>();

function writeLedgerInfo(ledger: LedgerSummary, { nodeRole, gitHash }: ApiConfig): string {
  return JSON.stringify({
    chain_id: ledger.chainId,
    epoch: ledger.epoch.toString(),
    ledger_version: ledger.version.toString(),
    oldest_ledger_version: ledger.oldestVersion.toString(),
    ledger_timestamp: ledger.timestampUsecs.toString(),
    node_role: nodeRole,
    oldest_block_height: ledger.oldestBlockHeight.toString(),
    block_height: ledger.blockHeight.toString(),
    git_hash: gitHash,
  });
}

/** `GET /`: the ledger info that every client asks for first. */
export const getLedgerInfo = defineRoute({
  id: "get_ledger_info",
  method: "GET",
  path: "/",
  tag: "General",
  summary: "Get ledger info",
  description: "Returns the chain id, the latest and oldest version and block, and the role of the node.",
  params: {},
  query: {},
  cache: "state",
  handle: (_, { ledger }) => ({ value: ledger, validator: `v${ledger.version}-${ledger.oldestVersion}` }),
  reply: {
    description: "The ledger info.",
    json: {
      schema: IndexResponse,
      encode: (ledger, { config }) => {
        let known = written.get(ledger);
        if (known?.config !== config) {
          known = { config, text: writeLedgerInfo(ledger, config) };
          written.set(ledger, known);
        }
        return known.text;
      },
    },
    bcs: {
      description:
        "Chain id as u8, then the members of the JSON form in order, numbers as decimal strings, without `git_hash`.",
      encode: (ledger, { config }) =>
        IndexResponseBcs.encode({
          chain_id: ledger.chainId,
          epoch: ledger.epoch.toString(),
          ledger_version: ledger.version.toString(),
          oldest_ledger_version: ledger.oldestVersion.toString(),
          ledger_timestamp: ledger.timestampUsecs.toString(),
          node_role: { kind: config.nodeRole === "validator" ? "Validator" : "FullNode" },
          oldest_block_height: ledger.oldestBlockHeight.toString(),
          block_height: ledger.blockHeight.toString(),
        }),
    },
  },
  errors: [],
  examples: [
    {
      ledger: "mainnet",
      summary: "The main network at its genesis",
      reply: {
        chain_id: 1,
        epoch: "0",
        ledger_version: "0",
        oldest_ledger_version: "0",
        ledger_timestamp: "0",
        node_role: "full_node",
        oldest_block_height: "0",
        block_height: "0",
      },
    },
  ],
});
