import { readFileSync } from "node:fs";
import { root } from "@ledger/check-docs/files";
import { buildScript } from "@ledger/move";
import { hexToBytes } from "@ledger/types";
import { encodeStateAnswer, readStateAnswerJson } from "@ledger/verifier";
import { describe, expect, test } from "vitest";
import { faultOf, showValue } from "../src/inspect/inspect.ts";
import { inspectCode } from "../src/inspect/inspect-code.ts";
import { inspectProof } from "../src/inspect/inspect-proof.ts";
import { inspectBySchema, readSchema } from "../src/inspect/inspect-schema.ts";

describe("bytecode", () => {
  // Made by the Move compiler.
  const tipJar = readFileSync(`${root}examples/cover-a-module/build/TipJar/bytecode_modules/tip_jar.mv`);

  test("is shown with interface and instructions", () => {
    for (const wanted of ["", "0xcafe", "0xcafe::tip_jar", " 0x000cafe "]) {
      const found = inspectCode(tipJar, wanted);
      expect(found).toMatchObject({ kind: "code", name: "0xcafe::tip_jar" });
      if (found.kind !== "code") return;
      expect(JSON.parse(found.abi)).toMatchObject({ address: "0xcafe", name: "tip_jar" });
      expect(found.assembly).toContain("public entry fun tip(&signer, address, u64) acquires Jar {");
      expect(found.assembly).toMatch(/call 0x1::aptos_account::transfer$/m);
    }
  });

  test("of another module or address is refused, and so is what is none", () => {
    expect(inspectCode(tipJar, "0x1")).toEqual({
      kind: "refused",
      message: "these bytes are 0xcafe::tip_jar, not of 0x1",
    });
    expect(inspectCode(tipJar, "0xcafe::other")).toMatchObject({ message: expect.stringContaining("0xcafe::other") });
    for (const wanted of ["0xx", "::", "0x1::"]) expect(inspectCode(tipJar, wanted).kind).toBe("refused");
    expect(inspectCode(Uint8Array.of(), "").kind).toBe("refused");
    expect(inspectCode(tipJar.subarray(0, 100), "")).toMatchObject({ kind: "refused" });
  });

  test("of a script is shown, too", () => {
    // Version 3, one empty signature, ld_u64 6, ld_u64 0, div, pop, ret: a script of the first public network.
    const script = "a11ceb0b03000000010500010000000005060600000000000000060000000000000000" + "1a0102";
    const found = inspectCode(hexToBytes(script), "");
    expect(found).toMatchObject({ kind: "code", name: "script" });
    expect(found.kind === "code" && found.assembly).toContain("0: ld_u64 6\n    1: ld_u64 0\n    2: div\n");
  });

  test("of a script that calls a module is not taken for that module, nor is a part of it", () => {
    const callee = { function: "0x1::aptos_account::transfer", params: ["&signer", "address", "u64"], returns: [] };
    const code = [["move_loc", 0], ["move_loc", 1], ["move_loc", 2], ["call", callee.function], ["ret"]] as const;
    const script = buildScript({ params: callee.params, imports: { functions: [callee] }, code });
    expect(inspectCode(script, "")).toMatchObject({ kind: "code", name: "script" });
    for (const other of [script.subarray(0, -1), Uint8Array.of(...script, 0), Uint8Array.of(...tipJar, 0)])
      expect(inspectCode(other, "")).toEqual({ kind: "refused", message: "more bytes follow the module" });
  });
});

describe("a schema", () => {
  const yaml =
    "Coin:\n  STRUCT:\n    - name: STR\n    - value: U64\nPurse:\n  NEWTYPESTRUCT:\n    SEQ:\n      TYPENAME: Coin\n";
  const bytes = hexToBytes("010474657374e803000000000000");

  test("of YAML or JSON reads bytes, by its last type or another one", () => {
    const json = JSON.stringify({
      Coin: { STRUCT: [{ name: "STR" }, { value: "U64" }] },
      Purse: { NEWTYPESTRUCT: { SEQ: { TYPENAME: "Coin" } } },
    });
    for (const text of [yaml, json]) {
      const found = inspectBySchema(readSchema(text), "", bytes);
      expect(found).toMatchObject({ kind: "tree", type: "Purse" });
      if (found.kind !== "tree") return;
      expect(faultOf(found.tree)).toBeUndefined();
      const [coin] = found.tree.children;
      expect(coin?.children.map(({ value }) => showValue(value))).toEqual(['"test"', "1000"]);
    }
    const cut = inspectBySchema(readSchema(yaml), "Coin", bytes.subarray(1, 4));
    expect(cut.kind === "tree" && faultOf(cut.tree)).toMatchObject({ code: "unexpected_end" });
  });

  test("that is none, or has no such type, is refused", () => {
    for (const text of ["", "a: [", "Coin: 1", "Coin:\n  STRUCT:\n    - x: F64", "*a", "x".repeat(500_001), "7"]) {
      expect(readSchema(text).kind, text.slice(0, 20)).toBe("refused");
    }
    expect(inspectBySchema(readSchema(yaml), "Bag", bytes)).toEqual({
      kind: "refused",
      message: "the schema has no type Bag",
    });
  });
});

describe("a proof", () => {
  // Of a ledger of one transaction, as in the README of the verifier.
  const readme = readFileSync(`${root}packages/verifier/README.md`, "utf8");
  const [, text = ""] = /const answer = (\{[\s\S]*?\n\});/.exec(readme) ?? [];
  const answer = text.replace(/(\w+):(?= |$)/gm, '"$1":').replace(/,(\s*[}\]])/g, "$1");
  const trusted = "0:0x045cc452392dacfc91e4bb4ec34376bf6f96059361059a0c05de29330a796b22";

  test("is verified against a root, as JSON and as BCS", () => {
    const bcs = Buffer.from(encodeStateAnswer(readStateAnswerJson(JSON.parse(answer)))).toString("hex");
    for (const form of [answer, bcs, `0x${bcs}`]) {
      const found = inspectProof(form, trusted);
      expect(found).toMatchObject({ kind: "verified", message: expect.stringContaining("verified at version 0") });
      expect(found.kind !== "refused" && found.values).toEqual([{ key: "item 0x07 of table 0x9", value: "0x00012a" }]);
    }
  });

  test("without a root is shown, and said not to be proved", () => {
    expect(inspectProof(answer, "")).toMatchObject({
      kind: "read",
      message: expect.stringContaining("nothing is proved yet"),
    });
  });

  test("that does not hold names its step", () => {
    expect(inspectProof(answer.replace("0x00012a", "0x00012b"), trusted)).toEqual({
      kind: "refused",
      message: expect.stringMatching(/^not verified: state: /),
    });
    expect(inspectProof(answer, trusted.replace("0x04", "0x05"))).toMatchObject({
      message: expect.stringMatching(/^not verified: accumulator: /),
    });
  });

  test("and text that is none are refused", () => {
    for (const [form, root] of [
      ["", ""],
      ["{", trusted],
      ["xy", trusted],
      [answer, "12"],
      [answer, "0:0x1"],
      ["{}", ""],
    ] as const) {
      expect(inspectProof(form, root).kind, `${form.slice(0, 9)} ${root}`).toBe("refused");
    }
  });
});
