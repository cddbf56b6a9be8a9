import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** The vectors that are part of the repository; large files are compressed. */
const committed = new URL("../data/", import.meta.url);
/** All of the vectors, where they lie next to the checkout. */
const shared = new URL("../../../../shared/vectors/", import.meta.url);
const unpacked = fileURLToPath(new URL("../node_modules/.cache/unpacked/", import.meta.url));

/** True if the folder with all vectors lies next to the checkout. */
export const allVectorsAvailable: boolean = existsSync(shared);

/** Returns true if a vector file can be read here, e.g. `genesis/devnet.genesis.blob`. */
export function hasVector(path: string): boolean {
  return findVector(path) !== undefined;
}

/** File system path of a vector file, e.g. `genesis/mainnet.genesis.blob`, for programs that take a path. */
export function vectorPath(path: string): string {
  const found = expectVector(path);
  return found.endsWith(".gz") && !path.endsWith(".gz") ? unpack(found, path) : found;
}

/** Reads a vector file as bytes. */
export function readVectorBytes(path: string): Uint8Array {
  const found = expectVector(path);
  const bytes = readFileSync(found);
  return new Uint8Array(found.endsWith(".gz") && !path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
}

/** Reads a vector file as text. */
export function readVectorText(path: string): string {
  return new TextDecoder().decode(readVectorBytes(path));
}

/** Reads a JSON vector file. The caller states the shape, which the file's own head describes. */
export function readVectorJson<T>(path: string): T {
  return JSON.parse(readVectorText(path)) as T;
}

/** The whole file comes first: of some, a part may not be committed. */
function findVector(path: string): string | undefined {
  const places = [new URL(path, shared), new URL(path, committed), new URL(`${path}.gz`, committed)];
  return places.map((url) => fileURLToPath(url)).find((place) => existsSync(place));
}

function expectVector(path: string): string {
  const found = findVector(path);
  if (found === undefined) throw new Error(`the vector file ${path} is not here`);
  return found;
}

/** Unpacks a file once, next to the installed packages. Its name tells its content. */
function unpack(packed: string, path: string): string {
  const bytes = readFileSync(packed);
  const target = join(unpacked, createHash("sha256").update(bytes).digest("hex").slice(0, 16), basename(path));
  if (existsSync(target)) return target;
  mkdirSync(join(target, ".."), { recursive: true });
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, gunzipSync(bytes));
  renameSync(draft, target);
  return target;
}
