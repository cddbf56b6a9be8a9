#!/usr/bin/env node
// Not by name: versions of Node that lack it must come as far as the check.
import * as nodeModule from "node:module";
import { listenForStop } from "./cli/stop-signals.ts";

const minimumNode = [22, 14] as const;

// Nothing that reaches SQLite may be imported before this check: its addon crashes older versions of Node outright.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < minimumNode[0] || (major === minimumNode[0] && minor < minimumNode[1])) {
  process.stderr.write(
    `ledger-node needs Node ${minimumNode.join(".")} or later; this is ${process.versions.node}. ` +
      "`npm start` in the repository brings its own.\n",
  );
  process.exitCode = 1;
} else {
  // A signal that comes while the program loads must find a listener.
  const stop = listenForStop();
  nodeModule.enableCompileCache?.();
  const { runCli } = await import("./cli/program.ts");
  await runCli(process.argv, stop);
}
