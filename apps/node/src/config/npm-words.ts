import type { Command } from "commander";

/**
 * Refuses options that npm has taken for itself. Without `--` in front of them npm keeps their names in variables, and passes on at most
 * their values.
 */
export function refuseTakenByNpm(command: Command, env: NodeJS.ProcessEnv): void {
  const script = env.npm_lifecycle_event;
  if (script === undefined) return;
  const taken = command.options.flatMap(({ long }) => (long !== undefined && isTaken(long, env) ? long : []));
  if (taken.length === 0) return;
  const words = taken.map((long) => `${long} …`).join(" ");
  command.error(`error: npm has taken ${taken.join(", ")} for itself; run ${npmCommand(script, command)} ${words}`);
}

/** npm takes `--no-feature` for the opposite of `--feature`. */
function isTaken(long: string, env: NodeJS.ProcessEnv): boolean {
  const [, no, name = ""] = /^--(no-)?(.*)$/.exec(long) ?? [];
  const value = env[`npm_config_${name.replaceAll("-", "_")}`];
  return value !== undefined && (value === "") === (no !== undefined);
}

/** How a script of a manifest is run with options. */
function npmCommand(script: string, command: Command): string {
  if (script === "npx") return `npx ledger-node ${command.name()}`;
  return script === "start" ? "npm start --" : `npm run ${script} --`;
}
