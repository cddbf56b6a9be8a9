import { describe, expect, test } from "vitest";
import { formatEntryFunctionId, formatModuleId, parseEntryFunctionId, parseModuleId } from "./module-id.ts";

describe("module ids", () => {
  test("are split at the first ::, and the address may lack 0x", () => {
    expect(formatModuleId(parseModuleId("0x0001::coin"))).toBe("0x1::coin");
    expect(formatModuleId(parseModuleId("1::coin"))).toBe("0x1::coin");
  });

  test.each(["", "0x1", "0x1:coin", "0x1::", "::coin", "0x1::coin::Coin", "0x1:: coin", "Aptos::Aptos"])(
    "refuse %j",
    (text) => {
      const refusal = { code: "invalid_module_id", message: expect.stringContaining(`"${text}"`) };
      expect(() => parseModuleId(text)).toThrow(expect.objectContaining(refusal));
    },
  );
});

describe("entry function ids", () => {
  test("are split at the last ::", () => {
    const id = parseEntryFunctionId("1::coin::transfer");
    expect(id).toMatchObject({ module: "coin", name: "transfer" });
    expect(formatEntryFunctionId(id)).toBe("0x1::coin::transfer");
  });

  test.each(["", "0x1::coin", "0x1::coin::", "0x1::::f", "0x1::a::b::c", "0xg::a::b"])("refuse %j", (text) => {
    const refusal = { code: "invalid_entry_function_id", message: expect.stringContaining(`"${text}"`) };
    expect(() => parseEntryFunctionId(text)).toThrow(expect.objectContaining(refusal));
  });
});
