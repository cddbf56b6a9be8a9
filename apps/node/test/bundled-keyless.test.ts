// What bundlers make of a package in the older form differs from what Node makes of it: this asks the bundle itself.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hexToBytes } from "@ledger/types";
import { expect, test } from "vitest";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

test("the bundle hashes what a keyless proof is about", async () => {
  const file = readdirSync(dist).find((name) => /^public-inputs-.*\.js$/.test(name));
  const { publicInputsHash } = (await import(/* @vite-ignore */ pathToFileURL(join(dist, file!)).href)) as {
    publicInputsHash(statement: unknown, configuration: unknown): Promise<bigint>;
  };
  // Of a transaction of testnet, whose proof verifies with this number: see the executor's tests.
  const statement = {
    publicKey: {
      issVal: "https://accounts.google.com",
      idc: hexToBytes("7b5f20d5625f664573760b7c010f33e5399419885403340a547fa6879a94f92a"),
    },
    signature: {
      ephemeralPubkey: {
        kind: "Ed25519",
        value: hexToBytes("c588ac42b8e68a9eebbd45cd96599981664fabdb87de53a7119d9111c6bc6224"),
      },
      expDateSecs: 1_781_923_588n,
      jwtHeaderJson: '{"alg":"RS256","kid":"41b2e11ff9ca26e78c025a9d4a429cb06013956e","typ":"JWT"}',
    },
    certificate: { expHorizonSecs: 10_000_000n, extraField: undefined, overrideAudVal: undefined },
    jwk: {
      n: "rzeCTKm9k6vnoo_wIvfuGI-kChM1aGoxUgh-GyZdk6jWdVo0Zy8SY4JysW_SZl1Cl_7ah4drYauiynraU-Z_FlF1k3h023Ztc6SNGl6R7Rypi46UlxHUyD2wIc6oozDEVnxBDL5VdvlsvtjAPJRNC3WK6mgQvHmBpAOnrDfGSOytzABzF-Zdz5exQ69eapA0IbOjiy6Az2GYEhIBkhlMc9Ds4lv-cN977HYdflUdsusL_phjOJtm9A9qQ8NMG41Q1tBb6qwz6-NFz_uaxCbeE5Ny1ka4K3m0o775SPjOZoCbDw7tddKct9sr9eQ2H9z-1MbDOwi30Lyu54hUfk7szw",
    },
  };
  const sizes = { maxCommittedEpkBytes: 93, maxIssValBytes: 120, maxExtraFieldBytes: 350, maxJwtHeaderB64Bytes: 300 };
  expect(await publicInputsHash(statement, sizes)).toBe(
    21279996849999960480630309853199340811197829025856581733571568820332584254175n,
  );
});
