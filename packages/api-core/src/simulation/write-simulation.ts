import type { BalanceChange } from "@ledger/executor";
import { JsonWriter } from "@ledger/move";
import { formatAddress } from "@ledger/types";
import { type Failure, functionText } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import Type from "typebox";
import { failureJson } from "../json/code-failure.ts";
import { CodeFailureSchema } from "../schemas/code-failure.ts";
import { MoveValueSchema } from "../schemas/move-value.ts";
import { AddressSchema, U64Schema } from "../schemas/scalar.ts";
import { SimulatedTransactionSchema } from "../schemas/transaction.ts";
import { writeResults } from "../view/view-request.ts";
import type { StepResult } from "./run-simulation.ts";
import { writeSimulated } from "./simulated-transaction.ts";

/** The change that a transaction made to the balance of one store. */
const BalanceChangeSchema = Type.Object(
  {
    owner: AddressSchema,
    store: AddressSchema,
    asset: Type.String({
      description: "Address of the asset's metadata; the type of a coin that is kept the old way.",
    }),
    before: U64Schema,
    after: U64Schema,
  },
  { title: "BalanceChange", description: "How a transaction changed the balance of one store, in the smallest unit." },
);

const DebugOutputSchema = Type.Object(
  {
    text: Type.String(),
    function: Type.Optional(Type.String({ description: "The function that printed, e.g. `0x1::coin::transfer`." })),
    code_offset: Type.Optional(Type.Integer({ minimum: 0, description: "The instruction that printed." })),
  },
  { title: "DebugOutput", description: "What code printed with `0x1::debug::print`." },
);

const prints = Type.Array(DebugOutputSchema, { description: "What the code printed, in order." });

/** Members of a result in addition to the transaction itself. */
export const effectMembers = {
  balance_changes: Type.Array(BalanceChangeSchema, { description: "Balances that changed, the fee included." }),
  prints,
  failure: Type.Optional(CodeFailureSchema),
};

const TransactionStepResult = Type.Object(
  {
    type: Type.Literal("transaction"),
    transaction: SimulatedTransactionSchema,
    ...effectMembers,
    trace: Type.Optional(Type.String({ description: "The trace, in the form that was asked for." })),
  },
  { title: "TransactionStepResult", description: "What a transaction would do." },
);

const ViewStepResultSchema = Type.Object(
  {
    type: Type.Literal("view"),
    success: Type.Boolean(),
    results: Type.Optional(
      Type.Array(MoveValueSchema, { description: "One value per result; absent after a failure." }),
    ),
    message: Type.Optional(Type.String({ description: "How it failed." })),
    vm_error_code: Type.Optional(Type.Integer({ minimum: 0, description: "The machine's status of a failure." })),
    gas_used: U64Schema,
    prints,
  },
  { title: "ViewStepResult", description: "The result of a view. A failure is a result, too." },
);

/** The answer to a simulation of several steps. */
export const SimulationSchema = Type.Object(
  {
    ledger_version: U64Schema,
    steps: Type.Array(
      Type.Union([TransactionStepResult, ViewStepResultSchema], {
        title: "StepResult",
        description: "The result of a step.",
        "x-discriminator": "type",
      }),
      { description: "One result per step." },
    ),
  },
  { title: "Simulation", description: "The results of a simulation." },
);

/** Writes the results of a simulation. @param version - that it ran on */
export async function writeSimulation(version: bigint, results: readonly StepResult[]): Promise<Uint8Array> {
  const output = new JsonWriter();
  output.beginObject().member("ledger_version").integerString(version);
  output.member("steps").beginArray();
  for (const result of results) await writeStep(output.item(), result);
  output.endArray();
  output.endObject();
  return output.view();
}

async function writeStep(output: JsonWriter, result: StepResult): Promise<void> {
  output.beginObject().members({ type: result.kind });
  if (result.kind === "transaction") {
    const { simulated, balanceChanges, failure, trace, view } = result;
    await writeSimulated(output.member("transaction"), view, simulated);
    output.members({ ...effects(balanceChanges, simulated.prints, failure), ...(trace !== undefined && { trace }) });
  } else {
    const { results, failure, gasUsed, view } = result;
    output.members({ success: failure === undefined });
    if (results !== undefined) await writeResults(output.member("results"), view, results);
    if (failure !== undefined) {
      const { message, code } = failure;
      output.members({ message, ...(code !== undefined && { vm_error_code: Number(code) }) });
    }
    output.members({ gas_used: `${gasUsed}`, prints: result.prints.map(printJson) });
  }
  output.endObject();
}

/** The JSON of {@link effectMembers}. */
export function effects(
  balances: readonly BalanceChange[],
  printed: readonly DebugOutput[],
  failure: Failure | undefined,
) {
  return {
    balance_changes: balances.map(balanceJson),
    prints: printed.map(printJson),
    ...(failure !== undefined && { failure: failureJson(failure) }),
  };
}

function balanceJson({ owner, store, asset, before, after }: BalanceChange) {
  return {
    owner: formatAddress(owner),
    store: formatAddress(store),
    asset,
    before: `${before}`,
    after: `${after}`,
  };
}

function printJson({ text, location }: DebugOutput) {
  return location === undefined
    ? { text }
    : { text, function: functionText(location), code_offset: location.codeOffset };
}
