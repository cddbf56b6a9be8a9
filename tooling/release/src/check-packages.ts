// `pnpm check packages`: packs every package that is published as it would be published, and checks what its users get:
// our own rules, publint, and "are the types wrong".
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { unpack } from "@publint/pack";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { checkPacked, type Packed } from "./package-rules.ts";
import { listPublished, type Manifest, type Package, readManifest, root } from "./workspace.ts";

interface Tarball extends Packed {
  readonly bytes: Uint8Array;
}

/** Packs a package and reads the tarball. */
async function pack(one: Package, destination: string): Promise<Tarball> {
  const file = join(destination, `${one.path.replaceAll("/", "-")}.tgz`);
  execFileSync("pnpm", ["pack", "--out", file], {
    cwd: join(root, one.path),
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const bytes = new Uint8Array(readFileSync(file));
  const { files, rootDir } = await unpack(bytes);
  const contents = new Map(files.map(({ name, data }) => [name.slice(rootDir.length + 1), data]));
  const packed = JSON.parse(new TextDecoder().decode(contents.get("package.json"))) as Manifest;
  return { ...one, packed, files: contents, bytes };
}

async function lint({ path, files }: Tarball): Promise<string[]> {
  const listed = [...files].map(([name, data]) => ({ name: join(root, path, name), data }));
  const { messages, pkg } = await publint({
    pkgDir: join(root, path),
    strict: true,
    level: "warning",
    pack: { files: listed },
  });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

/** CommonJS and resolution without `exports` are not supported: packages are ES modules. */
const unsupported = ["node10", "node16-cjs"];

async function checkTypes({ bytes, packed }: Tarball): Promise<string[]> {
  const entries = Object.keys(packed.exports ?? {}).filter((entry) => !entry.endsWith(".json"));
  if (entries.length === 0) return [];
  const result = await checkPackage(createPackageFromTarballData(bytes));
  if (!result.types) return ["types: there are none"];
  return result.problems
    .filter((problem) => !("resolutionKind" in problem && unsupported.includes(problem.resolutionKind)))
    .map((problem) => `types: ${JSON.stringify(problem)}`);
}

const destination = mkdtempSync(join(tmpdir(), "ledger-pack-"));
let failed = 0;
try {
  const repository = { manifest: readManifest(root), exists: (path: string) => existsSync(join(root, path)) };
  for (const one of listPublished()) {
    const tarball = await pack(one, destination);
    const problems = [...checkPacked(tarball, repository), ...(await lint(tarball)), ...(await checkTypes(tarball))];
    const size = [...tarball.files.values()].reduce((sum, { length }) => sum + length, 0);
    const figures = `${tarball.files.size} files, ${Math.ceil(tarball.bytes.length / 1024)} KiB packed, ${Math.ceil(size / 1024)} unpacked`;
    process.stdout.write(`${problems.length === 0 ? "ok  " : "FAIL"} ${one.manifest.name}: ${figures}\n`);
    for (const problem of problems) process.stdout.write(`     ${problem}\n`);
    failed += problems.length;
  }
} finally {
  rmSync(destination, { recursive: true, force: true });
}
if (failed > 0) process.stdout.write(`${failed} problems\n`);
process.exitCode = failed === 0 ? 0 : 1;
