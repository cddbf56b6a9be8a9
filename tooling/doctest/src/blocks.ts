/** A code block of a Markdown page. */
export interface Block {
  /** First word of its info string; empty when there is none. */
  readonly language: string;
  /** Reason after `no-run:` in the info string of a block that cannot run, such as `needs Docker`. */
  readonly noRun: string | undefined;
  /** Line of its fence, from 1: its first line of code is one below. */
  readonly line: number;
  /** Line of the heading that it is under; 0 when there is none. */
  readonly section: number;
  readonly text: string;
  /** File that its first line names in a comment, such as `// shop.test.ts`. */
  readonly file: string | undefined;
}

const fence = /^ *```(\S*) *(.*)$/;
const noRunInfo = /^no-run: (.+)$/;
const fileComment = /^(?:\/\/|#|<!--) ([\w./-]+\.[a-z]+)(?: -->)?$/;

/** Lists the code blocks of a Markdown page, in order. @throws Error for one that is not closed, or says what nothing understands */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; info: string; line: number; lines: string[] } | undefined;
  let section = 0;
  for (const [index, line] of markdown.split("\n").entries()) {
    const [found, language = "", info = ""] = fence.exec(line) ?? [];
    if (open === undefined) {
      if (line.startsWith("#")) section = index + 1;
      if (found !== undefined && info !== "" && !noRunInfo.test(info))
        throw new Error(`line ${index + 1} says ${info}`);
      if (found !== undefined) open = { language, info, line: index + 1, lines: [] };
    } else if (found?.trim() === "```") {
      const [, noRun] = noRunInfo.exec(open.info) ?? [];
      const [, file] = fileComment.exec(open.lines[0] ?? "") ?? [];
      const { language, line } = open;
      blocks.push({ language, noRun, line, section, text: open.lines.join("\n"), file });
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  if (open !== undefined) throw new Error(`the block of line ${open.line} is not closed`);
  return blocks;
}
