// Runs turbo without its telemetry, on every system alike: `VAR=1 turbo` is the language of one shell only.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const root = new URL("../../../package.json", import.meta.url);
const turbo = createRequire(root).resolve("turbo/bin/turbo");
const env = { ...process.env, DO_NOT_TRACK: "1", TURBO_TELEMETRY_DISABLED: "1" };
const { status } = spawnSync(process.execPath, [turbo, ...process.argv.slice(2)], { stdio: "inherit", env });
process.exitCode = status ?? 1;
