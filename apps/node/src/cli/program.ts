import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { retentionOptions } from "../config/retention-options.ts";
import { addStartOptions } from "../config/start-options.ts";
import { dataDirOption, eventRootsOption, waypointOption } from "../config/store-options.ts";
import type { StopSignals } from "./stop-signals.ts";

/** The command line of `ledger-node`. A command's code is loaded when it runs. */
function createProgram(stop: StopSignals): Command {
  const program = new Command("ledger-node")
    .description(manifest.description)
    .version(manifest.version)
    .showHelpAfterError("(--help lists the options)")
    .hook("preAction", (_, action) => {
      if (action.name() !== "start") stop.release();
    });

  addStartOptions(
    program
      .command("start", { isDefault: true })
      .description("verify a ledger, keep it, and serve it over HTTP until stopped"),
  ).action(async (options) => (await import("./start.ts")).start(options, stop.signal));

  program
    .command("verify")
    .description("check a stored ledger again, record by record, and say what that proves")
    .addOption(dataDirOption())
    .addOption(waypointOption())
    .addOption(eventRootsOption())
    .action(async (options) => (await import("./verify.ts")).verify(options));

  const prune = program
    .command("prune")
    .description("delete history behind the given windows now, while no node runs on the folder")
    .addOption(dataDirOption())
    .option("--dry-run", "only say what would go");
  for (const option of retentionOptions()) prune.addOption(option);
  prune.action(async (options) => (await import("./prune.ts")).prune(options));

  program
    .command("backup <file>")
    .description("write a copy of the database, while no node runs on the folder")
    .addOption(dataDirOption())
    .action(async (file: string, options) => (await import("./backup.ts")).backup(file, options));
  return program;
}

/** Runs the command line; what a command throws with a code of its own is told in one line. */
export async function runCli(argv: readonly string[], stop: StopSignals): Promise<void> {
  try {
    await createProgram(stop).parseAsync(argv);
  } catch (error) {
    const { describeFailure } = await import("../ingest/describe-failure.ts");
    const { code, message } = describeFailure(error);
    process.stderr.write(`${code}: ${message}\n`);
    process.exitCode = 1;
  }
}
