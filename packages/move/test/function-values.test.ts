import { hexToBytes, parseTypeTag } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { openWorld } from "./world.ts";

// No function value has been published: these bytes are written by hand from the format's description.
const address = `${"00".repeat(31)}42`;
const functionName = `${address} 01 6d 01 66`; // 0x42::m, f
const view = openWorld();

async function read(hex: string): Promise<unknown> {
  const bytes = hexToBytes(hex.replaceAll(" ", ""));
  return (await view.layout(parseTypeTag("0x42::shapes::Callback"))).decodeToJson(bytes);
}

describe("function values", () => {
  test("without captured arguments", async () => {
    expect(await read(`05 0100 ${functionName} 00 0000000000000000`)).toEqual({
      f: { __fun_name__: "0x42::m::f", __mask__: "0" },
    });
  });

  test("with type arguments and captured arguments, members sorted", async () => {
    const mask = "0500000000000000";
    const captured = "02 0700000000000000 05 01 02 0aff"; // u64 7, vector<u8>
    const value = await read(`09 0100 ${functionName} 02 02 06 01 ${mask} ${captured}`);
    expect(JSON.stringify(value)).toBe(
      '{"f":{"__captured__":["7","0x0aff"],"__fun_name__":"0x42::m::f","__mask__":"101","__ty_args__":["u64","vector<u8>"]}}',
    );
  });

  test("with captured structs and enums, which have no names", async () => {
    const struct = "06 00 02 01 00 09 01"; // struct of u8 and bool: 9, true
    const choice = "06 01 02 00 02 01 01 01 07 08"; // enum of () and (u8, u8): variant 1, 7, 8
    expect(await read(`09 0100 ${functionName} 00 0300000000000000 ${struct} ${choice}`)).toEqual({
      f: {
        __captured__: [
          { _0: 9, _1: true },
          { _0: 7, _1: 8, __variant_tag__: 1 },
        ],
        __fun_name__: "0x42::m::f",
        __mask__: "11",
      },
    });
  });

  test("inside function values", async () => {
    const inner = `05 0100 ${functionName} 00 0000000000000000`;
    expect(await read(`07 0100 ${functionName} 00 0100000000000000 0c ${inner}`)).toMatchObject({
      f: { __captured__: [{ __fun_name__: "0x42::m::f", __mask__: "0" }] },
    });
  });

  const malformed: readonly (readonly [string, string])[] = [
    ["another format version", `05 0200 ${functionName} 00 0000000000000000`],
    ["a count that does not fit the mask", `05 0100 ${functionName} 00 0100000000000000 00 01`],
    ["a name that is no identifier", `05 0100 ${address} 01 22 01 66 00 0000000000000000`],
    ["an argument that is a signer", `07 0100 ${functionName} 00 0100000000000000 07 ${address}`],
    ["a struct layout with names", `07 0100 ${functionName} 00 0100000000000000 06 02 00`],
    ["an empty struct", `07 0100 ${functionName} 00 0100000000000000 06 00 00`],
    ["an empty enum", `07 0100 ${functionName} 00 0100000000000000 06 01 00`],
    ["an unknown layout", `07 0100 ${functionName} 00 0100000000000000 0b`],
    ["a layout without end", `07 0100 ${functionName} 00 0100000000000000 ${"05".repeat(200)}`],
    ["type arguments that do not parse", `05 0100 ${functionName} 01 ff 0000000000000000`],
    ["nothing after the head", `05 0100 ${functionName}`],
  ];
  test.each(malformed)("with %s are refused", async (_, hex) => {
    await expect(read(hex)).rejects.toMatchObject({ code: "malformed_value", path: ["f"] });
  });

  test("nested beyond the depth limit are refused", async () => {
    let value = `05 0100 ${functionName} 00 0000000000000000`;
    for (let i = 0; i < 80; i++) value = `07 0100 ${functionName} 00 0100000000000000 0c ${value}`;
    await expect(read(value)).rejects.toMatchObject({ code: "malformed_value" });
  });
});
