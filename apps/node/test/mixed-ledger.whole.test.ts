import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { followMixed } from "./support/mixed/follow.ts";

const run = { seed: 20_261_123, count: 500 };
randomTest(
  "a ledger of mixed load, with an upgrade of its framework, comes out the same in another process",
  run,
  async ({ seed, count }) => {
    const { versions, kinds, calls, output, code, equal } = await followMixed({ versions: count, seed, threads: 2 });
    expect([output.split("\n").filter((line) => line.startsWith("different")), equal]).toEqual([
      ["different    0"],
      versions,
    ]);
    expect(code).toBe(0);
    expect([...kinds.keys()]).toEqual(
      expect.arrayContaining([
        "BlockMetadata",
        "BlockMetadataExt",
        "BlockEpilogue",
        "EntryFunction Ed25519 Success",
        "EntryFunction Ed25519 MoveAbort",
        "EntryFunction Ed25519 OutOfGas",
        "EntryFunction Abstract Success",
        "EntryFunction SingleKey(Keyless) Success",
        "EntryFunction SingleKey(FederatedKeyless) Success",
        "EntryFunction MultiKey(Ed25519 FederatedKeyless) Success",
        "EncryptedPayload Decrypted Ed25519 Success",
        "EncryptedPayload FailedDecryption Ed25519 MiscellaneousError",
        "Payload Ed25519 Success",
        "Script Ed25519 Success",
      ]),
    );
    expect([...calls.keys()]).toEqual(
      expect.arrayContaining([
        "account::rotate_authentication_key",
        "code::publish_package_txn",
        "jwks::update_federated_jwk_set",
      ]),
    );
  },
);

const followed = { seed: 20_261_124, count: 100 };
randomTest("a node that follows a ledger of mixed load executes all of it to the same", followed, async (options) => {
  const { count, seed } = options;
  const { versions, output, code, equal } = await followMixed({ versions: count, seed, threads: 1, follows: true });
  expect([code, equal], output).toEqual([0, versions]);
});
