import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDataDir, launchNodeIn, untilServing } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { describe, expect, test } from "vitest";
import { makeCertificate, needsOpenssl } from "./support/make-certificate.ts";
import { startUpstream } from "./support/upstream.ts";

const script = fileURLToPath(new URL("../../../deploy/healthcheck.mjs", import.meta.url));

/** Runs the container's health check as the runtime does, with the variables of the node. */
function check(env: Readonly<Record<string, string>>): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

describe("the container's health check", () => {
  test.each(["without", "with"])("tells a healthy node from one that has ended, %s TLS", needsOpenssl, async (tls) => {
    using folder = createDataDir();
    const { cert, key } = makeCertificate(folder.path, "ledger.example");
    const encrypted = tls === "with" ? { LEDGER_TLS_CERT: cert, LEDGER_TLS_KEY: key } : {};
    const at = ["--data-dir", join(folder.path, "data")];
    // The variables are those of a process.
    const node = await (tls === "with" ? untilServing(launchNodeIn(encrypted, ...at)) : composeNode(...at));
    const env = { ...encrypted, LEDGER_LISTEN: `0.0.0.0:${new URL(node.url).port}` };
    expect(await check(env)).toEqual({ code: 0, output: "" });
    expect(await node.stop()).toBe(0);
    expect(await check(env)).toEqual({ code: 1, output: expect.stringContaining("ECONNREFUSED") });
  });

  test("says what is wrong with a node that is not healthy", async () => {
    using folder = createDataDir();
    await using leader = await startUpstream();
    const at = ["--data-dir", folder.path, "--follow", `${leader.url}/v1`];
    await using node = await composeNode(...at);
    await leader.stop();
    await expect.poll(async () => (await fetch(`${node.url}/v1/-/healthy`)).status, { interval: 500 }).toBe(503);
    // A port alone will do, as for the node.
    const env = { LEDGER_LISTEN: new URL(node.url).port };
    expect(await check(env)).toEqual({ code: 1, output: expect.stringContaining("health_check_failed") });
  });
});
