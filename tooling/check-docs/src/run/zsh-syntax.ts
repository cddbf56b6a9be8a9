import { spawnSync } from "node:child_process";
import { readBlocks } from "@ledger/doctest/blocks";
import type { Page } from "../files.ts";
import { splitCommands } from "./commands.ts";
import type { Outcome } from "./protocol.ts";

/** Pages whose commands have JSON in quotes, patterns, `~` or `$(…)`: they are always read with zsh too. */
export const differsInZsh: ReadonlySet<string> = new Set([
  "docs/guides/back-up.md",
  "docs/guides/devnet.md",
  "examples/verify-a-genesis/README.md",
]);

/**
 * Looks at the commands of a page as zsh does at a prompt, without running them: its grammar, comments, which it takes for words there,
 * and patterns, which it refuses where no file has such a name.
 */
export function checkZshSyntax({ path, text }: Page): Outcome[] {
  const blocks = readBlocks(text).filter(({ language, noRun }) => language === "sh" && noRun === undefined);
  const commands = blocks.flatMap((block) =>
    splitCommands(block.text).map((command) => ({ text: command.text, line: block.line + command.line })),
  );
  // One zsh reads all of them; only where it complains each is asked about.
  const isRight = parse(commands.map(({ text }) => text).join("\n")) === undefined;
  return commands.map(({ text, line }) => {
    const problem = findWord(text) ?? (isRight ? undefined : parse(text));
    return { page: path, line, kind: "syntax in zsh", ...(problem !== undefined && { problem }) };
  });
}

/** @returns what zsh says about the grammar of some commands, none of which is run */
function parse(commands: string): string | undefined {
  const { status, stderr } = spawnSync("zsh", ["-f", "-n", "-c", commands], { encoding: "utf8" });
  return status === 0 ? undefined : stderr.trim();
}

/** @returns a word of a command that zsh understands in another way than bash does */
function findWord(command: string): string | undefined {
  const bare = withoutQuotes(command);
  if (/(?:^|\s)#/.test(bare)) return "zsh takes no comments at a prompt";
  if (/[?*[\]]/.test(bare.replace(/\[\[? .*? \]\]?/g, ""))) return "zsh looks for files by an unquoted ?, * or [";
  return undefined;
}

/** The text with every quoted part, and every escaped sign, replaced by a letter. */
function withoutQuotes(command: string): string {
  return command.replace(/\\[\s\S]/g, "x").replace(/'[^']*'|"[^"]*"|<<-?'?(\w+)'?[\s\S]*?^\1$/gm, "x");
}
