import { buildScript, type FunctionSpec, type InstructionSpec, type ModuleSpec } from "@ledger/move";
import { fn, loops, rewritten } from "../crafted.ts";
import { at, codeRule, rule, structs, times, type VerifierCase } from "./case.ts";

const jump = (target: number): InstructionSpec[] => [["ld_true"], ["br_true", target]];
const code = (instructions: readonly InstructionSpec[], spec: Partial<FunctionSpec> = {}): Partial<ModuleSpec> => ({
  functions: [fn({ code: instructions, ...spec })],
});
const old = (instructions: readonly InstructionSpec[]): Partial<ModuleSpec> => ({ version: 5, ...code(instructions) });
const blocks = (count: number): readonly InstructionSpec[] => [
  ...Array.from({ length: count - 1 }, (_, i): InstructionSpec[] => jump(2 * i + 2)).flat(),
  ["ret"],
];
const pushes = (count: number): readonly InstructionSpec[] => [
  ...times<InstructionSpec[]>(count, [["ld_u8", 0], ["pop"]]).flat(),
  ["ret"],
];
const height = (count: number): readonly InstructionSpec[] => [
  ...times<InstructionSpec>(count, ["ld_u8", 0]),
  ...times<InstructionSpec>(count, ["pop"]),
  ["ret"],
];

const control: readonly VerifierCase[] = [
  ...rule("9.1 empty code", [
    ["one instruction", "accepted", code([["ret"]])],
    ["none", "EMPTY_CODE_UNIT", rewritten({}, [])],
  ]),
  ...rule("9.1 last instruction", [
    ["an abort", "accepted", code([["ld_u64", 1], ["abort"]])],
    ["an abort with a message", "accepted", code([["ld_u64", 1], ["vec_pack", "u8", 0], ["abort_msg"]])],
    ["a jump", "accepted", rewritten({}, [["branch", 0]])],
    ["a branch", "INVALID_FALL_THROUGH", rewritten({}, [["ld_true"], ["br_true", 0]])],
    ["another", "INVALID_FALL_THROUGH", rewritten({}, [["nop"]])],
  ]),
  ...rule("9.1 one entrance of a loop", [
    ["one", "accepted", code([["nop"], ...jump(0), ["ret"]])],
    // From the start control goes to 3 or to 2, and round between them.
    [
      "two",
      "INVALID_LOOP_SPLIT",
      rewritten({}, [["ld_true"], ["br_true", 3], ["nop"], ["ld_true"], ["br_true", 2], ["ret"]]),
    ],
  ]),
  ...rule("9.1 depth of loops", [
    ["5", "accepted", code(loops(5))],
    ["6", "LOOP_MAX_DEPTH_REACHED", code(loops(6))],
    ["9, one after the other", "accepted", code([...times(9, 0).flatMap((_, i) => jump(2 * i)), ["ret"]])],
  ]),
  ...rule("9.1 format 5: back to the innermost loop", [
    ["a loop in a loop", "accepted", old([["nop"], ["nop"], ...jump(1), ...jump(0), ["ret"]])],
    ["a jump to the outer one", "INVALID_LOOP_CONTINUE", old([["nop"], ["nop"], ...jump(0), ...jump(1), ["ret"]])],
  ]),
  ...rule("9.1 format 5: out of a loop", [
    ["to just after it", "accepted", old([...jump(4), ...jump(0), ["ret"]])],
    ["further", "INVALID_LOOP_BREAK", old([...jump(5), ...jump(0), ["nop"], ["ret"]])],
    ["further, in format 6", "accepted", { ...old([...jump(5), ...jump(0), ["nop"], ["ret"]]), version: 6 }],
  ]),
  ...rule("9.1 format 5: into a loop", [
    ["to its head", "accepted", old([...jump(2), ["nop"], ["nop"], ...jump(2), ["ret"]])],
    ["into it", "INVALID_LOOP_SPLIT", old([...jump(3), ["nop"], ["nop"], ...jump(2), ["ret"]])],
  ]),
  ...rule("9.1 format 5: depth of loops", [
    ["5", "accepted", old(loops(5))],
    ["6", "LOOP_MAX_DEPTH_REACHED", old(loops(6))],
  ]),
  ...rule("9.1 blocks", [
    ["1,024", "accepted", code(blocks(1024))],
    ["1,025", "TOO_MANY_BASIC_BLOCKS", code(blocks(1025))],
  ]),
  ...rule(
    "2 blocks of a script",
    [
      ["1,024", "accepted", buildScript({ code: blocks(1024) })],
      ["1,025", "TOO_MANY_BASIC_BLOCKS", buildScript({ code: blocks(1025) })],
    ],
    { isScript: true },
  ),
  ...rule("2 blocks of a script", [["1,025 before the limit began", "accepted", buildScript({ code: blocks(1025) })]], {
    isScript: true,
    day: "2026-02-26",
  }),
];

