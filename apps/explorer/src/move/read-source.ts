import { toFailure } from "../api/failure.ts";
import { keep } from "../api/keep.ts";
import { node } from "../api/node.ts";
import { parseHex } from "../text/hex.ts";
import type { At } from "../version/at.ts";
import { findNames, type SourceNames } from "./source-names.ts";
import { type FunctionSource, findFunctions } from "./source-text.ts";

/** Packages of an account, as its package registry lists them. */
export interface PublishedModule {
  readonly name: string;
  readonly package: string;
  /** Compressed source as hex; `0x` when the publisher left it out. */
  readonly source: string;
}

/** The registry of the framework takes a megabyte. */
const keptSources = 12;

/** Characters of a source that are read; a small compressed text may contain a huge one. */
const longest = 1_000_000;

const readRegistry = keep(keptSources, async (address: string, at: At): Promise<readonly PublishedModule[]> => {
  const params = { address, resource_type: "0x1::code::PackageRegistry" };
  const { value } = await node.call("get_account_resource", { params, query: { ledger_version: at } });
  return listModules(value.data);
});

/**
 * The modules of an account by their packages; empty when the account has published nothing by a package.
 *
 * @throws ApiFailure or ClientError when the node does not tell: that says nothing of what was published
 */
export async function readPublished(address: string, at: At): Promise<readonly PublishedModule[]> {
  try {
    return await readRegistry(address, at);
  } catch (error) {
    if (toFailure(error).status === 404) return [];
    throw error;
  }
}

function listModules(registry: unknown): readonly PublishedModule[] {
  const { packages } = (registry ?? {}) as {
    readonly packages?: readonly {
      readonly name?: unknown;
      readonly modules?: readonly { readonly name?: unknown; readonly source?: unknown }[];
    }[];
  };
  return (packages ?? []).flatMap(({ name: packageName, modules }) =>
    (modules ?? []).flatMap(({ name, source }) =>
      typeof name === "string" && typeof source === "string" ? [{ name, package: String(packageName), source }] : [],
    ),
  );
}

/** The source of a module with what it says about its functions. Nothing proves that the bytecode was made from it. */
export interface ModuleSource {
  readonly text: string;
  readonly functions: ReadonlyMap<string, FunctionSource>;
  readonly names: SourceNames;
}

/**
 * The source that was published with a module; `undefined` when there is none that can be read.
 *
 * @throws ApiFailure or ClientError when the node does not tell
 */
export async function readSource(address: string, name: string, at: At): Promise<ModuleSource | undefined> {
  const published = (await readPublished(address, at)).find((module) => module.name === name);
  const text = published && (await readText(published));
  return text === undefined ? undefined : { text, functions: findFunctions(text), names: findNames(text) };
}

/** The text of a source; `undefined` where there is none that can be read. */
export async function readText({ source }: PublishedModule): Promise<string | undefined> {
  const bytes = parseHex(source);
  if (bytes === undefined || bytes.length === 0) return undefined;
  try {
    return await gunzip(bytes);
  } catch {
    return undefined;
  }
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > longest) {
      await reader.cancel();
      return text.slice(0, longest);
    }
  }
}
