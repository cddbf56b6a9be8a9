// `pnpm check container`: builds the image of deploy/Dockerfile without a daemon, and runs what is in it as the compose file does: as
// a user without rights, on a root that cannot be written. It needs Linux, root and buildah. BUILD_IMAGE and RUN_IMAGE name other
// images to build on and to run in, where the registries of the defaults are out of reach; BUILDAH_STORE the folder of images.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { outputOf } from "@ledger/test-run/child-output";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const image = "localhost/ledger-node-check";
const { BUILD_IMAGE, RUN_IMAGE, BUILDAH_STORE } = process.env;
// Without a daemon and without the kernel's overlay: this works in a container, too.
const env = { BUILDAH_ISOLATION: "chroot", STORAGE_DRIVER: "vfs", ...process.env };
const store =
  BUILDAH_STORE === undefined ? [] : ["--root", join(BUILDAH_STORE, "root"), "--runroot", join(BUILDAH_STORE, "run")];

function buildah(...args: readonly string[]): string {
  const options = { cwd: root, env, encoding: "utf8", maxBuffer: 1 << 28 } as const;
  const { status, stdout, stderr, error } = spawnSync("buildah", [...store, ...args], options);
  if (error !== undefined) throw new Error(`buildah cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`buildah ${args[0]} ended with ${status}:\n${(stdout + stderr).slice(-4_000)}`);
  return stdout.trim();
}

let passed = 0;
let failed = 0;
function check(name: string, condition: boolean, detail = ""): void {
  if (condition) passed += 1;
  else failed += 1;
  process.stdout.write(`${condition ? "ok  " : "FAIL"} ${name}${detail === "" ? "" : `: ${detail}`}\n`);
}

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** Runs a program of the image: mounts of its own, a root that cannot be written, a user without rights. */
function start(mount: string, data: string, config: ImageConfig, program: readonly string[]): ChildProcess {
  const [user = "", group = ""] = config.User.split(":");
  const script = [
    'mount --bind "$1" "$1"',
    'mount --bind "$2" "$1/data"',
    'mount -t tmpfs -o size=64m,mode=1777 none "$1/tmp"',
    'mount -o remount,bind,ro "$1"',
    'mount="$1"; user="$3"; group="$4"; shift 4',
    'exec setpriv --no-new-privs -- chroot --userspec="$user:$group" --groups="$group" "$mount" "$@"',
  ].join("\n");
  const variables = [
    "env",
    "-i",
    `PATH=${process.env.PATH}`,
    ...config.Env.filter((line) => !line.startsWith("PATH=")),
  ];
  const shell = [...variables, "sh", "-ec", script, "sh", mount, data, user, group, ...program];
  return spawn("unshare", ["--mount", "--propagation", "private", "--", ...shell], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a program of the image to its end. */
async function run(
  ...args: Parameters<typeof start>
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = start(...args);
  const output = outputOf(child);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output: output() };
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const images = [
  ...(BUILD_IMAGE === undefined ? [] : ["--build-arg", `BUILD_IMAGE=${BUILD_IMAGE}`]),
  ...(RUN_IMAGE === undefined ? [] : ["--build-arg", `RUN_IMAGE=${RUN_IMAGE}`]),
];
// The health check is a part of Docker's format, not of the other one.
const build = ["build", "--format=docker", "--ignorefile=deploy/Dockerfile.dockerignore", ...images];
buildah(...build, "--file=deploy/Dockerfile", `--tag=${image}`, ".");
check("it builds", true);

const { Docker } = JSON.parse(buildah("inspect", "--type=image", image)) as { Docker: { config: ImageConfig } };
const config = Docker.config;
check("it runs as a user without a name", config.User === "65532:65532", config.User);
check("it has a health check", config.Healthcheck.Test[0] === "CMD");

const container = buildah("from", image);
const data = mkdtempSync(join(tmpdir(), "ledger-data-"));
chownSync(data, 65_532, 65_532);
let node: ChildProcess | undefined;
try {
  const mount = buildah("mount", container);
  const shells = readdirSync(mount, { recursive: true }).filter((path) =>
    /(^|\/)(sh|bash|busybox|npm|apt)$/.test(`${path}`),
  );
  check("it has no shell and no package manager", shells.length === 0, shells.join(", "));

  const [program = ""] = config.Entrypoint;
  const write = await run(mount, data, config, [program, "-e", "require('fs').writeFileSync('/app/x', '')"]);
  check("its root cannot be written", write.code !== 0 && /EROFS|EACCES/.test(write.output));

  node = start(mount, data, config, [...config.Entrypoint, ...config.Cmd]);
  const log = outputOf(node);
  const ended = new Promise<number | null>((resolve) => node?.once("close", resolve));
  const health = (): ReturnType<typeof run> => run(mount, data, config, config.Healthcheck.Test.slice(1));
  let healthy = await health();
  for (let tries = 0; healthy.code !== 0 && tries < 60; tries += 1) {
    await pause(1_000);
    healthy = await health();
  }
  check("it becomes healthy", healthy.code === 0, healthy.code === 0 ? "" : healthy.output + log());
  const answer = await fetch("http://127.0.0.1:8080/v1");
  check("it answers", answer.status === 200, `version ${answer.headers.get("x-svc-ledger-version")}`);
  check(
    "it logs for programs",
    log()
      .trim()
      .split("\n")
      .every((line) => line.startsWith("{")),
    log().split("\n")[0],
  );
  const identity = spawnSync("ps", ["-o", "uid=,gid=", "-p", `${node.pid}`], { encoding: "utf8" }).stdout.trim();
  check("its process has the rights of nobody", /^65532\s+65532$/.test(identity), identity);
  node.kill("SIGTERM");
  const code = await ended;
  check("SIGTERM stops it in order", code === 0, `exit code ${code}`);
  const unhealthy = await health();
  check("a node that has ended is unhealthy", unhealthy.code === 1, unhealthy.output.trim());
} finally {
  node?.kill("SIGKILL");
  buildah("rm", container);
  rmSync(data, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
