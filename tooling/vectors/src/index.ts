import { needs } from "@ledger/test-run/needs";
import { describe, type TestOptions, test } from "vitest";
import { hasVector } from "./files.ts";

export {
  allVectorsAvailable,
  hasVector,
  readVectorBytes,
  readVectorJson,
  readVectorText,
  vectorPath,
} from "./files.ts";

/** Networks whose genesis is a vector. That of `devnet` is of July 2026 and may not be committed. */
export const networks = ["mainnet", "testnet", "devnet", "devnet-2025-11", "randomnet", "previewnet3"] as const;

/** A network of {@link networks}. */
export type Network = (typeof networks)[number];

/** The network with the newest framework that is here: the committed one is of November 2025. */
export const newestNetwork: Network = hasVector("genesis/devnet.genesis.blob") ? "devnet" : "devnet-2025-11";

/** Generated requests that call functions the framework of {@link newestNetwork} does not have, by id. */
export const laterRequests: ReadonlySet<string> = new Set(
  newestNetwork === "devnet" ? [] : [58, 116, 138, 141, 147, 189, 194].map((number) => `aptos-a1-${number}`),
);

/** Options of a test or a group that reads a vector which may not be committed: it is skipped where that is absent. */
export function needsVector(path: string): TestOptions {
  return needs(`${path} of ../shared/vectors`, hasVector(path));
}

/**
 * Groups tests that read vectors.
 *
 * @param name - needs the file too where it is the path of one
 * @param needs - files that may not be committed. Where one of them is absent, a skipped test stands for the group, by name:
 *   the group itself may read vectors while it is collected
 */
export function describeVectors(name: string, tests: () => void, needs: readonly string[] = []): void {
  const missing = (isPath(name) ? [name, ...needs] : needs).find((path) => !hasVector(path));
  if (missing === undefined) describe(name, tests);
  else describe(name, () => test("a test stands for the group", needsVector(missing), () => undefined));
}

/** Returns true if a name is that of a vector file. */
const isPath = (name: string): boolean => /^[\w./-]+\.(?:json|blob)$/.test(name);

/** One group of tests for each network, named after it. */
export function describeNetworks<N extends Network>(wanted: readonly N[], tests: (network: N) => void): void {
  for (const network of wanted) describeVectors(network, () => tests(network), [`genesis/${network}.genesis.blob`]);
}

/** One test for each network; `name` holds `%s` where the network's name goes. */
export function testNetworks<N extends Network>(
  wanted: readonly N[],
  name: string,
  run: (network: N) => Promise<void> | void,
): void {
  for (const network of wanted) {
    test(name.replace("%s", network), needsVector(`genesis/${network}.genesis.blob`), () => run(network));
  }
}
