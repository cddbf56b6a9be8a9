import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import { ofComparison, ofExecution, ofKeeper } from "./needs.ts";
import { option, type Value } from "./option.ts";
import { oneOf, share, text, workers } from "./values.ts";

const modes: Value<"off" | "all" | number> = {
  schema: Type.Union([Type.Enum(["off", "all"]), Type.String({ pattern: "^sample=1/[1-9]\\d{0,8}$" })]),
  parse(given) {
    if (given === "off" || given === "all") return given;
    if (given.startsWith("sample=")) return share.parse(given.slice("sample=".length));
    throw new InvalidArgumentError("expected off, all, or a sample such as sample=1/100.");
  },
};

/** The options for executing what comes in again. */
export const executeOptions = {
  execute: option("--execute <mode>", modes, {
    default: "off",
    help: "execute what is kept again, compute the state's root after each block, and compare: off, all, or a sample such as `sample=1/100`",
    more: "Each version is executed after its commit, in threads that give way to everything else; a sample is drawn by chance ([what that proves](SECURITY.md#what-is-proven))",
    appliesTo: ["info"],
    needs: ofKeeper,
    idleAs: "off",
  }),
  onMismatch: option("--on-mismatch <action>", oneOf("report", "stop"), {
    default: "report",
    help: "what to do when a version or a state root differs: report it, or stop following",
    more: "`stop` makes health 503 as well; what was verified by its hashes is still served",
    needs: ofComparison,
    idleAs: "report",
  }),
  executeThreads: option("--execute-threads <count>", workers("threads"), {
    default: 1,
    help: "threads that execute",
    needs: ofExecution,
    idleAs: 1,
  }),
  executeExcept: option("--execute-except <file>", text, {
    help: "JSON list of versions that are known to come out differently: from, to, reason",
    more: 'Such as `{"from": "1", "to": "2", "reason": "…"}`; they are not executed',
    needs: ofExecution,
  }),
};
