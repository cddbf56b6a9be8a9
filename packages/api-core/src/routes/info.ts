import type { ExecutionSummary, LedgerSummary } from "@ledger/state-store";
import Type from "typebox";
import type { ApiConfig, NodeFacts } from "../contract/config.ts";
import { defineRoute } from "../endpoint/route.ts";
import { U64Schema } from "../schemas/scalar.ts";

const text = (description: string) => Type.Optional(Type.String({ description }));
const count = (description: string) => Type.Optional({ ...U64Schema, description });

const NodeInfo = Type.Object(
  {
    chain_id: Type.String({ description: "The network's name where its chain id has one, else the number." }),
    node_type: Type.String({ description: "`public_fullnode` or `validator`." }),
    bootstrapping_mode: text(
      "How the ledger was begun: `apply_transaction_outputs_from_genesis`; `download_latest_states`, with a proved snapshot; or `lazy`, " +
        "with state that is fetched on demand, which only this software does. Absent on a local network.",
    ),
    continuous_syncing_mode: text(
      "How new versions come in: always `apply_transaction_outputs`. Absent on a local network.",
    ),
    internal_indexer_config: text("Groups of tables in the node's index, joined by commas; empty without an index."),
    version: Type.String({ description: "Version of the software." }),
    git_hash: text("Commit that the node was built from."),
    store: text("Where the ledger is kept: `memory`, `sqlite` or `postgres`."),
    role: text("`full` for a node that keeps its ledger, `api` for one that serves the ledger of another."),
    window: Type.Optional(
      Type.Object(
        {
          state_versions: count("Versions of state."),
          ledger_versions: count("Versions of transactions."),
          time_usecs: count("Microseconds of state."),
          disk_bytes: count("Bytes that the ledger may fill."),
        },
        { description: "How much history is kept below the latest version; what is absent is not bounded." },
      ),
    ),
    verified: Type.Optional(
      Type.Object(
        {
          event_roots: text("Events that do not match their hash: `strict` refuses them, `warn` keeps them."),
          state_roots: text("`every_block` where the root of the whole state is compared after every block."),
          proofs: text("`on` where the node keeps the state tree, compares its roots, and proves answers from it."),
          waypoint: text("State of the trusted waypoint that the node was given."),
        },
        { description: "Checks of what comes in, besides the hashes that every record has to match." },
      ),
    ),
    executed: Type.Object(
      {
        mode: text("`off`, `all`, or `1/N`: one of N versions."),
        equal: { ...U64Schema, description: "Versions that execution made what their records say." },
        different: { ...U64Schema, description: "Versions that differ." },
      },
      { description: "What the node has executed again. The execution status has more." },
    ),
  },
  { title: "NodeInfo", description: "The node's facts about itself; what is absent does not apply, or is not known." },
);

/** The networks whose chain ids have names. */
const chainNames: Readonly<Record<number, string>> = { 1: "mainnet", 2: "testnet", 3: "devnet", 4: "testing" };

const bootstrappingModes = { whole: "download_latest_states", partial: "lazy" } as const;

interface NodeState {
  readonly ledger: LedgerSummary;
  readonly executed: ExecutionSummary;
  readonly waypoint: string | undefined;
}

/** `GET /info`: the node's facts about itself. */
export const info = defineRoute({
  id: "info",
  method: "GET",
  path: "/info",
  tag: "General",
  summary: "Get information about the node",
  description:
    "Returns what the node is and does: its network, the place and the history of its ledger, and what of it was verified and executed. " +
    "Members that other nodes of the family have and that mean nothing here are left out.",
  params: {},
  query: {},
  cache: "never",
  handle: async (_, { ledger, execution, waypoint }): Promise<{ value: NodeState }> => ({
    value: { ledger, executed: await execution.summary(), waypoint: waypoint() },
  }),
  reply: {
    description: "The facts.",
    json: { schema: NodeInfo, encode: (state, { config }) => JSON.stringify(describeNode(state, config)) },
  },
  errors: ["bcs_not_supported"],
  examples: [
    {
      ledger: "mainnet",
      summary: "A node of the main network",
      reply: {
        chain_id: "mainnet",
        node_type: "public_fullnode",
        bootstrapping_mode: "apply_transaction_outputs_from_genesis",
        continuous_syncing_mode: "apply_transaction_outputs",
        version: "0.0.0",
        executed: { equal: "0", different: "0" },
      },
    },
  ],
});

/** JSON leaves out what is undefined. */
function describeNode({ ledger, executed, waypoint }: NodeState, { nodeRole, version, gitHash, facts }: ApiConfig) {
  const { chainId, base } = ledger;
  const { store, role, isLocalNetwork, index, checks } = facts;
  return {
    chain_id: chainNames[chainId] ?? `${chainId}`,
    node_type: nodeRole === "validator" ? "validator" : "public_fullnode",
    ...(isLocalNetwork !== true && {
      bootstrapping_mode: base ? bootstrappingModes[base.state] : "apply_transaction_outputs_from_genesis",
      continuous_syncing_mode: "apply_transaction_outputs",
    }),
    internal_indexer_config: index?.join(","),
    ...{ version, git_hash: gitHash, store, role },
    window: describeWindow(facts),
    verified: checks && {
      event_roots: checks.eventRoots,
      state_roots: checks.stateRoots,
      proofs: checks.proofs,
      waypoint,
    },
    executed: {
      mode: typeof checks?.execute === "number" ? `1/${checks.execute}` : checks?.execute,
      equal: `${executed.counts.equal}`,
      different: `${executed.counts.different}`,
    },
  };
}

function describeWindow({ window }: NodeFacts) {
  return (
    window && {
      state_versions: window.stateVersions?.toString(),
      ledger_versions: window.ledgerVersions?.toString(),
      time_usecs: window.timeUsecs?.toString(),
      disk_bytes: window.diskBytes?.toString(),
    }
  );
}
