// What runs on a machine of the pages: node inside.ts JOB, with a job as JSON. Pages come from the program outside, one at a time.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listPages } from "../files.ts";
import { forward } from "./bridge.ts";
import { type Outcome, runPage, type Surroundings } from "./page.ts";
import type { Job, Order, Report } from "./protocol.ts";
import { Shell } from "./shell.ts";
import { startWorld } from "./world.ts";

const registryPort = 4873;

/** The settings of a user: packages come from that registry, and an error of HTTP is one of curl. */
const settingsOf = (home: string): Readonly<Record<string, string>> => ({
  ".npmrc": `registry=http://127.0.0.1:${registryPort}/\nprefix=${home}/.npm-global\n`,
  ".curlrc": "silent\nshow-error\nfail\nmax-time = 60\n",
});

/** The environment of a user's programs; nothing of the package manager that runs this check. */
function environmentOf(home: string): NodeJS.ProcessEnv {
  const own = /^(npm_|pnpm_|turbo_|INIT_CWD$|NODE_OPTIONS$|NODE_CHANNEL|LEDGER_)/i;
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
    npm_config_prefer_offline: "true",
  };
}

/** Makes the home of a user, with what pages take for granted, unless another machine has. */
async function makeHome(home: string, projects: string, repository: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (existsSync(home)) return;
  for (const place of [home, projects]) mkdirSync(place, { recursive: true });
  for (const [name, text] of Object.entries(settingsOf(home))) writeFileSync(join(home, name), text);
  await using shell = new Shell({ shell: "bash", folder: projects, repository, env });
  const tools = ["typescript", "@types/node"].map((name) => `${name}@${versionOf(name, repository)}`);
  await shell.run(`npm install --no-save ${tools.join(" ")}`);
  await shell.run("npm install --global ledger-node");
}

/** Installs what pages take for granted, and starts the network that they follow. */
async function prepare({ number, folder, repository, genesis, waypoint }: Job): Promise<Surroundings> {
  const home = join(folder, "home");
  const projects = join(folder, "projects");
  const env = environmentOf(home);
  await makeHome(home, projects, repository, env);
  const node = join(home, ".npm-global/bin/ledger-node");
  const world = await startWorld({ folder: join(folder, `world-${number}`), node, genesis, waypoint });
  return {
    world,
    repository,
    folder: projects,
    compiler: join(projects, "node_modules/typescript/bin/tsc"),
    env: { ...env, ...world.env },
    settings: Object.keys(settingsOf(home)).map((name) => join(home, name)),
    onBegin: (what) => tell({ kind: "begins", what }),
  };
}

/** The version that the repository uses itself. */
function versionOf(name: string, repository: string): string {
  const manifest = join(repository, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}

function tell(report: Report): void {
  process.send!(report);
}

// When the one outside ends, so does this, and with the first process of its machine all that are there.
process.once("disconnect", () => process.exit(1));

const job = JSON.parse(process.argv[2] ?? "") as Job;
await forward({ host: "127.0.0.1", port: registryPort }, job.registry);
const around = await prepare(job);
const pages = new Map(listPages().map((page) => [page.path, page]));

process.on("message", async ({ page: path, shells }: Order) => {
  const begun = Date.now();
  const outcomes: Outcome[] = [];
  for (const [index, shell] of shells.entries()) {
    outcomes.push(...(await runPage(pages.get(path)!, shell, index === 0, around)));
  }
  tell({ kind: "has read", outcomes, seconds: (Date.now() - begun) / 1_000 });
  tell({ kind: "waits" });
});
tell({ kind: "waits" });
