import { type ExecutionSummary, type ListedFinding, wholeFindings } from "@ledger/state-store";
import Type from "typebox";
import { versionNotFound } from "../contract/error.ts";
import { required } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { U64Schema, u64Text } from "../schemas/scalar.ts";

const outcome = (description: string) => ({ ...U64Schema, description });

const reasonSchema = Type.String({ description: "Why it could not be executed." });

/** Versions of an outcome that a status lists. */
const listedVersions = 100;

const reasonsSchema = (versions: string) =>
  Type.Array(Type.Object({ version: U64Schema, reason: Type.Optional(reasonSchema) }), {
    description: `${versions}, with the reasons, ascending; the first ${listedVersions}.`,
  });

const withReason = ({ version, reason }: ListedFinding) => ({ version: `${version}`, reason });

/** `GET /execution/status`: which versions were executed again, and what came of them. */
export const getExecutionStatus = defineRoute({
  id: "get_execution_status",
  method: "GET",
  path: "/execution/status",
  tag: "Execution",
  summary: "Get what was executed again",
  description:
    "Says which versions this node has executed again and compared with their records, and with what outcome. A node that " +
    "does not execute them has none. This operation is specific to this node.",
  params: {},
  query: {},
  cache: "never",
  handle: async (_, { execution, ledger }) => {
    const summary = await execution.summary();
    const different = await execution.list("different", 0n, listedVersions);
    const excepted = await execution.list("not_reproducible", 0n, listedVersions);
    const ended = await execution.list("not_executed", 0n, listedVersions);
    return { value: { summary, ledger, different: different.map(({ version }) => version), excepted, ended } };
  },
  reply: {
    description: "What was executed again.",
    json: {
      schema: Type.Object(
        {
          lag: Type.Optional({
            ...U64Schema,
            description: "Committed versions above the newest one that was executed; absent where none was.",
          }),
          ranges: Type.Array(
            Type.Object({
              from: U64Schema,
              to: U64Schema,
              sample: Type.Integer({ minimum: 1, description: "1 for every version of the range, N for one of N." }),
            }),
            { description: "Versions that were executed, the ends included, ascending." },
          ),
          equal: outcome("Versions that execution makes what their records say."),
          different: outcome("Versions that differ: forged, or executed wrongly by this release."),
          state_unknown: outcome("Versions that read something which is not known here."),
          not_reproducible: outcome(
            "Versions that this release cannot execute, or that are known to come out differently.",
          ),
          not_executed: outcome(
            "Versions whose execution went beyond a bound of this node, of instructions, memory or time: whether they differ is not known.",
          ),
          different_versions: Type.Array(U64Schema, {
            description: `Versions that differ, ascending; the first ${listedVersions}.`,
          }),
          not_reproducible_versions: reasonsSchema("Versions that were not executed"),
          not_executed_versions: reasonsSchema("Versions that went beyond a bound"),
        },
        { title: "ExecutionStatus", description: "The versions that were executed again, by outcome." },
      ),
      encode: ({ summary: { counts, ranges, last }, ledger, different, excepted, ended }) =>
        JSON.stringify({
          ...(last !== undefined && { lag: `${ledger.version > last.version ? ledger.version - last.version : 0n}` }),
          ranges: ranges.map(({ from, to, sample }) => ({ from: `${from}`, to: `${to}`, sample })),
          equal: `${counts.equal}`,
          different: `${counts.different}`,
          state_unknown: `${counts.stateUnknown}`,
          not_reproducible: `${counts.notReproducible}`,
          not_executed: `${counts.notExecuted}`,
          different_versions: different.map(String),
          not_reproducible_versions: excepted.map(withReason),
          not_executed_versions: ended.map(withReason),
        }),
    },
  },
  errors: ["bcs_not_supported"],
  examples: [
    {
      ledger: "mainnet",
      summary: "A node that executes nothing again",
      reply: {
        ranges: [],
        equal: "0",
        different: "0",
        state_unknown: "0",
        not_reproducible: "0",
        not_executed: "0",
        different_versions: [],
        not_reproducible_versions: [],
        not_executed_versions: [],
      },
    },
  ],
});

/** `GET /execution/by_version/{txn_version}`: the outcome of one version, with what differs. */
export const getExecutionByVersion = defineRoute({
  id: "get_execution_by_version",
  method: "GET",
  path: "/execution/by_version/{txn_version}",
  tag: "Execution",
  summary: "Get the outcome of a version",
  description:
    "Says what came of executing a version again. Where it differs, each part is shown as the record has it and as execution makes it: " +
    "status, gas, the fees that a block distributes, the first event, writes. This operation is specific to this node.",
  params: { txn_version: required(u64Text, "Ledger version.") },
  query: {},
  cache: "never",
  handle: async ({ params: { txn_version: version } }, { execution, ledger }) => {
    if (version > ledger.version) throw versionNotFound(version, ledger.version);
    const finding = await execution.find(version);
    return { value: finding?.report ?? JSON.stringify(withoutFinding(version, await execution.summary())) };
  },
  reply: {
    description: "The outcome.",
    json: {
      schema: Type.Object(
        {
          version: U64Schema,
          outcome: Type.Enum(
            ["equal", "different", "state_unknown", "not_reproducible", "not_different", "not_executed"],
            {
              description:
                "`not_different`: the version belongs to a sample, or to a ledger of which much is unknown: it was not executed, or is equal. " +
                "`not_executed`: not yet, or never; with a `bound`, execution went beyond it.",
            },
          ),
          reason: Type.Optional(reasonSchema),
          bound: Type.Optional(
            Type.Enum(["instructions", "memory", "time"], {
              description: "The bound of this node that ended execution.",
            }),
          ),
          differences: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  part: Type.Enum(["refused", "status", "gas", "fees", "auxiliary_info", "event", "write"], {
                    description: "`refused`: execution does not commit the transaction at all.",
                  }),
                  index: Type.Optional(Type.Integer({ minimum: 0, description: "Position of the event." })),
                  key: Type.Optional(Type.String({ description: "Encoded state key of the write, hex." })),
                  item: Type.Optional(Type.String({ description: "The item that the write changes." })),
                  recorded: Type.Unknown({ description: "As the record has it; `null` where it has none." }),
                  executed: Type.Unknown({ description: "As execution makes it; `null` where it makes none." }),
                },
                { title: "ExecutionDifference", description: "A part of a record that execution does not confirm." },
              ),
            ),
          ),
          unlisted_writes: Type.Optional(
            Type.Integer({ minimum: 1, description: "Writes that differ and are not listed." }),
          ),
        },
        { title: "ExecutionOutcome", description: "The outcome of executing a version again." },
      ),
      encode: (report) => report,
    },
  },
  errors: ["invalid_input", "version_not_found", "bcs_not_supported"],
  examples: [
    {
      ledger: "mainnet",
      summary: "A version that was not executed again",
      params: { txn_version: "0" },
      reply: { version: "0", outcome: "not_executed" },
    },
  ],
});

function withoutFinding(version: bigint, { ranges, counts }: ExecutionSummary): object {
  const range = ranges.find(({ from, to }) => version >= from && version <= to);
  const isListed = range?.sample === 1 && counts.stateUnknown <= wholeFindings;
  const name = range === undefined ? "not_executed" : isListed ? "equal" : "not_different";
  return { version: `${version}`, outcome: name };
}
