import { hexToBytes } from "@ledger/types";
import { ristretto255_hasher } from "@noble/curves/ed25519.js";
import { sha3_512 } from "@noble/hashes/sha3.js";
import { describe, expect, test } from "vitest";
import { utf8Encoder } from "../../host.ts";
import { MerlinTranscript } from "./merlin-transcript.ts";
import { readRangeProof, verifyRangeProof } from "./range-proof.ts";
import * as ristretto from "./ristretto255.ts";

const text = (content: string): Uint8Array => utf8Encoder.encode(content);

test("a transcript gives the published challenge of its protocol", () => {
  const transcript = new MerlinTranscript(text("test protocol"));
  transcript.append("some label", text("some data"));
  expect(Buffer.from(transcript.challenge("challenge", 32)).toString("hex")).toBe(
    "d5a21972d0d5fe320c0d263fac7fffb8145aa640af6e9bca177c03c7efcf0615",
  );
});

// Proofs that version 1 of the bulletproofs crate made (its tests/range_proof.rs, MIT): values 0, 1, … below 2^8.
const domain = text("Deserialize-And-Verify Test");
const commitments = [
  "90b0c2fe57934dff9f5396e135e7d72b82b3c5393e1843178918eb2cf28a5f3c",
  "74256a3e2a7fe948210c4095195ae4db3e3498c6c5fddc2afb226c0f1e97e468",
].map(hexToBytes);
const one =
  "46b6ea8b6a9710c41c2622d4b353dbcf5f89afe8ed66c469f192bec19dc71d23c0442827f97fc9085a89caa87d294b0a21e7b8957732ec4951f6bf7d3aa2c66e7af3b7b956c7dcb3bed1223575a217a30642b603b6bf1d4138ed95e3458c524510b42c8d82958f40b447a84242b1ba1eeea54013f80bad643048eeb0b17c292a057cb6ae1c42338837c05eaa6336a17d60fa141204e015a1df15b28c1318c709d7eb35569cde89c0bf37eace54880a151498b38da54c6d739564f46f01b73601e518355ea06c9ef58a45fcb3baadbd1ac54e0838c471a6b91845f123d569fa0c46ef94471b7b826230e8576146beec08ac3e6683998815c576581f4c0e493433480f95f6495210636eaa2e32b577e1c363e35e522db85b18a56d57eb626f9e2b50578e0d7ee7b74b328e158b366bb9d117db725820a2fec3b1508212d75823345a801c0b602bfa05919d7e3bb8e71944587072badc363f334b08ba90d13e077ad24b82bacd51fc668d2b880daabd3b87e6bdc9584af66523026a30aadfc359283891bb65cca502f47421ffeee1fb5a5237bfa965b66a8b8ca5d6954f4f8222244c6a5340dc81e8d781d092cae2a763f185dd0b89965b1dd2506807b5d3e5a305fd9a68e60b91389dcffae6f85538713aa7ed272b8174e2f0b9730ebb6c464d06";
const two =
  "96cb7f843c95f494b5b97d74d29ad855eda25a9b09a51c04275d5f79b988055dee65c2accc2d77f281ff9e1933a470f40d467ae7a557e922a6d0cf07db09e3655a7d82cfe9262b7ad49953b765f0e85ff71730526d43b902b9e50e88f1b13a1ca0fed50530b4a22307a4eebf2d49127f1899a5b6b0b68f25d078972ec53a555fa371422ef112b34b08d45c37cca5bd6039f7644162e073918502a0585f9e3803e59f6e6b1646e38716a0704b8232f397c9ee6222a971dec8b8518b5dc6101308e188f22a47baf5139d069183a657287cabfe744e7f4871676d5b85321374710fd4f69cd96053c09ee529fe1e235765d3410593c7b8caff21c13d8efb175f540306bf4a841d05a2f78dae3e2382d4d0662f15f282b47a435a2b1d3f9bcaff0d14a4d44ba466ea0e63664656e715d60b42866626cd3a039d08c6428b3c4f60106610d97ead55e1af253353ddb313c65b4a6dd65ec4555c62dde57653db51db111ef42cfb0bf7621e14509634d3616ec9b46a12ab2b187668a6207a4838d04e0b01aca5f4002ee00a901319d876ab8ebb6619c81f2afc2016e48b7e1cf14577af1abccea0100f3ee10cbc1b2ea5f46e0a4a25519f5c58ef15c2c38549e9240a615fc87210c68e6128476cb02dd5ce2b8fdbd407f23013ed1ab3fa86ff441788b31ab5375e5442e825ecf5d7f3060e3b2bbf96074f5dc121ec6f3460d8d27f2e4101f5d910181c6012f6345da390055929f6c6ba243b6f8ef2a1a62c49e9ae036703";

/** The bases of that crate: the group's own, and one that is hashed from it. */
const key = {
  valueBase: ristretto.basepoint,
  blindingBase: ristretto255_hasher.deriveToCurve!(sha3_512(ristretto.basepoint.toBytes())) as ristretto.RistrettoPoint,
};

function verify(proof: string, values = 1, bits = 8, label = domain): boolean {
  return verifyRangeProof(readRangeProof(hexToBytes(proof))!, key, commitments.slice(0, values), bits, label);
}

describe("range proofs", () => {
  test("published proofs of one and of two values hold", () => {
    expect(verify(one)).toBe(true);
    expect(verify(two, 2)).toBe(true);
  });

  test("for other commitments, ranges and domains they do not", () => {
    expect(verify(one, 1, 16)).toBe(false);
    expect(verify(one, 1, 8, text("another"))).toBe(false);
    expect(verify(two, 1, 16)).toBe(false);
    const swapped = [...commitments].reverse();
    expect(verifyRangeProof(readRangeProof(hexToBytes(two))!, key, swapped, 8, domain)).toBe(false);
    const otherKey = { valueBase: key.blindingBase, blindingBase: key.valueBase };
    expect(verifyRangeProof(readRangeProof(hexToBytes(one))!, otherKey, commitments.slice(0, 1), 8, domain)).toBe(
      false,
    );
  });

  test("no part may be changed", () => {
    const count = one.length / 64;
    for (let part = 0; part < count; part++) {
      const bytes = hexToBytes(one);
      bytes[32 * part]! ^= 2;
      const proof = readRangeProof(bytes);
      expect(proof === undefined || verifyRangeProof(proof, key, commitments.slice(0, 1), 8, domain)).toBe(
        proof === undefined,
      );
    }
    const infinite = hexToBytes(one).fill(0, 0, 32);
    expect(verifyRangeProof(readRangeProof(infinite)!, key, commitments.slice(0, 1), 8, domain)).toBe(false);
  });

  test("bytes that are no proof are refused", () => {
    const bytes = hexToBytes(one);
    for (const length of [0, 31, 7 * 32, 8 * 32, bytes.length - 1, bytes.length - 32]) {
      expect(readRangeProof(bytes.slice(0, length))).toBeUndefined();
    }
    expect(readRangeProof(hexToBytes(one).fill(0xff, bytes.length - 32))).toBeUndefined();
  });
});
