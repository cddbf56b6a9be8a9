import { buildScript, decodeScript, encodeInstructions, encodeScript } from "@ledger/move";
import { describe, expect, test } from "vitest";
import { coin, loops, open } from "./crafted.ts";

describe("a script", () => {
  const run = async (bytes: Uint8Array): Promise<string> => {
    const outcome = await open(coin).callScript(bytes, [], []);
    return outcome.kind === "failed" ? outcome.error.status : "returned";
  };

  test("keeps the same rules", async () => {
    expect(await run(buildScript({ code: loops(6) }))).toBe("LOOP_MAX_DEPTH_REACHED");
    expect(await run(buildScript({ code: [["ld_u8", 1], ["not"], ["pop"], ["ret"]] }))).toBe(
      "BOOLEAN_OP_TYPE_MISMATCH_ERROR",
    );
    expect(await run(buildScript({ code: [["ret"]] }))).toBe("returned");
  });

  test("has no instruction that needs a module", async () => {
    const script = decodeScript(buildScript({ code: [["ret"]] }));
    const code = encodeInstructions(script.code.locals, [["pack", 0], ["pop"], ["ret"]], script.version);
    expect(await run(encodeScript({ ...script, code }))).toBe("INVALID_OPERATION_IN_SCRIPT");
  });
});
