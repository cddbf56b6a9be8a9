// What runs on the machine of the pages: node inside.ts JOB, with a job as JSON.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listPages, type Page } from "../files.ts";
import { forward } from "./bridge.ts";
import { type Outcome, runPage, type Surroundings } from "./page.ts";
import { Shell, type ShellName } from "./shell.ts";
import { startWorld } from "./world.ts";

/** The work to be done there. */
export interface Job {
  /** Paths of pages, in their order. */
  readonly pages: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  /** A checkout that is installed. */
  readonly repository: string;
  /** The file that leads to the registry. */
  readonly registry: string;
  readonly genesis: string;
  readonly waypoint: string;
  /** When no further page is begun, milliseconds since 1970. */
  readonly deadline?: number | undefined;
}

const registryPort = 4873;
const shells: readonly ShellName[] = ["bash", "zsh"];

/** The environment of a user's programs; nothing of the package manager that runs this check. */
function environmentOf(home: string): NodeJS.ProcessEnv {
  const own = /^(npm_|pnpm_|turbo_|INIT_CWD$|NODE_OPTIONS$|LEDGER_)/i;
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    PATH: `${home}/.npm-global/bin:${dirname(process.execPath)}:${process.env.PATH}`,
    // Every page has a home of its own; what is downloaded once is there for all.
    npm_config_cache: join(home, ".npm"),
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
}

/** Installs what pages take for granted, and starts the network that they follow. */
async function prepare({ folder, repository, genesis, waypoint }: Job): Promise<Surroundings> {
  const home = join(folder, "home");
  const projects = join(folder, "projects");
  for (const place of [home, projects]) mkdirSync(place, { recursive: true });
  // The settings of a user: packages come from that registry, and an error of HTTP is one of curl.
  const settings = {
    ".npmrc": `registry=http://127.0.0.1:${registryPort}/\nprefix=${home}/.npm-global\n`,
    ".curlrc": "silent\nshow-error\nfail\nmax-time = 60\n",
  };
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(home, name), text);
  const env = environmentOf(home);
  await using shell = new Shell({ shell: "bash", folder: projects, repository, env });
  const tools = ["typescript", "@types/node"].map((name) => `${name}@${versionOf(name, repository)}`);
  await shell.run(`npm install --no-save ${tools.join(" ")}`);
  await shell.run("npm install --global ledger-node");
  const node = join(home, ".npm-global/bin/ledger-node");
  const world = await startWorld({ folder: join(folder, "world"), node, genesis, waypoint });
  return {
    world,
    repository,
    folder: projects,
    compiler: join(projects, "node_modules/typescript/bin/tsc"),
    env: { ...env, ...world.env },
    settings: Object.keys(settings).map((name) => join(home, name)),
  };
}

/** The version that the repository uses itself. */
function versionOf(name: string, repository: string): string {
  const manifest = join(repository, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}

/** Runs a page in every shell, and prints what failed. @returns its blocks and commands, and those of them that failed */
async function check(page: Page, around: Surroundings): Promise<readonly [all: number, failed: number]> {
  const begun = Date.now();
  const outcomes: Outcome[] = [];
  for (const [index, shell] of shells.entries()) outcomes.push(...(await runPage(page, shell, index === 0, around)));
  const failed = outcomes.filter(({ problem }) => problem !== undefined);
  const counts = `${outcomes.length - failed.length} of ${outcomes.length}`;
  const seconds = Math.round((Date.now() - begun) / 1000);
  process.stdout.write(`${failed.length === 0 ? "ok  " : "FAIL"} ${page.path}: ${counts} (${seconds} s)\n`);
  for (const { line, kind, problem = "" } of failed) {
    process.stdout.write(`     ${page.path}:${line} ${kind}\n${problem.replace(/^/gm, "       ")}\n`);
  }
  return [outcomes.length, failed.length];
}

// When the one outside ends, so does this, and with the first process of its machine all that are there.
process.stdin
  .once("end", () => {
    process.stderr.write("the pages end: the program that started them is gone\n");
    process.exit(1);
  })
  .resume();

const job = JSON.parse(process.argv[2] ?? "") as Job;
const bridge = await forward({ host: "127.0.0.1", port: registryPort }, job.registry);
const around = await prepare(job);
let passed = 0;
let failed = 0;
try {
  const pages = new Map(listPages().map((page) => [page.path, page]));
  for (const [index, path] of job.pages.entries()) {
    if (job.deadline !== undefined && Date.now() > job.deadline) {
      const left = job.pages.slice(index);
      process.stdout.write(`skipped: ${left.length} that need more time: ${left.join(", ")}\n`);
      break;
    }
    const page = pages.get(path);
    if (page === undefined) throw new Error(`there is no page ${path}`);
    const [all, wrong] = await check(page, around);
    passed += all - wrong;
    failed += wrong;
  }
} finally {
  await around.world[Symbol.asyncDispose]();
  bridge.close();
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
