// Loaded into the node with --import: says once a second, on standard error, how late its event loop has been so far.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  setInterval(() => {
    process.stderr.write(`loop delay ${delay.percentile(99) / 1e6} ms\n`);
  }, 1_000).unref();
}
