import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../../../shared/vectors/", import.meta.url);

/** Whether the shared test vectors lie beside this repository. */
export const vectorsAvailable: boolean = existsSync(root);

/** File system path of a vector file, e.g. `genesis/mainnet.genesis.blob`, for programs that take a path. */
export function vectorPath(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/** Reads a vector file as bytes. */
export function readVectorBytes(path: string): Uint8Array {
  return new Uint8Array(readFileSync(vectorPath(path)));
}

/** Reads a vector file as text. */
export function readVectorText(path: string): string {
  return readFileSync(vectorPath(path), "utf8");
}

/** Reads a JSON vector file. The caller states the shape, which the file's own head describes. */
export function readVectorJson<T>(path: string): T {
  return JSON.parse(readVectorText(path)) as T;
}
