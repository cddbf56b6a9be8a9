import { formatEntryFunctionId } from "@ledger/types";
import type { FailedCall } from "../contract/failed-call.ts";
import { simulatedState } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { runSimulation, type StepResult } from "../simulation/run-simulation.ts";
import { failedSimulation } from "../simulation/simulated-transaction.ts";
import { type SimulationStep, simulationBody, verifyStep } from "../simulation/steps.ts";
import { SimulationSchema, writeSimulation } from "../simulation/write-simulation.ts";
import { ledgerVersionParameter } from "./parameters.ts";

/** `POST /-/simulate`: what transactions and views would do one after the other. */
export const simulateSteps = defineRoute({
  id: "simulate_steps",
  method: "POST",
  path: "/-/simulate",
  tag: "Transactions",
  summary: "Simulate several steps",
  description:
    "Tries transactions and views one after the other on the state of a kept ledger version, each on the result of the one " +
    "before, and keeps nothing. They run at the time of the state that the request names; without a version, on a local network, at that " +
    "of the next block. No keys are needed. Balances, resources, modules, items of tables and the time can be overridden " +
    "first. A transaction that fails, or that could not be committed, is a result like any other, and so is a view that fails. " +
    "This operation is specific to this node.",
  params: {},
  query: { ledger_version: ledgerVersionParameter },
  body: simulationBody,
  cache: "never",
  work: "compute",
  simulated: true,
  enabledBy: "simulation",
  verify: ({ body }) => {
    for (const step of body.steps) verifyStep(step);
  },
  handle: async ({ query, body }, context) => {
    const place = simulatedState(context, query.ledger_version);
    const { results, timeUsecs: simulatedUsecs } = await runSimulation(body, place, context);
    const failedCall = await firstFailure(body.steps, results);
    return { value: { version: place.version, results }, simulatedUsecs, failedCall };
  },
  reply: {
    description: "One result per step.",
    json: { schema: SimulationSchema, encode: ({ version, results }) => writeSimulation(version, results) },
  },
  errors: ["invalid_input", "version_not_found", "version_pruned", "bcs_not_supported"],
  // The filters refuse.
  unusualErrors: { 403: "invalid_input" },
  examples: [
    {
      ledger: "local",
      summary: "A balance that exists only in the simulation",
      body: {
        overrides: { balances: [{ address: "0xb0b", amount: "1000" }] },
        steps: [
          {
            type: "view",
            function: "0x1::coin::balance",
            type_arguments: ["0x1::aptos_coin::AptosCoin"],
            arguments: ["0xb0b"],
          },
        ],
      },
      reply: {
        ledger_version: "116",
        steps: [{ type: "view", success: true, results: ["1000"], gas_used: "7", prints: [] }],
      },
    },
  ],
});

/** The first step that would not succeed. */
async function firstFailure(
  steps: readonly SimulationStep[],
  results: readonly StepResult[],
): Promise<FailedCall | undefined> {
  for (const [index, result] of results.entries()) {
    if (result.kind === "transaction") {
      const failed = await failedSimulation(result.simulated, result.view);
      if (failed !== undefined) return failed;
    } else if (result.failure !== undefined) {
      const step = steps[index] as Extract<SimulationStep, { kind: "view" }>;
      const called = formatEntryFunctionId(step.request.function);
      return { kind: "view", function: called, reason: result.failure.message };
    }
  }
  return undefined;
}
