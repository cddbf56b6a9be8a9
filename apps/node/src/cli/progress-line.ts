import type { VerifyLedgerProgress } from "@ledger/sync";

/** Milliseconds between two updates of a line on a terminal, and between two lines elsewhere. */
const interval = { terminal: 200, lines: 10_000 } as const;

/** Characters of a bar. */
const width = 24;

/** How far long work is, in units that it names itself. */
export interface Progress {
  readonly done: number | bigint;
  readonly total: number | bigint;
}

/** Shows how far a verification is. */
export function showVerification(
  line: ProgressLine,
  { version, head, stateItems, tables }: VerifyLedgerProgress,
  word = "",
): void {
  if (tables !== undefined) line.show(`${word}tables of the ${tables.part}`, { done: tables.share, total: 1 });
  else if (stateItems === 0) line.show(`${word}version ${version} of ${head}`, { done: version, total: head });
  else line.show(`${word}${stateItems} state items`);
}

/** Tells on standard error how far long work is: a line that changes on a terminal, a line now and then elsewhere. */
export interface ProgressLine {
  /** @param progress - where it is known: shown as a bar with the time that is left */
  show(text: string, progress?: Progress): void;
  /** Clears the line. Harmless when called twice. */
  end(): void;
}

/** Starts a progress line. The first line of work that does not go to a terminal comes when it has taken a while. */
export function createProgressLine(): ProgressLine {
  const { stderr } = process;
  const started = performance.now();
  let next = stderr.isTTY ? 0 : started + interval.lines;
  let shown = false;
  return {
    show(text, progress) {
      const now = performance.now();
      if (now < next) return;
      next = now + (stderr.isTTY ? interval.terminal : interval.lines);
      const whole = progress === undefined ? text : `${describe(progress, now - started, stderr.isTTY)}  ${text}`;
      shown = stderr.isTTY;
      stderr.write(stderr.isTTY ? `\r\u001b[K${whole.slice(0, stderr.columns - 1)}` : `${whole}\n`);
    },
    end() {
      if (shown) stderr.write("\r\u001b[K");
      shown = false;
    },
  };
}

/** `███░░░  50 %  about 3 s left`. @param elapsed - milliseconds */
function describe({ done, total }: Progress, elapsed: number, hasBar: boolean): string {
  const share = Number(total) === 0 ? 1 : Math.min(1, Math.max(0, Number(done) / Number(total)));
  const full = Math.round(share * width);
  const left = share === 0 ? "" : `  about ${Math.ceil((elapsed * (1 - share)) / share / 1_000)} s left`;
  const bar = hasBar ? `${"█".repeat(full)}${"░".repeat(width - full)} ` : "";
  return `${bar}${Math.floor(share * 100)} %${left}`;
}
