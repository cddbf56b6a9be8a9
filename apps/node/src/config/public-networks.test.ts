import { deriveGenesis, formatHash, formatWaypoint } from "@ledger/types";
import { readVectorBytes, readVectorText } from "@ledger/vectors";
import { expect, test } from "vitest";
import { isPermanentNetwork, networkNames, publicNetworks } from "./public-networks.ts";

test.each(["mainnet", "testnet"] as const)("what is built in of %s is what its published genesis makes", (name) => {
  const { chainId, transactionHash, waypoint } = deriveGenesis(readVectorBytes(`genesis/${name}.genesis.blob`));
  const known = publicNetworks[name];
  expect([known.chainId, known.genesisHash, known.waypoint]).toEqual([
    chainId,
    formatHash(transactionHash).replace(/^0x/, ""),
    formatWaypoint(waypoint),
  ]);
  expect(known.waypoint).toBe(readVectorText(`genesis/${name}.waypoint.txt`).trim());
});

test("every network has a place of its own where its files are published", () => {
  const places = networkNames.map((name) => publicNetworks[name].published);
  expect(new Set(places).size).toBe(networkNames.length);
  for (const [index, name] of networkNames.entries()) expect(places[index]).toMatch(new RegExp(`^https://.*/${name}$`));
});

test("a network is permanent by its genesis, and that of a known snapshot by its chain id", () => {
  const genesisHash = deriveGenesis(readVectorBytes("genesis/testnet.genesis.blob")).transactionHash;
  expect(isPermanentNetwork({ chainId: 2, genesisHash })).toBe(true);
  expect(isPermanentNetwork({ chainId: 2, genesisHash: undefined })).toBe(true);
  expect(isPermanentNetwork({ chainId: 1, genesisHash })).toBe(false);
  expect(isPermanentNetwork({ chainId: 4, genesisHash })).toBe(false);
});
