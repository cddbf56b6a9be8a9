import { readFileSync } from "node:fs";
import { decodeModule } from "@ledger/move";
import { formatModuleId, Path, Transaction, writeOpData, writesOf } from "@ledger/types";
import { type Network, needsVector, networks, readVectorBytes, testNetworks } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { frameworkNatives, unsupportedNatives } from "../src/natives/index.ts";

/** Functions that compilers replace by instructions: nothing calls them. */
const instructions = new Set(
  ["borrow", "borrow_mut", "destroy_empty", "empty", "length", "pop_back", "push_back", "swap"].map(
    (name) => `0x1::vector::${name}`,
  ),
);

/** The functions without code that a network's framework declares. */
function declaredNatives(network: string): string[] {
  const transaction = Transaction.decode(readVectorBytes(`genesis/${network}.genesis.blob`));
  if (transaction.kind !== "GenesisTransaction" || transaction.value.kind !== "Direct") throw new Error("no genesis");
  const names: string[] = [];
  for (const [key, op] of writesOf(transaction.value.value.writeSet)) {
    if (key.kind !== "AccessPath") continue;
    const path = Path.decode(key.value.path);
    if (path.kind !== "Code") continue;
    const module = decodeModule(writeOpData(op)!);
    for (const { handle, code } of module.functionDefinitions) {
      const name = module.identifiers[module.functionHandles[handle]!.name]!;
      if (code === undefined) names.push(`${formatModuleId(path.value)}::${name}`);
    }
  }
  return names;
}

describe("natives of published frameworks", () => {
  const counts = {
    mainnet: 83,
    testnet: 81,
    previewnet3: 132,
    randomnet: 130,
    "devnet-2025-11": 164,
    devnet: 168,
  } satisfies Record<Network, number>;

  testNetworks(networks, "every native of %s is known", (network) => {
    const declared = declaredNatives(network);
    expect(declared.length).toBe(counts[network]);
    expect(declared.filter((name) => !frameworkNatives.has(name) && !instructions.has(name))).toEqual([]);
  });

  test("the list of what is not implemented holds no other", needsVector("genesis/devnet.genesis.blob"), () => {
    const declared = new Set(["randomnet", "devnet"].flatMap(declaredNatives));
    expect(unsupportedNatives.filter((name) => !declared.has(name))).toEqual([]);
  });

  test("the README's table is that list", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const section = readme.slice(readme.indexOf("## Natives"), readme.indexOf("`unsupportedNatives` is the same list"));
    const rows = [...section.matchAll(/^\| `(0x\w+::\w+)` \| (.*) \|$/gm)];
    const listed = rows.flatMap(([, module, names]) =>
      [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => `${module}::${name}`),
    );
    expect(listed).toEqual(unsupportedNatives);
  });
});
