import type { MoveView } from "@ledger/move";
import { type AbortLocation, type ExecutionStatus, parseModuleId } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { statusCodes } from "@ledger/vm";
import { expect, test } from "vitest";
import { describeStatus } from "../src/json/execution-status.ts";

/** Everything that a status needs is in it here: no module is looked at. */
const view = {
  describeAbort: () => Promise.resolve(undefined),
  findModule: () => Promise.resolve(undefined),
} as unknown as MoveView;

/** The status that a text tells of. */
function parse(text: string): ExecutionStatus | undefined {
  const abort = /^Move abort in (\S+): (\w+)\((0x[0-9a-f]+)\): (.*)$/.exec(text);
  if (abort !== null) {
    const [, module, reasonName, code, description] = abort as unknown as [string, string, string, string, string];
    const location: AbortLocation = { kind: "Module", value: parseModuleId(module) };
    return { kind: "MoveAbort", value: { location, code: BigInt(code), info: { reasonName, description } } };
  }
  const failure = /^Execution failed in script at code offset (\d+)$/.exec(text);
  if (failure !== null) {
    const codeOffset = Number(failure[1]);
    return { kind: "ExecutionFailure", value: { location: { kind: "Script" }, function: 0, codeOffset } };
  }
  if (text === "Executed successfully") return { kind: "Success" };
  const number = (statusCodes as Readonly<Record<string, number>>)[text];
  return number === undefined ? undefined : { kind: "MiscellaneousError", value: BigInt(number) };
}

describeVectors("execution/vm_status_strings.json", () => {
  const { cases } = readVectorJson<{ cases: readonly (readonly [text: string])[] }>("execution/vm_status_strings.json");
  // Simulations append what the machine said, and clients put a text of their own in front of a name.
  const whole = cases.filter(([text]) => !text.includes("\n") && !text.startsWith("Transaction Executed and"));

  test.for(whole)("%s", async ([text]) => {
    const status = parse(text);
    expect(status).toBeDefined();
    expect(await describeStatus(status!, view)).toBe(text);
  });
});
