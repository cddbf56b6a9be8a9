import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import type { Registry } from "./registry.ts";
import { userEnvironment } from "./run.ts";

/** Runs `npx ledger-node start` in an empty folder, as its README says, and asks the API. @returns what it answered */
export async function checkNpx(folder: string, registry: Registry): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/.npmrc`, `registry=${registry.url}\n`);
  const env = userEnvironment({ npm_config_cache: `${folder}/../npm-cache` });
  const args = ["--yes", "ledger-node", "start", "--listen", "127.0.0.1:0"];
  const grouped = process.platform !== "win32";
  const child = spawn("npx", args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: grouped,
    shell: !grouped,
  });
  try {
    const url = await waitForUrl(child);
    const answer = await fetch(url);
    const body = (await answer.json()) as { chain_id?: number };
    if (answer.status !== 200 || body.chain_id === undefined) throw new Error(`${url} answers ${answer.status}`);
    return `${answer.status}, chain ${body.chain_id}`;
  } finally {
    // npx, the shell that it starts, and the node are one group.
    if (child.pid !== undefined && child.exitCode === null) process.kill(grouped ? -child.pid : child.pid, "SIGTERM");
    if (child.exitCode === null) await new Promise((resolve) => child.once("close", resolve));
  }
}

/** The API's address, as the node prints it. */
function waitForUrl(child: ChildProcess): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the node says no address:\n${text}`)), 120_000);
    const look = (chunk: string): void => {
      text += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/v1(?=\s)/.exec(text) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.setEncoding("utf8").on("data", look);
    child.stderr?.setEncoding("utf8").on("data", look);
    child.once("close", (code) => {
      clearTimeout(timer);
      reject(new Error(`npx ended with ${code}:\n${text}`));
    });
  });
}
