import { string, struct } from "@ledger/bcs";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { optional } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { u32Text } from "../schemas/scalar.ts";

const healthyMessage = "ledger-node:ok";

const HealthCheckSuccess = Type.Object(
  {
    message: Type.String({ description: `Always \`${healthyMessage}\`.` }),
    mode: Type.Optional(
      Type.String({
        description:
          "How a ledger that does not begin with genesis was started: `snapshot` with a proved snapshot of the whole state, " +
          "`lazy` with state that is fetched from an upstream on demand, without proof.",
      }),
    ),
    degraded: Type.Optional(
      Type.String({
        description: "A fault with which all is served nevertheless. Absent while all is well.",
      }),
    ),
    waypoint: Type.Optional(
      Type.String({
        description:
          "The state of the trusted waypoint that the node was given: `ahead` of the ledger, which will be compared with it, " +
          "`matched`, or `not_kept` where its version was pruned before it was given.",
      }),
    ),
    index: Type.Optional(
      Type.String({
        description:
          "How much of the ledger the index of the GraphQL tables covers, while it is being built. Absent once it has caught up.",
      }),
    ),
  },
  { title: "HealthCheckSuccess", description: "The node is healthy." },
);
const HealthCheckSuccessBcs = struct("HealthCheckSuccess", { message: string });

const modes = { whole: "snapshot", partial: "lazy" } as const;

/** `GET /-/healthy`: whether the ledger can be read, and optionally whether it is recent. */
export const healthy = defineRoute({
  id: "healthy",
  method: "GET",
  path: "/-/healthy",
  tag: "General",
  summary: "Check the health of the node",
  description:
    "Answers 200 while the ledger can be read and no fault was found in what followed. With `duration_secs`, " +
    "also the latest block must be at most that many seconds old.",
  params: {},
  query: { duration_secs: optional(u32Text, "Greatest age of the latest block, in seconds.") },
  cache: "never",
  handle: ({ query }, { ledger, clock, fault, degraded: findDegraded, waypoint: findWaypoint, index: findIndex }) => {
    const reason = fault();
    if (reason !== undefined) throw new ApiError("health_check_failed", reason);
    const allowed = query.duration_secs;
    if (allowed !== undefined && ledger.timestampUsecs < clock() - BigInt(allowed) * 1_000_000n) {
      const message = `the latest ledger timestamp is ${ledger.timestampUsecs} microseconds, more than ${allowed} seconds ago`;
      throw new ApiError("health_check_failed", message);
    }
    const mode = ledger.base === undefined ? {} : { mode: modes[ledger.base.state] };
    // JSON leaves out what is undefined.
    const notes = { degraded: findDegraded(), waypoint: findWaypoint(), index: findIndex() };
    return { value: { message: healthyMessage, ...mode, ...notes } };
  },
  reply: {
    description: "The node is healthy.",
    json: { schema: HealthCheckSuccess, encode: (health) => JSON.stringify(health) },
    bcs: { description: "The message, a string.", encode: (health) => HealthCheckSuccessBcs.encode(health) },
  },
  errors: ["health_check_failed"],
  examples: [{ ledger: "mainnet", summary: "A healthy node", reply: { message: healthyMessage } }],
});
