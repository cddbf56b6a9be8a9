import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { outputOf } from "@ledger/test-run/child-output";
import { countStart } from "@ledger/test-run/starts";

/** The bundle that the tests start. */
export const programPath: string = fileURLToPath(new URL("../../../apps/node/dist/main.js", import.meta.url));

/** A node process as its user starts it, on a free port. */
export interface LaunchedNode extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>;
  /** Sends SIGTERM and waits. @returns the exit code */
  stop(): Promise<number | null>;
}

/** A node process that answers. */
export interface NodeProcess extends LaunchedNode {
  /** Base URL without a path. */
  readonly url: string;
}

/** A node that answers, in a process of its own or in that of the test. */
export type ServingNode = Omit<NodeProcess, "child">;

/** An empty data folder, made when its path is read first: a group that is switched off leaves none. Removed at the end of its scope. */
export function createDataDir(): Disposable & { readonly path: string } {
  let folder: string | undefined;
  return {
    get path() {
      folder ??= mkdtempSync(join(tmpdir(), "ledger-node-test-"));
      return folder;
    },
    [Symbol.dispose]: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Variables to add to the environment. */
export type Environment = Readonly<Record<string, string>>;

/** Commands that serve until they are stopped. */
const serving: ReadonlySet<string | undefined> = new Set(["start", "devnet"]);

/** @param isToServe - false where the process is expected to end by itself */
function spawnProgram(args: readonly string[], env: Environment = {}, node = process.execPath, isToServe = true) {
  if (!serving.has(args[0]) || args.includes("--help")) countStart("commands");
  else countStart(isToServe ? "nodes" : "refused starts");
  const child = spawn(node, [programPath, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const output = outputOf(child);
  // A test that fails before it stops its node must not leave it running.
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const exited = new Promise<number | null>((resolve) =>
    child.once("close", (code) => {
      process.off("exit", kill);
      resolve(code);
    }),
  );
  return { child, exited, output };
}

function spawnNode(args: readonly string[], env?: Environment, node?: string, isToServe?: boolean) {
  return spawnProgram(["start", "--listen", "127.0.0.1:0", ...args], env, node, isToServe);
}

/** Starts a network for tests, which may say nothing. */
export function launchDevnet(...args: string[]): LaunchedNode {
  return stoppable(spawnProgram(["devnet", ...args]));
}

/** Starts a network for tests, on a free port where no address is given, and waits until it says where it listens. */
export function startDevnet(...args: string[]): Promise<NodeProcess> {
  const place = args.includes("--listen") ? [] : ["--port", "0"];
  return untilServing(launchDevnet(...place, ...args));
}

/** As {@link startDevnet}, with an environment of its own. */
export function startDevnetIn(env: Environment, ...args: string[]): Promise<NodeProcess> {
  return untilServing(stoppable(spawnProgram(["devnet", ...args], env)));
}

/** Starts a node that may never have anything to serve. */
export function launchNode(...args: string[]): LaunchedNode {
  return launchNodeIn({}, ...args);
}

/** Starts a node with an environment of its own, e.g. with `NODE_OPTIONS` that load a module first. */
export function launchNodeIn(env: Environment, ...args: string[]): LaunchedNode {
  return stoppable(spawnNode(args, env));
}

/** Starts a node with another version of Node. @param node - path of its binary */
export function launchNodeBy(node: string, ...args: string[]): LaunchedNode {
  return stoppable(spawnNode(args, {}, node));
}

/** Milliseconds that a node may take to end: one that hangs must not hold up everybody without a word. */
const stopPatience = 120_000;

function stoppable({ child, exited, output }: ReturnType<typeof spawnProgram>): LaunchedNode {
  const stop = async (): Promise<number | null> => {
    child.kill("SIGTERM");
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, stopPatience);
    const code = await exited;
    clearTimeout(timer);
    if (isLate) throw new Error(`the node has not ended ${stopPatience / 1_000} s after SIGTERM:\n${output()}`);
    return code;
  };
  return {
    child,
    exited,
    output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** Starts a node and waits until it says where it listens. */
export function startNode(...args: string[]): Promise<NodeProcess> {
  return untilServing(launchNode(...args));
}

/** Finds in what a node has printed where it listens. */
export function findUrl(output: string): string | undefined {
  return /explorer(?:\s+|":")(https?:\/\/[^\s"]+)\/v1\/spec/.exec(output)?.[1];
}

/** Waits until a node says where it listens. */
export async function untilServing(node: LaunchedNode): Promise<NodeProcess> {
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = findUrl(node.output());
      if (found !== undefined) resolve(found);
    };
    node.child.stdout?.on("data", look);
    void node.exited.then((code) => reject(new Error(`the node ended with ${code}:\n${node.output()}`)));
  });
  return { ...node, url };
}

/** Runs a node that is expected to end by itself. */
export async function runNodeToEnd(
  ...args: string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { exited, output } = spawnNode(args, undefined, undefined, false);
  return { code: await exited, output: output() };
}

/** Starts a command of the program. */
export function launchCommand(...args: string[]): LaunchedNode {
  return stoppable(spawnProgram(args));
}

/** Runs a command of the program to its end. */
export function runCommand(...args: string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  return runCommandIn({}, ...args);
}

/** Runs a command with an environment of its own. */
export async function runCommandIn(
  env: Environment,
  ...args: string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { exited, output } = spawnProgram(args, env, undefined, false);
  return { code: await exited, output: output() };
}
