import { Worker } from "node:worker_threads";

/** Seconds for which the event loop of a file's process may stand still: as long as a test may take. `TEST_STANDSTILL_SECONDS` overrides it. */
const standstillSeconds = Number(process.env.TEST_STANDSTILL_SECONDS ?? 600);

/** Between two signs of life, milliseconds. */
const beatMs = Math.min(1_000, standstillSeconds * 250);

// Runs in a thread of its own, since a test's process is the one that stands still.
const watcher = `
  const { workerData } = require("node:worker_threads");
  const { beats, standstillMs, file, folder } = workerData;
  let seen = -1;
  setInterval(() => {
    const beat = Atomics.load(beats, 0);
    if (beat === seen) {
      require("node:fs").writeSync(2, \`\${file} is ended: nothing else could run for \${standstillMs / 1000} s\\n\`);
      require("node:fs").rmSync(folder, { recursive: true, force: true });
      process.kill(process.pid, "SIGKILL");
    }
    seen = beat;
  }, standstillMs);
`;

/**
 * Ends the process of a test file whose code continues without ever letting the event loop turn: the time limits of its tests are
 * timers, which then never fire, and the whole run would never end.
 *
 * @param file - named when it is ended
 * @param folder - of its temporary files, removed then
 */
export function watchForStandstill(file: string, folder: string): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  const workerData = { beats, standstillMs: standstillSeconds * 1_000, file, folder };
  new Worker(watcher, { eval: true, workerData }).unref();
}
