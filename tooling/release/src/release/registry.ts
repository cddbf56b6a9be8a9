import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

import { join } from "node:path";
import { outputOf } from "@ledger/test-run/child-output";
import { freePort } from "@ledger/test-run/free-port";
import { run, userEnvironment } from "./run.ts";
import { pnpm } from "./working-copy.ts";

/** Installed by itself, not with the workspace: two hundred packages that only this check needs. */
const manifest = { name: "registry", private: true, dependencies: { verdaccio: "6.10.4" } };
/** One of them asks for a tag, `node-fetch@cjs`, that mirrors do not always serve. */
const settingsOfPnpm = "packages: []\npmOnFail: ignore\nstrictDepBuilds: false\noverrides:\n  node-fetch: 2.7.0\n";

/** A registry on this machine. Packages of others come through it from the registry in use. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** The line of an `.npmrc` that lets its reader publish. */
  readonly credentials: string;
}

/** Starts a registry that keeps everything in one folder. */
export async function startRegistry(folder: string): Promise<Registry> {
  const settingsOfNpm = await run("npm", ["config", "get", "registry"], { cwd: folder });
  // npm may print warnings, too.
  const uplink = settingsOfNpm.split("\n").find((line) => line.startsWith("http"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(folder, "verdaccio.yaml");
  const settings = {
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: 1 } },
    uplinks: { others: { url: uplink, maxage: "10m", timeout: "60s" } },
    packages: {
      "@ledger/*": { access: "$all", publish: "$authenticated" },
      "ledger-node": { access: "$all", publish: "$authenticated" },
      "**": { access: "$all", proxy: "others" },
    },
    max_body_size: "50mb",
    log: { type: "stdout", format: "json", level: "warn" },
  };
  // JSON is YAML too.
  writeFileSync(config, JSON.stringify(settings));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "pnpm-workspace.yaml"), settingsOfPnpm);
  await pnpm(folder, ["install", "--prefer-offline"]);
  const program = join(folder, "node_modules/verdaccio/bin/verdaccio");
  const args = [program, "--config", config, "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: userEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = outputOf(child);
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
  };
  try {
    const token = await register(url, () => child.exitCode === null);
    return { url, credentials: `//127.0.0.1:${port}/:_authToken=${token}`, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw new Error(`the registry does not answer:\n${output().slice(-8_000)}`, { cause: error });
  }
}

/** Makes the one user, as soon as the registry answers. */
async function register(url: string, alive: () => boolean): Promise<string> {
  const user = { name: "release", password: "release-check", type: "user", roles: [], _id: "org.couchdb.user:release" };
  const deadline = Date.now() + 60_000;
  while (alive() && Date.now() < deadline) {
    const answer = await fetch(`${url}-/user/org.couchdb.user:release`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(user),
    }).catch(() => undefined);
    if (answer?.ok) return ((await answer.json()) as { token: string }).token;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("no user could be made");
}
