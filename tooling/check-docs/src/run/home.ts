import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { forward } from "./bridge.ts";
import type { Job } from "./protocol.ts";
import { Shell } from "./shell.ts";
import { certificateOf } from "./world.ts";

/** The port of the registry, on every machine. */
const registryPort = 4873;

/** Name of the socket, in the folder of a run, through which its machines reach the registry. */
export const registrySocket = "registry.sock";

/** The parts of a user's home that all pages share. */
export interface Home {
  /** Folder of the projects of pages; above them are the compiler and the types of Node. */
  readonly projects: string;
  readonly env: NodeJS.ProcessEnv;
  /** Files that every page has a copy of. */
  readonly settings: readonly string[];
  /** The installed node. */
  readonly node: string;
}

/** Names the parts of a home. The environment has nothing of the package manager that runs this check. */
export function homeOf({ folder }: Job): Home {
  const path = join(folder, "home");
  const own = /^(npm_|pnpm_|turbo_|INIT_CWD$|NODE_OPTIONS$|LEDGER_)/i;
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
  const certificate = certificateOf(folder);
  return {
    projects: join(folder, "projects"),
    env: {
      ...Object.fromEntries(inherited),
      HOME: path,
      PATH: `${path}/.npm-global/bin:${dirname(process.execPath)}:${process.env.PATH}`,
      // Every page has a home of its own; what is downloaded, or compiled, once is there for all.
      npm_config_cache: join(path, ".npm"),
      NODE_COMPILE_CACHE: join(path, ".compiled"),
      npm_config_update_notifier: "false",
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_prefer_offline: "true",
      NODE_EXTRA_CA_CERTS: certificate,
      CURL_CA_BUNDLE: certificate,
    },
    settings: [".npmrc", ".curlrc"].map((name) => join(path, name)),
    node: join(path, ".npm-global/bin/ledger-node"),
  };
}

/** Makes the home of a user, with what pages take for granted. */
export async function makeHome(job: Job): Promise<void> {
  const { projects, env, settings } = homeOf(job);
  for (const place of [env.HOME!, projects]) mkdirSync(place, { recursive: true });
  const texts = [
    `registry=http://127.0.0.1:${registryPort}/\nprefix=${env.HOME}/.npm-global\n`,
    // An error of HTTP is one of curl.
    "silent\nshow-error\nfail\nmax-time = 60\n",
  ];
  for (const [index, text] of texts.entries()) writeFileSync(settings[index]!, text);
  await using shell = new Shell({ shell: "bash", folder: projects, repository: job.repository, env });
  const tools = ["typescript", "@types/node"].map((name) => `${name}@${versionOf(name, job.repository)}`);
  await shell.run(`npm install --no-save ${tools.join(" ")}`);
  await shell.run("npm install --global ledger-node");
}

/** The version that the repository uses itself. */
function versionOf(name: string, repository: string): string {
  const manifest = join(repository, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}

/** Lets the registry be reached on this machine. */
export async function reachRegistry({ folder }: Job): Promise<void> {
  await forward({ host: "127.0.0.1", port: registryPort }, join(folder, registrySocket));
}
