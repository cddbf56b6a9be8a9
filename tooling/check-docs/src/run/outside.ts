import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listPages } from "../files.ts";
import { forward } from "./bridge.ts";
import type { Outcome } from "./page.ts";
import type { Job, Order, Report } from "./protocol.ts";
import { hostLines } from "./world.ts";
import { checkZshSyntax } from "./zsh-syntax.ts";

/** Inputs of a run of the pages. */
export interface RunOptions extends Omit<Job, "registry" | "number"> {
  /** Paths of pages. */
  readonly pages: readonly string[];
  /** Port of a registry that has the packages. */
  readonly registryPort: number;
  /** Whether every page is read with zsh too, not only those whose commands are likely to differ there. */
  readonly inZsh: boolean;
  /** Machines that read pages side by side; one for each core by default. */
  readonly machines?: number;
}

/** Pages that are always read with zsh too: they have most of the commands that readers type first. */
const alwaysInZsh: ReadonlySet<string> = new Set([
  "README.md",
  "docs/guides/local-network.md",
  "docs/guides/devnet.md",
]);

/** Minutes that a page may take. */
const mostMinutes = 20;

/** Pages that are named at the end. */
const dearestPages = 10;

/**
 * In a machine of its own a page has every port, and reaches nothing but the registry; the checkout is there as it is, and what is written
 * to it is seen by this machine only.
 */
const enter = [
  "ip link set lo up",
  'mount --bind "$1" /etc/hosts',
  'mount -t overlay overlay -o "lowerdir=$2,upperdir=$3/upper,workdir=$3/work" "$3/merged"',
  "shift 3",
  'exec "$@"',
].join(" && ");

/**
 * Runs the blocks of pages as their readers would, on machines of their own: network namespaces of Linux, with a hosts file that
 * knows the hosts of the pages.
 *
 * @returns what was printed; its last line is `N passed, N failed`
 * @throws Error on other systems, or where namespaces may not be made
 */
export async function runPages(options: RunOptions): Promise<string> {
  if (process.platform !== "linux") throw new Error("the pages run on Linux: they need a machine of their own");
  mkdirSync(options.folder, { recursive: true });
  const registry = join(options.folder, "registry.sock");
  writeFileSync(join(options.folder, "hosts"), ["127.0.0.1 localhost", "::1 localhost", ...hostLines, ""].join("\n"));
  const bridge = await forward(registry, options.registryPort);
  const run = new PagesRun(options, registry);
  try {
    return await run.readAll();
  } finally {
    run.end();
    bridge.close();
  }
}

class PagesRun {
  readonly #options: RunOptions;
  readonly #registry: string;
  readonly #waiting: string[];
  readonly #machines = new Set<ChildProcess>();
  readonly #times: { readonly path: string; readonly seconds: number }[] = [];
  #passed = 0;
  #failed = 0;
  #text = "";

  constructor(options: RunOptions, registry: string) {
    this.#options = options;
    this.#registry = registry;
    this.#waiting = [...options.pages];
  }

  async readAll(): Promise<string> {
    this.#checkSyntax();
    const count = Math.min(this.#options.machines ?? availableParallelism(), this.#waiting.length);
    // The first machine makes the home that all of them use.
    let isReady = (): void => undefined;
    const ready = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    const first = this.#readOn(0, isReady);
    await Promise.race([ready, first]);
    const others = Array.from({ length: count - 1 }, (_, index) => this.#readOn(index + 1, () => undefined));
    await Promise.all([first, ...others]);
    for (const { path, seconds } of this.#times.sort((a, b) => b.seconds - a.seconds).slice(0, dearestPages)) {
      this.#print(`slow page: ${seconds.toFixed(0)} s: ${path}`);
    }
    this.#print(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#text;
  }

  /** Ends all machines. */
  end(): void {
    for (const machine of this.#machines) machine.kill("SIGKILL");
  }

  #checkSyntax(): void {
    const pages = listPages().filter(({ path }) => this.#options.pages.includes(path));
    for (const page of pages) this.#note(page.path, checkZshSyntax(page));
  }

  /** Starts a machine, and has it read pages until there are no more. */
  async #readOn(number: number, onReady: () => void): Promise<void> {
    const machine = this.#start(number);
    this.#machines.add(machine);
    let page: string | undefined;
    let begun = "its start";
    let timer: NodeJS.Timeout | undefined;
    const give = (): void => {
      page = this.#waiting.shift();
      if (page === undefined) {
        machine.disconnect();
        return;
      }
      const path = page;
      const inZsh = this.#options.inZsh || alwaysInZsh.has(path);
      machine.send({ page: path, shells: inZsh ? ["bash", "zsh"] : ["bash"] } satisfies Order);
      timer = setTimeout(() => {
        this.#note(path, [{ page: path, line: 1, kind: "page", problem: `it stands still, at ${begun}` }]);
        machine.kill("SIGKILL");
      }, mostMinutes * 60_000);
    };
    machine.on("message", (report: Report) => {
      if (report.kind === "begins") begun = report.what;
      else if (report.kind === "waits") {
        onReady();
        give();
      } else {
        clearTimeout(timer);
        this.#times.push({ path: page!, seconds: report.seconds });
        this.#note(page!, report.outcomes, report.seconds);
        page = undefined;
      }
    });
    const end = await new Promise((resolve, reject) =>
      machine.once("error", reject).once("exit", (code, signal) => resolve(signal ?? code)),
    );
    clearTimeout(timer);
    this.#machines.delete(machine);
    if (page !== undefined || begun === "its start") {
      throw new Error(`a machine of the pages ended with ${end}, at ${page ?? "its start"}: ${begun}`);
    }
  }

  #start(number: number): ChildProcess {
    const { folder, repository, genesis, waypoint } = this.#options;
    const place = join(folder, `machine-${number}`);
    for (const part of ["upper", "work", "merged"]) mkdirSync(join(place, part), { recursive: true });
    const job: Job = {
      ...{ number, folder, genesis, waypoint, registry: this.#registry },
      repository: join(place, "merged"),
    };
    const namespaces = [
      "--net",
      "--mount",
      "--propagation",
      "private",
      "--pid",
      "--fork",
      "--kill-child",
      "--mount-proc",
    ];
    const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
    const program = [
      process.execPath,
      "--conditions=@ledger/source",
      fileURLToPath(new URL("inside.ts", import.meta.url)),
    ];
    const shell = ["sh", "-c", enter, "sh", join(folder, "hosts"), repository, place];
    return spawn("unshare", [...namespaces, ...user, "--", ...shell, ...program, JSON.stringify(job)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  }

  /** Counts what became of a page, and prints what failed. */
  #note(path: string, outcomes: readonly Outcome[], seconds?: number): void {
    const failed = outcomes.filter(({ problem }) => problem !== undefined);
    this.#passed += outcomes.length - failed.length;
    this.#failed += failed.length;
    if (seconds === undefined && failed.length === 0) return;
    const counts = `${outcomes.length - failed.length} of ${outcomes.length}`;
    const time = seconds === undefined ? "" : ` (${seconds.toFixed(0)} s)`;
    this.#print(`${failed.length === 0 ? "ok  " : "FAIL"} ${path}: ${counts}${time}`);
    for (const { line, kind, problem = "" } of failed) {
      this.#print(`     ${path}:${line} ${kind}\n${problem.replace(/^/gm, "       ")}`);
    }
  }

  #print(line: string): void {
    process.stdout.write(`${line}\n`);
    this.#text += `${line}\n`;
  }
}
