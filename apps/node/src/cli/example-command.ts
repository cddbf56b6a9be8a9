import type { Command } from "commander";

/** Adds the `example` command. Its code is loaded when it runs. */
export function addExampleCommand(program: Command): void {
  program
    .command("example [name] [folder]")
    .description("copy a small project that uses the node or its libraries; list them when no name is given")
    .action(async (name?: string, folder?: string) => {
      const { copyExample, listExamples } = await import("./example.ts");
      if (name === undefined) listExamples();
      else copyExample(name, folder);
    });
}
