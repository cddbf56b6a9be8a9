// Puts the files of a container image into a folder: node tooling/deploy/src/stage.mjs FOLDER. The bundle must be there.
// FOLDER/app is read-only at run time; FOLDER/data is empty, for the ledger.
import { cpSync, mkdirSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("name the folder to write to");

const node = fileURLToPath(new URL("../../../apps/node/", import.meta.url));
const deploy = fileURLToPath(new URL("../../../deploy/", import.meta.url));
const app = join(target, "app");

const copy = (from, name, filter = () => true) =>
  cpSync(join(from, name), join(app, name), { recursive: true, filter });
mkdirSync(app, { recursive: true });
mkdirSync(join(target, "data"), { recursive: true });
copy(node, "dist", (path) => !path.endsWith(".map"));
for (const name of ["package.json", "LICENSE"]) copy(node, name);
copy(deploy, "healthcheck.mjs");

// The one package that is not in the bundle: its code, and its binary for this system alone, a tenth of what it brings.
const driver = realpathSync(join(node, "node_modules/better-sqlite3"));
const packages = join(app, "node_modules/better-sqlite3");
for (const name of ["package.json", "LICENSE", "lib"])
  cpSync(join(driver, name), join(packages, name), { recursive: true });
const binary = `${process.platform}-${process.arch}.node`;
if (!readdirSync(join(driver, "prebuilds")).includes(binary)) throw new Error(`better-sqlite3 has no ${binary}`);
cpSync(join(driver, "prebuilds", binary), join(packages, "prebuilds", binary));
