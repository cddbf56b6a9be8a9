// `npm start [-- ARGS]`: installs what is missing, bundles the node, and runs `ledger-node start ARGS`.
// Plain JavaScript, because it runs on whatever Node is there; no shell between it and the node, because a shell keeps
// signals to itself.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const { packageManager, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Node as the lockfile has it, where the registry has a build of it; there it is installed with everything else. */
const ownNode = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
const bringsNode = process.platform === "linux" && (process.arch === "x64" || process.arch === "arm64");

const [wantedMajor, wantedMinor] = engines.node.match(/\d+/g).map(Number);
const [major, minor] = process.versions.node.split(".").map(Number);
if (!bringsNode && (major < wantedMajor || (major === wantedMajor && minor < wantedMinor))) {
  process.stderr.write(
    `Ledger Node needs Node ${wantedMajor}.${wantedMinor} or later; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

// npm says where it lives. Without it (`node tooling/launch/src/start.mjs`) it is found by name, on Windows by the shell.
const npm = process.env.npm_execpath ?? "";
const [command, ...prefix] = /npm-cli\.[cm]?js$/.test(npm) ? [process.execPath, npm] : ["npm"];
const shell = command === "npm" && process.platform === "win32";

let child;
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal !== "SIGHUP") stopped = true;
    child?.kill(signal);
  });
}

// npm passes SIGTERM to the shell between it and this program; the shell ends and tells nobody. A parent that is gone is a
// parent that was stopped. (The node watches its own parents, but only from its start on.)
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent || stopped) return;
    stopped = true;
    child?.kill("SIGTERM");
  }, 250).unref();
}

/** Runs a program with this one's streams. @returns its exit code, that of the shell's convention for a signal */
function run(program, args, options = {}) {
  child = spawn(program, args, { cwd: root, stdio: "inherit", ...options });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}

const bundled = await run(
  command,
  [...prefix, "exec", "--yes", "--prefer-offline", "--", packageManager, "run", "bundle"],
  { shell },
);
if (bundled !== 0 || stopped) process.exit(bundled || 143);

const node = existsSync(ownNode) ? ownNode : process.execPath;
const args = [join(root, "apps/node/dist/main.js"), "start", ...process.argv.slice(2)];
// Relative paths in options start where this program does.
// Large buffers go back to the system when they are freed (docs/decisions/0004-bounded-work.md).
const env = { MALLOC_MMAP_THRESHOLD_: "131072", ...process.env };
process.exitCode = await run(node, args, { cwd: process.cwd(), env });
