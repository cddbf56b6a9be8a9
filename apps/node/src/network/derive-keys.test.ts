import { Account } from "@aptos-labs/ts-sdk";
import { bytesToHex, hexToBytes } from "@ledger/types";
import { expect, test } from "vitest";
import { accountPath, deriveEd25519Key } from "./derive-keys.ts";
import { ownKeys } from "./own-keys.ts";

// SLIP-0010, test vectors 1 and 2 for ed25519.
const first = "000102030405060708090a0b0c0d0e0f";
const second =
  "fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542";

test.each([
  [first, [], "2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7"],
  [first, [0], "68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3"],
  [first, [0, 1], "b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2"],
  [first, [0, 1, 2], "92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9"],
  [first, [0, 1, 2, 2], "30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662"],
  [first, [0, 1, 2, 2, 1_000_000_000], "8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793"],
  [second, [], "171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012"],
  [second, [0], "1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635"],
  [second, [0, 2_147_483_647], "ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4"],
  [second, [0, 2_147_483_647, 1], "3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c"],
  [second, [0, 2_147_483_647, 1, 2_147_483_646, 2], "551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d"],
])("the seed %s has at %j the key that SLIP-0010 gives", (seed, path, key) => {
  expect(bytesToHex(deriveEd25519Key(hexToBytes(seed), path))).toBe(key);
});

const words = "test test test test test test test test test test test junk";

test("a mnemonic gives the accounts that the official client derives from it", async () => {
  const keys = (await ownKeys({ mnemonic: ` ${words.replaceAll(" ", "  ")} `, accounts: 3 }))!;
  const wanted = [0, 1, 2].map((index) => {
    const path = `m/${accountPath(index)
      .map((part) => `${part}'`)
      .join("/")}`;
    return Account.fromDerivationPath({ path, mnemonic: words }).privateKey.toUint8Array();
  });
  expect(keys.map(bytesToHex)).toEqual(wanted.map(bytesToHex));
});

test("private keys are taken as wallets and clients write them", async () => {
  const digits = "ab".repeat(32);
  const keys = await ownKeys({ privateKey: [`ed25519-priv-0x${digits}`, `0x${"01".repeat(32)}`] });
  expect(keys!.map(bytesToHex)).toEqual([digits, "01".repeat(32)]);
  expect(await ownKeys({})).toBeUndefined();
});

test("what is no mnemonic or no key is refused without showing it", async () => {
  const misspelt = words.replace("junk", "jnuk");
  const swapped = words.replace("test junk", "junk test");
  for (const mnemonic of [misspelt, swapped, "test"]) {
    const refused = await ownKeys({ mnemonic }).catch((error: Error) => error.message);
    expect(refused).toMatch(/^--mnemonic: expected 12, 15, 18, 21 or 24 words of BIP-39/);
    expect(refused).not.toContain("test");
  }
  for (const key of ["0xabcd", `0x${"zz".repeat(32)}`]) {
    const refused = await ownKeys({ privateKey: [key] }).catch((error: Error) => error.message);
    expect(refused).toBe("--private-key: expected an Ed25519 key of 32 bytes, such as ed25519-priv-0x… or 0x…");
  }
  const twice = `0x${"01".repeat(32)}`;
  await expect(ownKeys({ privateKey: [twice, twice] })).rejects.toThrow("--private-key: the same key is given twice");
});
