import { expect, test } from "vitest";
import { createProgram } from "../cli/program.ts";
import { refuseTakenByNpm } from "./npm-words.ts";

const stop = { signal: new AbortController().signal, release() {}, onHangup() {} };

function commandOf(name: string) {
  return createProgram(stop, { isQuiet: true }).commands.find((one) => one.name() === name)!;
}

test.each([
  [
    "start",
    { npm_lifecycle_event: "start", npm_config_listen: "true", npm_config_workload: "off" },
    "npm has taken --workload, --listen for itself; run npm start -- --workload … --listen …",
  ],
  [
    "devnet",
    { npm_lifecycle_event: "chain", npm_config_fork_offline: "true" },
    "npm has taken --fork-offline for itself; run npm run chain -- --fork-offline …",
  ],
  [
    "devnet",
    { npm_lifecycle_event: "npx", npm_config_port: "3" },
    "npm has taken --port for itself; run npx ledger-node devnet --port …",
  ],
  ["start", { npm_lifecycle_event: "start", npm_config_feature: "" }, "npm has taken --no-feature for itself"],
])("%s with %j says what npm has taken, and how to pass it", (name, env, said) => {
  expect(() => refuseTakenByNpm(commandOf(name), env)).toThrow(said);
});

test("settings of npm itself, and variables where npm runs no script, are none of these", () => {
  refuseTakenByNpm(commandOf("start"), { npm_lifecycle_event: "start", npm_config_cache: "/x", npm_config_yes: "" });
  refuseTakenByNpm(commandOf("start"), { npm_config_listen: "true" });
});
