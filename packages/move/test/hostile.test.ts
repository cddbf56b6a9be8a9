import { parseTypeTag } from "@ledger/types";
import { describe, expect, test } from "vitest";
import {
  type CompiledModule,
  compileModule,
  createMoveCache,
  decodeModule,
  encodeModule,
  JsonWriter,
  type ModuleSpec,
  MoveView,
  metadataV1,
  moduleAbi,
  tryModuleAbi,
} from "../src/index.ts";
import { resolverOf } from "./world.ts";

// Modules that the chain's verifier would refuse, of a size that a transaction may have, each made to cost far more than it
// weighs. What they would cost without bounds is said in their names; none of them may take noticeable time or memory.

const longName = "n".repeat(255);
const maxBytes = 65_536;

/** Repeats a module's functions until it has about the given size. */
function repeatFunctions(spec: ModuleSpec, times: number): Uint8Array {
  const module = compileModule(spec);
  const functionDefinitions = Array.from({ length: times }, () => module.functionDefinitions[0]!);
  const repeated: CompiledModule = { ...module, functionDefinitions };
  const bytes = encodeModule(repeated);
  expect(bytes.length).toBeLessThanOrEqual(maxBytes);
  return bytes;
}

describe("modules that are expensive to describe", () => {
  test("thousands of functions that share a long signature: gigabytes of text", () => {
    const params = Array.from({ length: 255 }, () => `0x${"f".repeat(64)}::${longName}::${longName}`);
    const functions = [{ name: longName, visibility: "public", native: true, params }] as const;
    const bytes = repeatFunctions({ address: "0x1", name: "m", functions }, 10_000);
    expect(() => moduleAbi(bytes)).toThrowError(expect.objectContaining({ code: "limit_exceeded" }));
    expect(tryModuleAbi(bytes)).toBeUndefined();
  });

  test("thousands of functions that share 255 type parameters: millions of objects, a hundred megabytes of text", () => {
    const typeParams = Array.from({ length: 255 }, () => ({}));
    const functions = [{ name: "f", visibility: "public", native: true, typeParams }] as const;
    const spec = { address: "0x1", name: "m", functions };
    expect(tryModuleAbi(repeatFunctions(spec, 10_000))).toBeUndefined();
    const abi = tryModuleAbi(repeatFunctions(spec, 500));
    const [first, second] = abi!.exposed_functions;
    // One shared value stands for equal parameters.
    expect(first!.generic_type_params[0]).toBe(second!.generic_type_params[254]);
  });

  test("thousands of functions of a name with thousands of attributes: a quarter of a billion steps", () => {
    const attributes = Array.from({ length: 20_000 }, () => ({ kind: 9, args: [] }));
    const value = metadataV1.encode({
      errorMap: new Map(),
      structAttributes: new Map(),
      functionAttributes: new Map([["f", attributes]]),
    });
    const functions = [{ name: "f", visibility: "public", native: true }] as const;
    const metadata = [{ key: "aptos::metadata_v1", value }];
    const abi = moduleAbi(repeatFunctions({ address: "0x1", name: "m", functions, metadata }, 4_000));
    expect(abi.exposed_functions).toHaveLength(4_000);
  });

  test("thousands of functions that share a signature of nested types are checked once each", () => {
    const params = Array.from({ length: 255 }, () => `${"vector<".repeat(200)}u8${">".repeat(200)}`);
    const functions = [{ name: "f", native: true, params }];
    const bytes = repeatFunctions({ address: "0x1", name: "m", functions }, 2_000);
    expect(decodeModule(bytes).functionDefinitions).toHaveLength(2_000);
  });
});

describe("types that are expensive to lay out", () => {
  async function layout(type: string, ...specs: readonly ModuleSpec[]) {
    return new MoveView(resolverOf(...specs), createMoveCache()).layout(parseTypeTag(type));
  }

  test("a struct that needs ever new instances of itself", async () => {
    const tree: ModuleSpec = {
      address: "0x1",
      name: "m",
      structs: [
        { name: "P", typeParams: [{}, {}], fields: [{ name: "a", type: "T0" }] },
        {
          name: "S",
          typeParams: [{}],
          fields: ["u8", "u16", "u32", "u64"].map((type) => ({ name: type, type: `S<P<T0, ${type}>>` })),
        },
      ],
    };
    await expect(layout("0x1::m::S<u8>", tree)).rejects.toMatchObject({ code: "layout_too_large" });
  });

  test("many fields of long names", async () => {
    const fields = Array.from({ length: 255 }, (_, i) => ({ name: `${longName.slice(4)}_${i}`, type: "u8" }));
    const structs = Array.from({ length: 20 }, (_, i) => ({ name: `S${i}`, fields }));
    const all = { name: "All", fields: structs.map(({ name }) => ({ name, type: name })) };
    const wide: ModuleSpec = { address: "0x1", name: "m", structs: [...structs, all] };
    await expect(layout("0x1::m::All", wide)).rejects.toMatchObject({ code: "layout_too_large" });
  });

  test("bytes that print as text a thousand times their size end at the writer's limit", async () => {
    const loud: ModuleSpec = {
      address: "0x1",
      name: "m",
      structs: [{ name: "E", variants: [{ name: longName }] }],
    };
    const values = Uint8Array.from([0x80, 0x80, 0x04, ...new Uint8Array(65_536)]);
    const output = new JsonWriter({ limit: 1 << 20 });
    const vector = await layout("vector<0x1::m::E>", loud);
    expect(() => vector.writeJson(values, output)).toThrowError(expect.objectContaining({ code: "value_too_large" }));
    expect(output.length).toBe(0);
  });
});
