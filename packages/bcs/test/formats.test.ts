import { describeVectors, readVectorJson, readVectorText } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type AnyCodec, importFormats } from "../src/index.ts";

const hexToBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replace(/^0x/, "").match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

describe("importFormats", () => {
  test("makes codecs of all kinds of formats", () => {
    const codecs = importFormats(
      {
        Id: { NEWTYPESTRUCT: { TUPLEARRAY: { CONTENT: "U8", SIZE: 2 } } },
        Empty: "UNITSTRUCT",
        Pair: { TUPLESTRUCT: ["U8", "STR"] },
        Node: {
          STRUCT: [
            { node_id: { TYPENAME: "Id" } },
            { child_nodes: { SEQ: { TYPENAME: "Node" } } },
            { by_name: { MAP: { KEY: "STR", VALUE: { TYPENAME: "Pair" } } } },
            { flags: { TUPLEARRAY: { CONTENT: "BOOL", SIZE: 2 } } },
            { note: { OPTION: "BYTES" } },
            { rest: { TUPLE: ["U64", { TYPENAME: "Empty" }] } },
          ],
        },
        Choice: {
          ENUM: {
            0: { None: "UNIT" },
            3: { One: { NEWTYPE: "U16" } },
            4: { Two: { TUPLE: ["U8", "U8"] } },
            5: { Named: { STRUCT: [{ a: "I8" }] } },
          },
        },
      },
      { fieldName: (name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) },
    );
    const leaf = {
      nodeId: Uint8Array.of(1, 2),
      childNodes: [],
      byName: new Map([["a", [7, "seven"]]]),
      flags: [true, false],
      note: undefined,
      rest: [9n, {}],
    };
    const Node = codecs.get("Node")!;
    const value = { ...leaf, childNodes: [leaf, leaf] };
    expect(Node.decode(Node.encode(value))).toEqual(value);
    const Choice = codecs.get("Choice")!;
    expect(Choice.decode(Uint8Array.of(3, 1, 0))).toEqual({ kind: "One", value: 1 });
    expect(Choice.decode(Uint8Array.of(5, 0xff))).toEqual({ kind: "Named", value: { a: -1 } });
    expect([...codecs.keys()].sort()).toEqual(["Choice", "Empty", "Id", "Node", "Pair"]);
  });

  test.each([
    [{ A: { STRUCT: [{ x: "F64" }] } }, "A.x"],
    [{ A: { STRUCT: [{ x: { TYPENAME: "B" } }] } }, "A.x"],
    [{ A: { ENUM: { 0: { V: { NEWTYPE: "CHAR" } } } } }, "A.V"],
    [{ A: { ENUM: { 0: { V: "UNIT" }, [-1]: { W: "UNIT" } } } }, "A.W"],
    [{ A: { STRUCT: [{ x: "toString" }] } }, "A.x"],
    [{ A: "STRUCT" }, "A"],
    [{ A: { STRUCT: "U8" } }, "A"],
    [{ A: { UNION: [] } }, "A"],
    [JSON.parse('{ "A": { "STRUCT": [{ "__proto__": "U8" }] } }'), "A.__proto__"],
    [JSON.parse('{ "A": { "ENUM": { "0": { "__proto__": "UNIT" }, "1": { "B": "UNIT" } } } }'), "A.__proto__"],
    [{ A: { STRUCT: [{ x: "U8" }, { x: "U16" }] } }, "A.x"],
    [{ A: { ENUM: { 0: { V: "UNIT" }, 1: { V: "UNIT" } } } }, "A.V"],
    [{ A: { ENUM: { "1e1": { V: "UNIT" } } } }, "A.V"],
    [{ A: { NEWTYPESTRUCT: { TUPLEARRAY: { CONTENT: "U8", SIZE: null } } } }, "A"],
    [{ A: { NEWTYPESTRUCT: { TYPENAME: ["A"] } } }, "A"],
    [5, ""],
  ])("refuses what it does not know: %j", (registry, path) => {
    expect(() => importFormats(registry)).toThrow(expect.objectContaining({ code: "invalid_schema", path }));
  });
});

test("descriptions nested too deep are refused before the stack ends", () => {
  const nest = (kind: string): unknown =>
    Array.from({ length: 100_000 }).reduce<unknown>((format) => ({ [kind]: format }), "U8");
  for (const format of [nest("SEQ"), nest("OPTION")]) {
    expect(() => importFormats({ A: { NEWTYPESTRUCT: format } })).toThrow(
      expect.objectContaining({ code: "invalid_schema" }),
    );
  }
  const chain = Array.from({ length: 20_000 }, (_, i) => [`T${i}`, { NEWTYPESTRUCT: { TYPENAME: `T${i + 1}` } }]);
  expect(() => importFormats(Object.fromEntries(chain))).toThrow(expect.objectContaining({ code: "invalid_schema" }));
});

describeVectors("the published format description", () => {
  const codecs = importFormats(parse(readVectorText("bcs/published_format_api.yaml")));
  const carries = (codec: AnyCodec, hex: string): void => {
    const input = hexToBytes(hex);
    expect(codec.encode(codec.decode(input))).toEqual(input);
  };

  test("type tags", () => {
    const { cases } = readVectorJson<{ cases: { bcs: string }[] }>("typetag/bcs.json");
    for (const row of cases) carries(codecs.get("TypeTag")!, row.bcs);
  });

  test.each(["signing/golden_entry_function", "signing/golden_script", "signing/sdk_corpus", "transactions/real"])(
    "transactions of %s",
    (file) => {
      interface Row {
        readonly raw_txn_bcs?: string;
        readonly signed_txn_bcs?: string;
      }
      const { cases } = readVectorJson<{ cases: Row[] }>(`${file}.json`);
      for (const row of cases) {
        if (row.raw_txn_bcs !== undefined) carries(codecs.get("RawTransaction")!, row.raw_txn_bcs);
        if (row.signed_txn_bcs !== undefined) carries(codecs.get("SignedTransaction")!, row.signed_txn_bcs);
      }
    },
  );
});
