import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { outputOf } from "@ledger/test-run/child-output";
import { expect, test, vi } from "vitest";

const program = fileURLToPath(new URL("fixture/check.ts", import.meta.url));
/** Returns true unless a process has ended; one whose parent has not seen that yet is a zombie. */
const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" });
  return !/^\s*(?:Z|$)/.test(stdout);
};

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`a check that ${signal} ends leaves no process and no folder`, async () => {
    const check = spawn(process.execPath, ["--conditions=@ledger/source", program]);
    const output = outputOf(check);
    const closed = once(check, "close");
    const folder = await vi.waitFor(
      () => {
        const [line = ""] = output().split("\n");
        expect(existsSync(join(line, "pid"))).toBe(true);
        return line;
      },
      { timeout: 60_000 },
    );
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    expect(isAlive(pid)).toBe(true);
    check.kill(signal);
    const [code] = await closed;
    expect(code).toBe(signal === "SIGINT" ? 130 : 143);
    expect(output()).toMatch(new RegExp(`\\nended by ${signal}\\n$`));
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false));
    expect(existsSync(folder)).toBe(false);
  });
}
