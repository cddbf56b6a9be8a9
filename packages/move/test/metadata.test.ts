import { concatBytes, hexToBytes } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { attributeKinds, metadataKeyV0, metadataKeyV1, metadataV1, moduleMetadata } from "../src/index.ts";

const errorMap = new Map([[1n, { codeName: "E", codeDescription: "why" }]]);
const views = new Map([["f", [{ kind: attributeKinds.view, args: [] }]]]);
const v1 = metadataV1.encode({ errorMap, structAttributes: new Map(), functionAttributes: views });
const v0 = hexToBytes("01" + "0100000000000000" + "0145" + "03776879");

function read(version: number, ...entries: readonly (readonly [string, Uint8Array])[]) {
  const metadata = entries.map(([key, value]) => ({ key: new TextEncoder().encode(key), value }));
  return moduleMetadata({ version, metadata });
}

describe("the metadata section", () => {
  test("is an error map and attributes", () => {
    expect(read(6, ["compilation_metadata", v0], [metadataKeyV1, v1])).toEqual({
      errorMap,
      structAttributes: new Map(),
      functionAttributes: views,
    });
  });

  test("has no attributes in version 5", () => {
    expect(read(5, [metadataKeyV1, v1])).toMatchObject({ errorMap, functionAttributes: new Map() });
  });

  test("may be the older form, an error map alone", () => {
    expect(read(6, [metadataKeyV0, v0])).toMatchObject({ errorMap, functionAttributes: new Map() });
  });

  test("counts for nothing when the newer form is malformed, even beside the older one", () => {
    const broken = concatBytes(v1, Uint8Array.of(0));
    expect(read(6, [metadataKeyV1, broken], [metadataKeyV0, v0]).errorMap.size).toBe(0);
  });

  test("is read from its first entry", () => {
    expect(read(6, [metadataKeyV1, v1], [metadataKeyV1, Uint8Array.of(0)]).errorMap).toEqual(errorMap);
  });

  test("orders names by their encoded bytes, length first", () => {
    const attributes = [{ kind: attributeKinds.event, args: [] }];
    const structAttributes = new Map([
      ["CoinDeposit", attributes],
      ["Deposit", attributes],
    ]);
    const encoded = metadataV1.encode({ errorMap: new Map(), structAttributes, functionAttributes: new Map() });
    const text = new TextDecoder().decode(encoded);
    expect(text.indexOf("Deposit")).toBeLessThan(text.indexOf("CoinDeposit"));
  });
});
