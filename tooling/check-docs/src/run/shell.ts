import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "@ledger/test-run/child-output";
import { ansi, claimsOf, startsNode } from "./commands.ts";

/** Shells that readers have. */
export type ShellName = "bash" | "zsh";

/** As at a prompt, without the user's own settings: there zsh takes no comments, which it does in every script. */
const programs: Readonly<Record<ShellName, readonly string[]>> = {
  bash: ["--norc", "-s"],
  zsh: ["-f", "-o", "no_prompt_sp", "-o", "no_prompt_cr", "-i", "-s"],
};

/** The surroundings that a shell starts in. */
export interface ShellOptions {
  readonly shell: ShellName;
  readonly folder: string;
  /** The checkout: where `npm start` of the README is meant. */
  readonly repository: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Running {
  readonly command: string;
  readonly claims: readonly string[];
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly output: () => string;
}

const mostMs = 300_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The terminal of a reader, and those that are open because something serves in them. */
export class Shell implements AsyncDisposable {
  readonly #options: ShellOptions;
  readonly #serving: Running[] = [];
  #folder: string;

  constructor(options: ShellOptions) {
    this.#options = options;
    this.#folder = options.folder;
  }

  /**
   * Runs a command until it ends, until an address that it has printed answers, or until it says that it follows one: then it stays. What uses its port or its ledger
   * before is stopped, as a reader has to.
   *
   * @returns what it printed until then
   * @throws Error with what it printed when it fails, or neither ends nor answers within five minutes
   */
  async run(command: string): Promise<() => string> {
    const folder = this.#folderOf(command);
    const isNode = startsNode(command) || (folder !== this.#folder && /^npm start\b/.test(command));
    const claims = claimsOf(command, isNode);
    await this.#stop((other) => other.claims.some((claim) => claims.includes(claim)));
    const running = this.#start(command, folder, claims);
    const code = await Promise.race([running.ended, answers(running), pause(mostMs).then(() => "silent" as const)]);
    if (code === "answers") this.#serving.push(running);
    else if (code === "silent") {
      await stop(running);
      throw new Error(`it neither ends nor answers:\n${running.output().slice(-4_000)}`);
    } else if (code !== 0) throw new Error(`it ends with ${code}:\n${running.output().slice(-4_000)}`);
    else this.#folder = readFileSync(this.#placeFile, "utf8").trim();
    return running.output;
  }

  get #placeFile(): string {
    return join(this.#options.folder, ".place");
  }

  #start(command: string, cwd: string, claims: readonly string[]): Running {
    const { shell, env } = this.#options;
    const child = spawn(shell, programs[shell], {
      cwd,
      env: { ...env, PS1: " " },
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own, so that what it starts is stopped with it.
      detached: true,
    });
    // Without the braces a command that reads would read what follows it.
    child.stdin.end(`PS1= PS2=\n{ ${command}\n} </dev/null\nended=$?; pwd > '${this.#placeFile}'; exit $ended\n`);
    const output = outputOf(child);
    const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
    return { command, claims, child, ended, output };
  }

  /** `npm start` where there is no such script is that of the checkout. */
  #folderOf(command: string): string {
    const [, script] = /^npm (start|test)\b/.exec(command) ?? [];
    if (script === undefined) return this.#folder;
    const manifest = join(this.#folder, "package.json");
    const { scripts = {} } = existsSync(manifest)
      ? (JSON.parse(readFileSync(manifest, "utf8")) as { readonly scripts?: object })
      : {};
    return Object.hasOwn(scripts, script) ? this.#folder : this.#options.repository;
  }

  async #stop(isMeant: (running: Running) => boolean): Promise<void> {
    // The latest first: it may be a client of the others.
    for (const running of this.#serving.filter(isMeant).reverse()) {
      this.#serving.splice(this.#serving.indexOf(running), 1);
      await stop(running);
    }
  }

  /** Stops everything that serves. @throws Error when something has ended by itself, or did not end in order */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop(() => true);
  }
}

/** Waits for an address of this machine that a command prints, and that answers; one that follows a node has none of its own. */
async function answers({ child, output, command }: Running): Promise<"answers"> {
  for (;;) {
    const printed = output().replaceAll(ansi, "");
    const isThere = /^following https?:/m.test(printed) || (await isAnswered(printed, command));
    if (isThere) {
      // What only names an address on its way ends soon.
      await pause(1_500);
      if (child.exitCode === null) return "answers";
    }
    await pause(100);
    if (child.exitCode !== null) return new Promise(() => undefined);
  }
}

/** @param command - an address that it names is that of another program */
async function isAnswered(printed: string, command: string): Promise<boolean> {
  for (const [url] of printed.matchAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d+[\w/.-]*/g)) {
    if (command.includes(url)) continue;
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer !== undefined) return true;
  }
  return false;
}

/** Ends a command as Ctrl-C does, by SIGTERM. @throws Error when it has failed by itself, or does not end in order */
async function stop({ child, ended, command, output }: Running): Promise<void> {
  signal(child, "SIGTERM");
  const code = await Promise.race([ended, pause(30_000).then(() => "late" as const)]);
  if (code === "late") signal(child, "SIGKILL");
  const inOrder: readonly unknown[] = [0, null, 130, 143];
  if (!inOrder.includes(code)) throw new Error(`${command}: its end is ${code}:\n${output().slice(-4_000)}`);
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
