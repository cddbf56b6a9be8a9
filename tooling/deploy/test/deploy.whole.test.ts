import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { needsProgram } from "@ledger/test-run/needs";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const deploy = join(root, "deploy");
const read = (name: string): string => readFileSync(join(deploy, name), "utf8");

describe("Dockerfile", () => {
  // One instruction a line, without comments.
  const lines = read("Dockerfile")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n");
  const lastFrom = lines.findLastIndex((line) => line.startsWith("FROM "));
  const argumentsOf = (keyword: string): string[] =>
    lines
      .slice(lastFrom)
      .filter((line) => line.startsWith(`${keyword} `))
      .map((line) => line.slice(keyword.length + 1));

  test("has nothing that a linter of Dockerfiles complains of", () => {
    expect(validate(read("Dockerfile")).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  test("brings no build tools into what runs, and needs no shell there", () => {
    expect(lastFrom).toBeGreaterThan(0);
    expect(argumentsOf("RUN")).toEqual([]);
    expect(argumentsOf("COPY").every((text) => text.startsWith("--from=build "))).toBe(true);
    // Without a shell only the form with brackets works.
    for (const keyword of ["ENTRYPOINT", "CMD"])
      expect(JSON.parse(argumentsOf(keyword)[0] ?? "")).toBeInstanceOf(Array);
    expect(argumentsOf("HEALTHCHECK")[0]).toMatch(/CMD \["/);
  });

  test("runs as a user without a name, which owns the ledger's folder", () => {
    expect(argumentsOf("USER")).toEqual(["65532:65532"]);
    expect(argumentsOf("COPY")).toContain("--from=build --chown=65532:65532 /out/data /data");
    expect(argumentsOf("VOLUME")).toEqual(["/data"]);
  });

  test("copies only files that the repository has", () => {
    const sources = lines
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
      .flatMap((line) => line.split(" ").slice(1, -1));
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("has the pnpm of the repository", () => {
    const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      packageManager: string;
    };
    const named = [...read("Dockerfile").matchAll(/pnpm@[\d.]+/g)].map(([text]) => text);
    expect(new Set(named)).toEqual(new Set([packageManager]));
  });
});

test("the compose file gives the container no more than it needs", () => {
  const { services } = parse(read("compose.yaml")) as { services: Record<string, Record<string, unknown>> };
  expect(services.node).toMatchObject({
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    build: { context: "..", dockerfile: "deploy/Dockerfile" },
    ports: ["127.0.0.1:8080:8080"],
    // What is published on this machine alone no page may reach by a name of its own.
    environment: { LEDGER_ALLOW_HOST: expect.stringContaining("localhost") },
  });
});

test("the compose file of a network for tests gives as little, keeps nothing, and has a key for its verbs", () => {
  const { services } = parse(read("devnet.compose.yaml")) as { services: Record<string, Record<string, unknown>> };
  const { node } = (parse(read("compose.yaml")) as { services: Record<string, Record<string, unknown>> }).services;
  const { devnet } = services;
  for (const member of [
    "image",
    "build",
    "read_only",
    "tmpfs",
    "cap_drop",
    "security_opt",
    "pids_limit",
    "mem_limit",
    "ports",
  ])
    expect(devnet?.[member], member).toEqual(node?.[member]);
  expect(devnet).toMatchObject({
    command: ["devnet"],
    environment: { LEDGER_VERBS_KEY: expect.stringMatching(/^\$\{LEDGER_VERBS_KEY:\?/) },
  });
  expect(devnet).not.toHaveProperty("volumes");
});

describe("systemd unit", needsProgram("systemd-analyze", "--version"), () => {
  test("is one that systemd takes", () => {
    // A system that has the program where the unit expects it.
    const system = mkdtempSync(join(tmpdir(), "ledger-unit-"));
    try {
      for (const folder of ["usr/bin", "etc/systemd/system"]) mkdirSync(join(system, folder), { recursive: true });
      for (const program of ["ledger-node", "kill"])
        writeFileSync(join(system, "usr/bin", program), "#!/bin/sh\n", { mode: 0o755 });
      symlinkSync("usr/bin", join(system, "bin"));
      writeFileSync(join(system, "etc/systemd/system/ledger-node.service"), read("ledger-node.service"));
      for (const target of ["basic", "sysinit", "shutdown", "network-online", "multi-user"]) {
        writeFileSync(join(system, `etc/systemd/system/${target}.target`), "[Unit]\n");
      }
      const args = [`--root=${system}`, "--man=no", "verify", "ledger-node.service"];
      const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
      const own = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("ledger-node"));
      expect({ status, own }).toEqual({ status: 0, own: [] });
    } finally {
      rmSync(system, { recursive: true });
    }
  });

  test("has its configuration read again when it is told to", () => {
    expect(read("ledger-node.service")).toMatch(/^ExecReload=\S*kill -HUP \$MAINPID$/m);
  });

  test("is exposed no more than it has to be", () => {
    const args = ["security", "--offline=true", "--threshold=15", join(deploy, "ledger-node.service")];
    const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
    expect({ status, text: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, text: "" });
  });
});
