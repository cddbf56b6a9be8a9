import { spawnSync } from "node:child_process";
import { readBlocks } from "@ledger/doctest/blocks";
import type { Page } from "../files.ts";
import { splitCommands } from "./commands.ts";
import type { Outcome } from "./page.ts";

/**
 * Looks at the commands of a page as zsh does at a prompt, without running them: its grammar, comments, which it takes for words there,
 * and patterns, which it refuses where no file has such a name.
 */
export function checkZshSyntax({ path, text }: Page): Outcome[] {
  const blocks = readBlocks(text).filter(({ language, noRun }) => language === "sh" && noRun === undefined);
  return blocks.flatMap((block) =>
    splitCommands(block.text).map((command): Outcome => {
      const problem = findProblem(command.text);
      const outcome = { page: path, line: block.line + command.line, kind: "syntax in zsh" };
      return problem === undefined ? outcome : { ...outcome, problem };
    }),
  );
}

function findProblem(command: string): string | undefined {
  const bare = withoutQuotes(command);
  if (/(?:^|\s)#/.test(bare)) return "zsh takes no comments at a prompt";
  if (/[?*[\]]/.test(bare.replace(/\[\[? .*? \]\]?/g, ""))) return "zsh looks for files by an unquoted ?, * or [";
  const { status, stderr } = spawnSync("zsh", ["-f", "-n", "-c", command], { encoding: "utf8" });
  return status === 0 ? undefined : stderr.trim();
}

/** The text with every quoted part, and every escaped sign, replaced by a letter. */
function withoutQuotes(command: string): string {
  return command.replace(/\\[\s\S]/g, "x").replace(/'[^']*'|"[^"]*"|<<-?'?(\w+)'?[\s\S]*?^\1$/gm, "x");
}
