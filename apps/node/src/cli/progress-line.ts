/** Milliseconds between two updates. */
const INTERVAL = 200;

/** One line that long work keeps up to date on a terminal. Elsewhere nothing is shown, so that output stays readable. */
export interface ProgressLine {
  show(text: string): void;
  /** Clears the line. Harmless when called twice. */
  end(): void;
}

/** Starts a progress line on standard error. */
export function createProgressLine(): ProgressLine {
  const { stderr } = process;
  let next = 0;
  let shown = false;
  return {
    show(text) {
      const now = performance.now();
      if (!stderr.isTTY || now < next) return;
      next = now + INTERVAL;
      shown = true;
      stderr.write(`\r\u001b[K${text}`);
    },
    end() {
      if (shown) stderr.write("\r\u001b[K");
      shown = false;
    },
  };
}