const stack: readonly VerifierCase[] = [
  ...rule("9.2 pushes", [
    ["10,000", "accepted", code(pushes(10_000))],
    ["10,001", "VALUE_STACK_PUSH_OVERFLOW", code(pushes(10_001))],
  ]),
  ...rule("9.2 operands", [
    ["an operand", "accepted", code([["ld_u8", 1], ["pop"], ["ret"]])],
    ["none", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK", rewritten({}, [["pop"], ["ret"]])],
    [
      "one of another block",
      "POSITIVE_STACK_SIZE_AT_BLOCK_END",
      rewritten({}, [["ld_u8", 1], ["branch", 2], ["pop"], ["ret"]]),
    ],
    [
      "none, in a block that nothing reaches",
      "NEGATIVE_STACK_SIZE_WITHIN_BLOCK",
      rewritten({}, [["ret"], ["pop"], ["ret"]]),
    ],
  ]),
  ...rule("9.2 height", [
    ["1,024", "accepted", code(height(1024))],
    ["1,025", "VALUE_STACK_OVERFLOW", code(height(1025))],
  ]),
  ...rule("9.2 end of a block", [
    ["nothing is left", "accepted", code([["ld_u64", 1], ["abort"]])],
    [
      "an abort leaves something",
      "POSITIVE_STACK_SIZE_AT_BLOCK_END",
      rewritten({}, [["ld_u8", 1], ["ld_u64", 1n], ["abort"]]),
    ],
    ["a return leaves something", "POSITIVE_STACK_SIZE_AT_BLOCK_END", rewritten({}, [["ld_u8", 1], ["ret"]])],
  ]),
];

const counter = "0xbad::m::Counter";

/** A local gets a value on one of two ways. */
const onOneWay = (
  end: readonly InstructionSpec[],
  type: string,
): readonly [readonly InstructionSpec[], Partial<FunctionSpec>] => [
  [["move_loc", 0], ["br_true", 4], ["move_loc", 1], ["st_loc", 2], ...end],
  { params: ["bool", type], locals: [type] },
];

const locals: readonly VerifierCase[] = [
  ...codeRule("9.4 StLoc", [
    ["over a number", "accepted", [["ld_u64", 1], ["st_loc", 0], ["ret"]], { params: ["u64"] }],
    [
      "over a resource",
      "STLOC_UNSAFE_TO_DESTROY_ERROR",
      [["move_loc", 1], ["st_loc", 0], ["ld_u64", 1], ["abort"]],
      { params: [counter, counter] },
    ],
    [
      "into a local that had none",
      "accepted",
      [["move_loc", 0], ["st_loc", 1], ["move_loc", 1], ["unpack", "Counter"], ["pop"], ["ret"]],
      { params: [counter], locals: [counter] },
    ],
  ]),
  ...codeRule("9.4 MoveLoc", [
    ["a value", "accepted", [["move_loc", 0], ["pop"], ["ret"]], { params: ["u64"] }],
    ["none", "MOVELOC_UNAVAILABLE_ERROR", [["move_loc", 0], ["pop"], ["ret"]], { locals: ["u64"] }],
    [
      "one that was moved",
      "MOVELOC_UNAVAILABLE_ERROR",
      [["move_loc", 0], ["pop"], ["move_loc", 0], ["pop"], ["ret"]],
      { params: ["u64"] },
    ],
    ["one of one way only", "MOVELOC_UNAVAILABLE_ERROR", ...onOneWay([["move_loc", 2], ["pop"], ["ret"]], "u64")],
    [
      "none, in a block that nothing reaches",
      "accepted",
      [["ret"], ["move_loc", 0], ["pop"], ["ret"]],
      { locals: ["u64"] },
    ],
  ]),
  ...codeRule("9.4 CopyLoc", [
    ["a value", "accepted", [["copy_loc", 0], ["pop"], ["ret"]], { params: ["u64"] }],
    ["none", "COPYLOC_UNAVAILABLE_ERROR", [["copy_loc", 0], ["pop"], ["ret"]], { locals: ["u64"] }],
  ]),
  ...codeRule("9.4 MutBorrowLoc, ImmBorrowLoc", [
    ["a value", "accepted", [["imm_borrow_loc", 0], ["pop"], ["ret"]], { params: ["u64"] }],
    ["none", "BORROWLOC_UNAVAILABLE_ERROR", [["imm_borrow_loc", 0], ["pop"], ["ret"]], { locals: ["u64"] }],
  ]),
  ...codeRule("9.4 Ret", [
    ["a number is left", "accepted", [["ret"]], { params: ["u64"] }],
    ["a resource is left", "UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP", [["ret"]], { params: [counter] }],
    ["a resource of one way is left", "UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP", ...onOneWay([["ret"]], counter)],
  ]),
  ...codeRule("9.4 Abort", [["a resource is left", "accepted", [["ld_u64", 1], ["abort"]], { params: [counter] }]]),
];

const borrow: readonly InstructionSpec[] = [at, ["imm_borrow_global", "Counter"], ["pop"], ["ret"]];
const calling = (struct: string, callee: readonly InstructionSpec[]): Partial<ModuleSpec> => ({
  structs,
  functions: [
    fn({ acquires: [struct], code: [["call", "later"], ["ret"]] }),
    { name: "later", acquires: [struct], code: callee },
  ],
});

const acquires: readonly VerifierCase[] = [
  ...codeRule("9.6 missing", [
    ["what it borrows", "accepted", borrow, { acquires: ["Counter"] }],
    ["without it", "MISSING_ACQUIRES_ANNOTATION", borrow],
    ["less than what it calls", "MISSING_ACQUIRES_ANNOTATION", [at, ["call", "unbox"], ["ret"]]],
    ["exists needs none", "accepted", [at, ["exists", "Counter"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.6 extraneous", [
    ["what it calls", "accepted", [at, ["call", "unbox"], ["ret"]], { acquires: ["Counter"] }],
    ["too much", "EXTRANEOUS_ACQUIRES_ANNOTATION", [["ret"]], { acquires: ["Counter"] }],
  ]),
  // A struct that is no resource gets so far only by way of a function that is checked later.
  ...rule("9.6 resources", [
    [
      "a resource",
      "accepted",
      calling("Counter", [at, ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]]),
    ],
    ["none", "INVALID_ACQUIRES_ANNOTATION", calling("Plain", [["ret"]])],
  ]),
];

/** Several faults: the first in the order of passes and functions counts. */
const order: readonly VerifierCase[] = rule("1 which failure wins", [
  ["height before type", "POSITIVE_STACK_SIZE_AT_BLOCK_END", code([["ld_u8", 1], ["not"], ["ret"]])],
  ["loops before height", "LOOP_MAX_DEPTH_REACHED", code([...loops(6).slice(0, -1), ["pop"], ["ret"]])],
  [
    "types before locals",
    "ABORT_TYPE_MISMATCH_ERROR",
    code([["move_loc", 0], ["pop"], ["ld_u8", 1], ["abort"]], { locals: ["u8"] }),
  ],
  [
    "locals before references",
    "MOVELOC_UNAVAILABLE_ERROR",
    code(
      [
        ["ld_u64", 1],
        ["st_loc", 0],
        ["imm_borrow_loc", 0],
        ["st_loc", 1],
        ["move_loc", 0],
        ["pop"],
        ["move_loc", 2],
        ["pop"],
        ["ret"],
      ],
      { locals: ["u64", "&u64", "u64"] },
    ),
  ],
  [
    "one function before the next",
    "POSITIVE_STACK_SIZE_AT_BLOCK_END",
    { functions: [fn({ code: [["ld_u8", 1], ["ret"]] }), { name: "next", code: [["nop"]] }] },
  ],
  ["of neither", "accepted", code([["ret"]])],
]);

/** Control flow, the stack, locals and acquires lists. */
export const flowCases: readonly VerifierCase[] = [...control, ...stack, ...locals, ...acquires, ...order];
