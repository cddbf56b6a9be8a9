import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { needs } from "@ledger/test-run/needs";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { packageManager, scripts, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// In place of the node: it says that it is up and with what, and stops as it is told, after a moment.
const program = `
process.stdout.write("up " + process.argv.slice(2).join(" ") + "\\n");
process.stdout.write("npm has " + process.env.npm_config_listen + " for " + process.env.npm_lifecycle_event + "\\n");
process.on("SIGTERM", () => setTimeout(() => { process.stdout.write("stopped\\n"); process.exit(0); }, 100));
setInterval(() => undefined, 1000);
`;

let folder: string;
let child: ChildProcess | undefined;

// A repository whose bundle takes no time; the commands and the launcher are the real ones.
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ledger-launch-"));
  mkdirSync(join(folder, "apps/node/dist"), { recursive: true });
  cpSync(join(root, "tooling/launch/src"), join(folder, "tooling/launch/src"), { recursive: true });
  const manifest = {
    private: true,
    packageManager,
    engines,
    scripts: { start: scripts.start, bundle: "node bundle.mjs" },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "pnpm-workspace.yaml"), "packages: []\npmOnFail: ignore\n");
  writeFileSync(join(folder, "bundle.mjs"), 'process.stdout.write("bundled\\n");\n');
  writeFileSync(join(folder, "apps/node/dist/main.js"), program);
});

afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Runs `npm start` and gathers what it and everything below it print. */
function npmStart(...args: string[]) {
  const started = spawn("npm", ["start", ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  child = started;
  let text = "";
  const seen = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(text)) resolve();
      };
      started.stdout.on("data", look);
      // The stream ends when the last process that prints to it has ended, not only npm.
      started.stdout.once("close", () => (pattern.test(text) ? resolve() : reject(new Error(text))));
      look();
    });
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return { started, seen, output: () => text };
}

test(
  "SIGTERM to `npm start` stops the node in order",
  needs("a system with signals", process.platform !== "win32"),
  async () => {
    const { started, seen } = npmStart("--", "--listen", "127.0.0.1:0");
    await seen(/^bundled$/m);
    await seen(/^up start --listen 127\.0\.0\.1:0$/m);
    started.kill("SIGTERM");
    await seen(/^stopped$/m);
  },
);

test("what npm takes for itself of `npm start` reaches the node in variables, by which it can tell", async () => {
  const { started, seen } = npmStart("--listen", "127.0.0.1:0");
  await seen(/^up start 127\.0\.0\.1:0$/m);
  await seen(/^npm has true for start$/m);
  started.kill("SIGTERM");
  await seen(/^stopped$/m);
});

test("a bundle that fails is the end", async () => {
  writeFileSync(join(folder, "bundle.mjs"), "process.exitCode = 3;\n");
  const { started, output } = npmStart();
  const code = await new Promise((resolve) => started.once("close", resolve));
  expect(code).not.toBe(0);
  expect(output()).not.toMatch(/^up/m);
});
