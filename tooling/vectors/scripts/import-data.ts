// Copies what may be committed of ../shared/vectors into data/, or compares with --check.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { mayCommitFile, mayCommitLine } from "../src/licence.ts";

const source = fileURLToPath(new URL("../../../../shared/vectors/", import.meta.url));
const target = fileURLToPath(new URL("../data/", import.meta.url));
/** From this size on a file is compressed; small ones stay readable. */
const largeBytes = 128 * 1024;

const wanted = new Map<string, Uint8Array>();
for (const path of filesOf(source)) {
  if (path.endsWith("README.md") || !mayCommitFile(path)) continue;
  const bytes = path.endsWith(".json")
    ? withoutLaterCases(readFileSync(join(source, path)))
    : readFileSync(join(source, path));
  if (bytes.length < largeBytes) wanted.set(path, bytes);
  else wanted.set(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

if (process.argv.includes("--check")) {
  const present = filesOf(target).filter((path) => !path.endsWith("README.md"));
  const wrong = [...new Set([...present, ...wanted.keys()])].filter((path) => {
    const bytes = wanted.get(path);
    return bytes === undefined || !existsSync(join(target, path)) || !readFileSync(join(target, path)).equals(bytes);
  });
  for (const path of wrong) process.stderr.write(`differs from ../shared/vectors: ${path}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} else {
  for (const path of filesOf(target)) if (!path.endsWith("README.md")) rmSync(join(target, path));
  for (const [path, bytes] of wanted) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), bytes);
  }
  const bytes = [...wanted.values()].reduce((sum, { length }) => sum + length, 0);
  process.stdout.write(`${wanted.size} files, ${bytes} bytes\n`);
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => relative(folder, join(folder, path)))
    .sort();
}

/** Drops the lines of cases that may not be committed, and the comma before a list's end that this leaves. */
function withoutLaterCases(bytes: Buffer): Buffer {
  const lines = bytes.toString("utf8").split("\n");
  const kept = lines.filter(mayCommitLine);
  if (kept.length === lines.length) return bytes;
  const text = kept.join("\n").replace(/,(\n\s*\])/g, "$1");
  JSON.parse(text);
  return Buffer.from(text);
}
