import {
  buildScript,
  decodeScript,
  encodeInstructions,
  encodeScript,
  type FunctionSpec,
  type InstructionSpec,
} from "@ledger/move";
import { describe, expect, test } from "vitest";
import { coin, counter, fields, fn, loops, module, open, publish, type Refusal, rewritten, shape } from "./crafted.ts";

const flow: readonly Refusal[] = [
  ["no instruction", "EMPTY_CODE_UNIT", rewritten({}, [])],
  ["code that runs over its end", "INVALID_FALL_THROUGH", rewritten({}, [["nop"]])],
  ["code that may run over its end", "INVALID_FALL_THROUGH", rewritten({}, [["ld_true"], ["br_true", 0]])],
  // From the start control goes to 3 or to 2, and round between them.
  [
    "a loop that is entered at two places",
    "INVALID_LOOP_SPLIT",
    rewritten({}, [["ld_true"], ["br_true", 3], ["nop"], ["ld_true"], ["br_true", 2], ["ret"]]),
  ],
  [
    "an abort that leaves operands",
    "POSITIVE_STACK_SIZE_AT_BLOCK_END",
    rewritten({}, [["ld_u8", 1], ["ld_u64", 1n], ["abort"]]),
  ],
  [
    "a block that leaves operands",
    "POSITIVE_STACK_SIZE_AT_BLOCK_END",
    rewritten({}, [["ld_u8", 1], ["branch", 2], ["pop"], ["ret"]]),
  ],
  ["a block that lacks operands", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK", rewritten({}, [["pop"], ["ret"]])],
];

const at: InstructionSpec = ["ld_const", "address", new Uint8Array(32)];
const acquiring = (acquires: readonly string[], code: readonly InstructionSpec[]): Uint8Array =>
  module({
    structs: [counter, { name: "Plain", abilities: ["drop"], fields }],
    functions: [
      fn({ acquires, code }),
      { name: "takes", acquires: ["Counter"], code: [at, ["imm_borrow_global", "Counter"], ["pop"], ["ret"]] },
    ],
  });

const acquires: readonly Refusal[] = [
  [
    "too little",
    "MISSING_ACQUIRES_ANNOTATION",
    acquiring([], [at, ["imm_borrow_global", "Counter"], ["pop"], ["ret"]]),
  ],
  ["less than what it calls", "MISSING_ACQUIRES_ANNOTATION", acquiring([], [["call", "takes"], ["ret"]])],
  ["too much", "EXTRANEOUS_ACQUIRES_ANNOTATION", acquiring(["Counter"], [["ret"]])],
  ["what is no resource", "EXTRANEOUS_ACQUIRES_ANNOTATION", acquiring(["Plain"], [["ret"]])],
];

const types: readonly (readonly [status: string, code: readonly InstructionSpec[], spec?: Partial<FunctionSpec>])[] = [
  ["POP_WITHOUT_DROP_ABILITY", [["move_loc", 0], ["pop"], ["ret"]], { params: ["0xbad::m::Counter"] }],
  ["RET_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ret"]], { returns: ["u64"] }],
  ["BR_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["br_true", 2], ["ret"]]],
  ["COPYLOC_WITHOUT_COPY_ABILITY", [["copy_loc", 0], ["abort"]], { params: ["0xbad::m::Counter"] }],
  ["STLOC_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["st_loc", 0], ["ret"]], { locals: ["u64"] }],
  ["BORROWLOC_REFERENCE_ERROR", [["imm_borrow_loc", 0], ["pop"], ["ret"]], { params: ["&u64"] }],
  [
    "BORROWFIELD_TYPE_MISMATCH_ERROR",
    [["move_loc", 0], ["imm_borrow_field", "Counter", "value"], ["pop"], ["ret"]],
    { params: ["&u64"] },
  ],
  ["CALL_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["call", "takes"], ["ret"]]],
  ["PACK_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["pack", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]]],
  ["UNPACK_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["unpack", "Counter"], ["pop"], ["ret"]]],
  ["TEST_VARIANT_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["test_variant", "Shape", "Dot"], ["pop"], ["ret"]]],
  ["READREF_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["read_ref"], ["pop"], ["ret"]]],
  ["READREF_WITHOUT_COPY_ABILITY", [["move_loc", 0], ["read_ref"], ["abort"]], { params: ["&0xbad::m::Counter"] }],
  ["WRITEREF_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["move_loc", 0], ["write_ref"], ["ret"]], { params: ["&mut u64"] }],
  [
    "WRITEREF_NO_MUTABLE_REFERENCE_ERROR",
    [["ld_u64", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
    { params: ["&u64"] },
  ],
  [
    "WRITEREF_WITHOUT_DROP_ABILITY",
    [["move_loc", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
    { params: ["&mut 0xbad::m::Counter", "0xbad::m::Counter"] },
  ],
  ["FREEZEREF_TYPE_MISMATCH_ERROR", [["move_loc", 0], ["freeze_ref"], ["pop"], ["ret"]], { params: ["&u64"] }],
  ["INTEGER_OP_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ld_u64", 1], ["add"], ["pop"], ["ret"]]],
  ["BOOLEAN_OP_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["not"], ["pop"], ["ret"]]],
  ["EQUALITY_OP_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ld_u64", 1], ["eq"], ["pop"], ["ret"]]],
  ["ABORT_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["abort"]]],
  ["EXISTS_WITHOUT_KEY_ABILITY_OR_BAD_ARGUMENT", [["ld_u8", 1], ["exists", "Counter"], ["pop"], ["ret"]]],
  ["BORROWGLOBAL_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["imm_borrow_global", "Counter"], ["pop"], ["ret"]]],
  ["BORROWGLOBAL_WITHOUT_KEY_ABILITY", [at, ["imm_borrow_global", "Plain"], ["pop"], ["ret"]]],
  ["MOVEFROM_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]]],
  ["MOVEFROM_WITHOUT_KEY_ABILITY", [at, ["move_from", "Plain"], ["pop"], ["ret"]]],
  [
    "MOVETO_TYPE_MISMATCH_ERROR",
    [["move_loc", 0], ["ld_u8", 1], ["move_to", "Counter"], ["ret"]],
    { params: ["&signer"] },
  ],
  [
    "MOVETO_WITHOUT_KEY_ABILITY",
    [["move_loc", 0], ["move_loc", 1], ["move_to", "Plain"], ["ret"]],
    { params: ["&signer", "0xbad::m::Plain"] },
  ],
  ["TYPE_MISMATCH", [["ld_u8", 1], ["vec_len", "u8"], ["pop"], ["ret"]]],
  ["COPYLOC_UNAVAILABLE_ERROR", [["copy_loc", 0], ["pop"], ["ret"]], { locals: ["u8"] }],
  ["MOVELOC_UNAVAILABLE_ERROR", [["move_loc", 0], ["pop"], ["ret"]], { locals: ["u8"] }],
  ["BORROWLOC_UNAVAILABLE_ERROR", [["imm_borrow_loc", 0], ["pop"], ["ret"]], { locals: ["u8"] }],
  [
    "STLOC_UNSAFE_TO_DESTROY_ERROR",
    [["move_loc", 1], ["st_loc", 0], ["ld_u64", 1], ["abort"]],
    { params: ["0xbad::m::Counter", "0xbad::m::Counter"] },
  ],
  ["UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP", [["ret"]], { params: ["0xbad::m::Counter"] }],
];

function typed(code: readonly InstructionSpec[], spec: Partial<FunctionSpec> = {}): Uint8Array {
  const takes = fn({ name: "takes", params: ["u64"] });
  const structs = [counter, shape, { name: "Plain", abilities: ["drop"] as const, fields }];
  return module({ structs, functions: [fn({ code, ...spec }), takes] });
}

describe("a ledger does not publish", () => {
  test.each(flow)("%s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(acquires)("a function that lists %s as acquired", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(types.map(([status, code, spec = {}]) => [status, code, spec] as const))(
    "code of wrong types: %s",
    async (status, code, spec) => {
      expect(await publish(typed(code, spec))).toBe(status);
    },
  );
});

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
