import { Command, Option } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { copyOptions } from "../config/copy-options.ts";
import { parseCount } from "../config/parse-values.ts";
import { retentionOptions } from "../config/retention-options.ts";
import { addStartOptions } from "../config/start-options.ts";
import { eventRootsOption, refusePasswords, storeOptions, waypointOption } from "../config/store-options.ts";
import type { StopSignals } from "./stop-signals.ts";

/** Commands that end in order when they are told to stop. */
const stoppable: readonly string[] = ["start", "copy"];

/** The command line of `ledger-node`. A command's code is loaded when it runs. */
export function createProgram(stop: StopSignals): Command {
  const program = new Command("ledger-node")
    .description(manifest.description)
    .version(manifest.version)
    .showHelpAfterError("(--help lists the options)")
    .hook("preAction", (_, action) => {
      if (!stoppable.includes(action.name())) stop.release();
      refusePasswords(action);
    });

  addStartOptions(
    program
      .command("start", { isDefault: true })
      .description("verify a ledger, store it, and serve it over HTTP until stopped"),
  ).action(async (options) => (await import("./start.ts")).start(options, stop.signal));

  const verify = program
    .command("verify")
    .description("verify a stored ledger again, record by record, and report what that proves")
    .addOption(waypointOption())
    .addOption(eventRootsOption());
  addOptions(verify, storeOptions());
  verify.action(async (options) => (await import("./verify.ts")).verify(options));

  const prune = program
    .command("prune")
    .description("delete history outside the given windows now, while no node writes the ledger")
    .option("--dry-run", "only report what would be deleted");
  addOptions(prune, [...storeOptions(), ...retentionOptions()]);
  prune.action(async (options) => (await import("./prune.ts")).prune(options));

  const backup = program
    .command("backup <file>")
    .description("write a copy of the database, while no node uses the folder");
  addOptions(backup, storeOptions());
  backup.action(async (file: string, options) => (await import("./backup.ts")).backup(file, options));

  const db = program.command("db").description("move a ledger between stores, and print the layout of one");
  const copy = db
    .command("copy")
    .description("copy a ledger between a folder and a PostgreSQL server; an interrupted copy is resumed");
  addOptions(copy, copyOptions());
  copy.action(async (options) => (await import("./db-copy.ts")).dbCopy(options, stop.signal));

  db.command("schema")
    .description("print the SQL that makes an empty store on a PostgreSQL server")
    .option("--schema <name>", "name of the PostgreSQL schema that holds the tables", "ledger")
    .addOption(
      new Option("--distributed <engine>", "for an engine that spreads the tables over several servers").choices([
        "citus",
        "yugabyte",
        "cockroach",
      ]),
    )
    .addOption(
      new Option("--partition-versions <count>", "versions of a partition; 0 for tables in one piece").argParser(
        (text) => Number(parseCount(text)),
      ),
    )
    .action(async (options) => (await import("./db-schema.ts")).dbSchema(options));
  return program;
}

function addOptions(command: Command, options: readonly Option[]): void {
  for (const option of options) command.addOption(option);
}

/** Runs the command line; an error with a code is printed in one line. */
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
