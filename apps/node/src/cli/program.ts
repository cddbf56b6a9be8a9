import { Argument, type Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { checkSettings } from "../config/check-settings.ts";
import { type DevnetOptions, devnetOptions } from "../config/devnet-options.ts";
import { refuseTakenByNpm } from "../config/npm-words.ts";
import { allSettings, prepareSettings } from "../config/settings.ts";
import { type StartOptions, startGroups } from "../config/start-options.ts";
import { addExample, addGroups, addTable } from "../config/table-option.ts";
import { AdvisingCommand } from "./advising-command.ts";
import type { Shell } from "./completion.ts";
import { addExampleCommand } from "./example-command.ts";
import type { StartCommand } from "./run-start.ts";
import type { StopSignals } from "./stop-signals.ts";
import { addStoreCommands } from "./store-commands.ts";

/** Commands that end in order when they are stopped. */
const stoppable: readonly string[] = ["start", "devnet", "copy", "backup", "restore", "replay", "record", "build"];

/** How the command line differs where it is only read. */
export interface ProgramOptions {
  /** Takes the options of `start` in place of a node that is started. */
  readonly onStart?: (start: StartCommand) => void;
  /** Throws what is wrong, and prints nothing and ends nothing. */
  readonly isQuiet?: boolean;
}

/** The command line of `ledger-node`. A command's code is loaded when it runs. */
export function createProgram(stop: StopSignals, { onStart, isQuiet = false }: ProgramOptions = {}): Command {
  const program = new AdvisingCommand("ledger-node");
  if (isQuiet) program.exitOverride().configureOutput({ writeErr: () => undefined, outputError: () => undefined });
  let idle: readonly string[] = [];
  program
    .description(manifest.description)
    .version(manifest.version)
    .showHelpAfterError("(use --help to list the options)")
    .hook("preAction", async (_, action) => {
      if (!stoppable.includes(action.name())) stop.release();
      await readSettings(action);
      idle = checkSettings(action, starting.includes(action));
    });

  const startCommand = program
    .command("start")
    .description("verify a ledger, store it, and serve it over HTTP until stopped (what runs without a command)")
    .action(async (options: StartOptions, command: Command) => {
      const called = { options, command, idle };
      if (onStart === undefined)
        await (await import("./start.ts")).start({ ...called, signals: stop, reread: rereadStart });
      else onStart(called);
    });

  addTable(
    program
      .command("devnet")
      .description(
        "run a network in memory for development and tests: funded accounts, faucet, time travel, snapshots, forks",
      ),
    devnetOptions,
  ).action(async (options: DevnetOptions) => (await import("./devnet.ts")).devnet(options, stop.signal));

  addStoreCommands(program, stop);

  program
    .command("completion")
    .description("print a script for command completion in a shell")
    .addArgument(new Argument("<shell>", "shell to print the script for").choices(["bash", "zsh", "fish"]))
    .action(async (shell: Shell) => {
      const { completionScript } = await import("./completion.ts");
      process.stdout.write(completionScript(program, shell));
    });

  addExampleCommand(program);

  const config = program.command("config").description("inspect the configuration that 'start' would use");
  const checkCommand = config
    .command("check")
    .description("check the configuration and report what is wrong with it")
    .action(async (_, action) => (await import("./config.ts")).configCheck(action, idle));
  const showCommand = config
    .command("show")
    .description("print every setting with its value and its source")
    .action(async (_, action) => (await import("./config.ts")).configShow(action));
  config
    .command("schema")
    .description("print a JSON Schema of the configuration file, by which editors complete and check it")
    .action(async () => {
      const { configSchema } = await import("../config/config-schema.ts");
      process.stdout.write(`${JSON.stringify(configSchema(allSettings(leaves)), undefined, 2)}\n`);
    });

  const starting: readonly Command[] = [startCommand, checkCommand, showCommand];
  for (const command of starting) addGroups(command, startGroups);

  const leaves = leavesOf(program);
  const readSettings = prepareSettings(leaves);
  for (const command of leaves) addExample(command, examples[pathOf(command)]);
  return addExample(program, "ledger-node start --data-dir ./ledger");
}

/** A command line for every command whose options are in no groups. */
const examples: Readonly<Record<string, string>> = {
  verify: "ledger-node verify --network mainnet --data-dir ./mainnet",
  replay: "ledger-node replay --versions 1000-2000 --threads 2 --data-dir ./mainnet",
  record: "ledger-node record --versions 1000-1010 failing.case --data-dir ./mainnet",
  prune: "ledger-node prune --time-window 1d --dry-run --data-dir ./mainnet",
  backup: "ledger-node backup /backups/ledger.db --data-dir ./mainnet",
  restore: "ledger-node restore /backups/ledger.db --data-dir ./again --waypoint mainnet.waypoint.txt",
  stats: "ledger-node stats --json --data-dir ./mainnet",
  "index build": "ledger-node index build --index all --data-dir ./mainnet",
  "index status": "ledger-node index status --data-dir ./mainnet",
  "index drop": "ledger-node index drop --data-dir ./mainnet",
  "proofs build": "ledger-node proofs build --data-dir ./mainnet",
  "proofs status": "ledger-node proofs status --data-dir ./mainnet",
  "proofs drop": "ledger-node proofs drop --data-dir ./mainnet",
  "db copy": "ledger-node db copy --from ./mainnet --to postgres://ledger@db.example/ledger",
  "config schema": "ledger-node config schema > ledger.schema.json",
  "db schema": "ledger-node db schema --schema ledger",
  devnet: "ledger-node devnet --accounts 3 --silent",
  example: "ledger-node example test-a-dapp ./my-app",
  completion: "ledger-node completion bash",
};

/** Words that call a command, such as `config show`. */
function pathOf(command: Command): string {
  return command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Commands that do something themselves. */
function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** Options of the program itself, and not of `start`. */
const ofProgram: readonly string[] = ["-h", "--help", "-V", "--version"];

/** Adds the command that runs without one. commander's own default command would take a misspelled command for a word of `start`. */
export function withCommand(argv: readonly string[]): readonly string[] {
  const [first = "-"] = argv.slice(2);
  if (!first.startsWith("-") || ofProgram.includes(first)) return argv;
  return [...argv.slice(0, 2), "start", ...argv.slice(2)];
}

/** Runs the command line; an error with a code is printed in one line. */
export async function runCli(argv: readonly string[], stop: StopSignals): Promise<void> {
  try {
    const program = createProgram(stop);
    const words = withCommand(argv);
    const command = program.commands.find((one) => one.name() === words[2]);
    if (command !== undefined) refuseTakenByNpm(command, process.env);
    await program.parseAsync(words);
  } catch (error) {
    // Ends with the signal, so that the parent process sees it.
    if (stop.signal.aborted && error === stop.signal.reason) return stop.release();
    const { describeFailure } = await import("../ingest/describe-failure.ts");
    const { code, message } = describeFailure(error);
    process.stderr.write(`${code}: ${message}\n`);
    process.exitCode = 1;
  }
}

/** Reads the options of `start` again: the same words, the variables, and the file as it is now. @throws Error that says what is wrong */
function rereadStart(): Promise<StartCommand> {
  return readStart(withCommand(process.argv).slice(2));
}

/** Reads the options of a `start`, and starts nothing. @throws Error that says what is wrong */
export async function readStart(words: readonly string[]): Promise<StartCommand> {
  const stop: StopSignals = { signal: new AbortController().signal, release() {}, onHangup() {} };
  const read = Promise.withResolvers<StartCommand>();
  await createProgram(stop, { onStart: read.resolve, isQuiet: true }).parseAsync(words, { from: "user" });
  return read.promise;
}
