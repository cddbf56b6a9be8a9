import type { ForkCache } from "../fork/fork-cache.ts";
import { ForkError } from "../fork/fork-error.ts";

/** Unread characters of a number in the name of a folder or file. */
const chainName = /^\d{1,3}$/;

/**
 * A folder of caches: `CHAIN/VERSION.jsonl`. A file is replaced in one step, so that processes may share the folder.
 *
 * @param path - made when something is kept
 * @throws ForkError `cache_unusable` on hosts without files
 */
export function folderForkCache(path: string): ForkCache {
  // Asked for by name, so that bundles for browsers can hold this module.
  const host = globalThis.process as typeof process | undefined;
  const files = host?.getBuiltinModule?.("node:fs/promises");
  if (files === undefined) throw new ForkError("cache_unusable", "this platform has no file system for a cache");
  const nameOf = (chainId: number, version: bigint): string => `${path}/${chainId}/${version}.jsonl`;
  const orNothing = (error: unknown): undefined => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new ForkError("cache_unusable", `the cache ${path} cannot be read`, { cause: error });
  };

  async function load(chainId: number, version: bigint): Promise<string | undefined> {
    return files!.readFile(nameOf(chainId, version), "utf8").catch(orNothing);
  }

  return {
    name: path,
    load,
    async chainsAt(version) {
      const names = (await files.readdir(path).catch(orNothing)) ?? [];
      const chains = names.filter((name) => chainName.test(name)).map(Number);
      const texts = await Promise.all(
        chains.map((chain) => files.access(nameOf(chain, version)).then(() => true, orNothing)),
      );
      return chains.filter((_, index) => texts[index]).sort((a, b) => a - b);
    },
    async save(chainId, version, text) {
      const name = nameOf(chainId, version);
      const draft = `${name}.${host!.pid}.${crypto.randomUUID()}.tmp`;
      try {
        await files.mkdir(`${path}/${chainId}`, { recursive: true });
        await files.writeFile(draft, text, { flush: true });
        await files.rename(draft, name);
      } catch (cause) {
        await files.rm(draft, { force: true });
        throw new ForkError("cache_unusable", `the cache ${path} cannot be written`, { cause });
      }
    },
  };
}
