import { constants } from "node:os";

const controller = new AbortController();

/** Aborted by the first SIGINT, SIGTERM or SIGHUP: what runs ends, and who has made something removes it. */
export const interruption: AbortSignal = controller.signal;

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    controller.abort(new Error(`ended by ${name}`));
    process.exitCode = 128 + constants.signals[name];
  });
}

// Everything that waits is refused then; one line says so, because it is no fault of this program.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error === interruption.reason ? error.message : error.stack}\n`);
  if (error !== interruption.reason) process.exit(1);
});
