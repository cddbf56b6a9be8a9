import { decodeModule } from "@ledger/move";
import { decodeStateKey, deriveGenesis, Path } from "@ledger/types";
import { describeNetworks, networks } from "@ledger/vectors";
import { readVectorBytes } from "@ledger/vectors/files";
import { expect, test } from "vitest";
import { Overlay } from "../../src/index.ts";
import type { BundledModule } from "../../src/publish/bundle.ts";
import { checkEvents } from "../../src/publish/check-events.ts";
import { checkMetadata } from "../../src/publish/check-metadata.ts";
import { checkResourceGroups } from "../../src/publish/check-resource-groups.ts";
import { allRules, statusOf } from "./crafted.ts";

/** The modules of a network's genesis, each as an upgrade of itself. */
function publishedModules(network: string): {
  readonly state: Overlay;
  readonly modules: readonly BundledModule[];
} {
  const { writes } = deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
  const modules: BundledModule[] = [];
  for (const { key, value } of writes) {
    const decoded = decodeStateKey(key);
    if (decoded.kind !== "AccessPath" || value === undefined) continue;
    const path = Path.decode(decoded.value.path);
    if (path.kind !== "Code") continue;
    const module = decodeModule(value);
    modules.push({ ...path.value, bytes: value, module, older: { bytes: value, module } });
  }
  return { state: Overlay.of(writes), modules };
}

describeNetworks(networks, (network) => {
  test("every published module may be published", async () => {
    const { state, modules } = publishedModules(network);
    expect(modules.length).toBeGreaterThan(60);
    const refused: string[] = [];
    for (const bundled of modules) {
      for (const check of [
        () => checkMetadata(bundled.module, allRules),
        () => checkResourceGroups([bundled], state, allRules),
        () => checkEvents(bundled),
      ]) {
        if ((await statusOf(check)) !== undefined) refused.push(bundled.name);
      }
    }
    expect(refused).toEqual([]);
    expect(await statusOf(() => checkResourceGroups(modules, state, allRules))).toBeUndefined();
  });
});
