import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { addStartOptions, type StartOptions } from "../config/start-options.ts";

/** The command line of `ledger-node`. */
export function createProgram(): Command {
  const program = new Command("ledger-node")
    .description(manifest.description)
    .version(manifest.version)
    .showHelpAfterError()
    .configureHelp({ showGlobalOptions: true });

  addStartOptions(
    program
      .command("start", { isDefault: true })
      .description("verify a ledger, keep it, and serve it over HTTP until stopped"),
  ).action(async (options: StartOptions) => {
    const { start } = await import("./start.ts");
    await start(options);
  });
  return program;
}

/** Runs the command line; a failure is printed once and sets the exit code. */
export async function runCli(argv: readonly string[]): Promise<void> {
  await createProgram().parseAsync(argv);
}
