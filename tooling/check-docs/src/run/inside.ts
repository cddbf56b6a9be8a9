// What runs on the machine of the pages: node inside.ts JOB, with a job as JSON.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listPages } from "../files.ts";
import { forward } from "./bridge.ts";
import { type Outcome, runPage, type Surroundings } from "./page.ts";
import { Shell, type ShellName } from "./shell.ts";
import { startWorld } from "./world.ts";

/** What is to be done there. */
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
}

const registryPort = 4873;
const shells: readonly ShellName[] = ["bash", "zsh"];

const job = JSON.parse(process.argv[2] ?? "") as Job;
const home = join(job.folder, "home");
const projects = join(job.folder, "projects");
for (const folder of [home, projects]) mkdirSync(folder, { recursive: true });

const bridge = await forward({ host: "127.0.0.1", port: registryPort }, job.registry);
// The settings of a user: packages come from that registry, and an error of HTTP is one of curl.
writeFileSync(join(home, ".npmrc"), `registry=http://127.0.0.1:${registryPort}/\nprefix=${home}/.npm-global\n`);
writeFileSync(join(home, ".curlrc"), "silent\nshow-error\nfail-with-body\nmax-time = 60\n");
const inherited = Object.entries(process.env).filter(
  ([name]) => !/^(npm_|pnpm_|turbo_|INIT_CWD$|NODE_OPTIONS$|LEDGER_)/i.test(name),
);
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(inherited),
  HOME: home,
  // Every page has a home of its own; what is downloaded once is there for all.
  npm_config_cache: join(home, ".npm"),
  PATH: `${home}/.npm-global/bin:${dirname(process.execPath)}:${process.env.PATH}`,
  npm_config_update_notifier: "false",
  npm_config_audit: "false",
  npm_config_fund: "false",
};

const node = join(home, ".npm-global/bin/ledger-node");
{
  await using shell = new Shell({ shell: "bash", folder: projects, repository: job.repository, env });
  await shell.run("npm install --no-save typescript@7.0.2 @types/node@24.19.2 && npm install --global ledger-node");
}
await using world = await startWorld({
  folder: join(job.folder, "world"),
  node,
  genesis: job.genesis,
  waypoint: job.waypoint,
});

const surroundings: Surroundings = {
  world,
  settings: [join(home, ".npmrc"), join(home, ".curlrc")],
  repository: job.repository,
  folder: projects,
  compiler: join(projects, "node_modules/typescript/bin/tsc"),
  env: { ...env, ...world.env },
};

const outcomes: Outcome[] = [];
const pages = new Map(listPages().map((page) => [page.path, page]));
for (const path of job.pages) {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`there is no page ${path}`);
  const begun = Date.now();
  const before = outcomes.length;
  for (const [index, shell] of shells.entries())
    outcomes.push(...(await runPage(page, shell, index === 0, surroundings)));
  const own = outcomes.slice(before);
  const failed = own.filter(({ problem }) => problem !== undefined);
  process.stdout.write(
    `${failed.length === 0 ? "ok  " : "FAIL"} ${path}: ${own.length - failed.length} of ${own.length} (${((Date.now() - begun) / 1000).toFixed(0)} s)\n`,
  );
  for (const { line, kind, problem } of failed)
    process.stdout.write(`     ${path}:${line} ${kind}\n${indent(problem ?? "")}\n`);
}
bridge.close();
const failed = outcomes.filter(({ problem }) => problem !== undefined).length;
process.stdout.write(`${outcomes.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function indent(text: string): string {
  return text.replace(/^/gm, "       ");
}
