import type { FunctionSpec, InstructionSpec, ModuleSpec } from "@ledger/move";
import { at, type Row, rule, times, type VerifierCase } from "./case.ts";

/** Copies of a reference, each borrowed from the one before. */
export function chain(rounds: number): FunctionSpec {
  const count = 100;
  const code: InstructionSpec[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < count; i++) code.push(["copy_loc", i], ["st_loc", i + 1]);
  }
  return { name: "run", params: ["&u64"], locals: times(count, "&u64"), code: [...code, ["ret"]] };
}

/** Units that a function may take, and a module. */
const most = 80_000_000;
/** A push of one part. */
const perPush = 30;
/** A return, for each local. */
const perReturned = 30;

/** Units of an instruction that makes no reference, by the sheet: of locals 15; of references 10, 20 a local, 50 a part of the graph. */
function unitsOf(locals: number, graph: number): number {
  return 15 + 10 + 20 * locals + 50 * graph;
}

/** A function that takes an exact number of units: of values only, so that its graph is the frame alone. */
function taking(units: number, name = "run"): FunctionSpec {
  for (let locals = 255; locals >= 0; locals--) {
    const each = unitsOf(locals, 1);
    for (let pushes = 0; pushes < 5_000; pushes++) {
      const left = units - perReturned * locals - perPush * pushes - (2 * pushes + 1) * each;
      if (left < 0 || left % each !== 0) continue;
      const code: InstructionSpec[] = [
        ...times<InstructionSpec[]>(pushes, [["ld_true"], ["pop"]]).flat(),
        ...times<InstructionSpec>(left / each, ["nop"]),
        ["ret"],
      ];
      return { name, locals: times(locals, "u64"), code };
    }
  }
  throw new Error(`no function takes ${units} units`);
}

/** Four references for one: the growing price is 100 + 150 + 225 + 337. */
const four = times(4, "&u64");
const callee: FunctionSpec = { name: "one", params: four, returns: ["&u64"], code: [["move_loc", 0], ["ret"]] };
const caller: FunctionSpec = {
  name: "call",
  params: four,
  code: [["move_loc", 0], ["move_loc", 1], ["move_loc", 2], ["move_loc", 3], ["call", "one"], ["pop"], ["ret"]],
};
/** Units of both: of four locals; four references and the frame until the call; the push of a reference is one of two parts. */
const ofCallee = unitsOf(4, 5) + 2 * perPush + (unitsOf(4, 5) + perReturned * 4);
const ofCaller =
  4 * (unitsOf(4, 5) + 2 * perPush) +
  (unitsOf(4, 5) + 2 * perPush + 100 + 150 + 225 + 337) +
  unitsOf(4, 2) +
  (unitsOf(4, 1) + perReturned * 4);
/** Two functions, and the calls of references: together they take a number of units. */
const withCalls = (first: number, sum: number) => ({
  functions: [taking(first), taking(sum - first - ofCallee - ofCaller, "rest"), callee, caller],
});

/** Copies of a reference in all locals: then every instruction is dear, and the module with them short. */
const copies = 254;
const nops = 200;
const filler = {
  spec: {
    params: ["&u64"],
    locals: times(copies, "&u64"),
    code: [
      ...Array.from({ length: copies }, (_, i): InstructionSpec[] => [
        ["copy_loc", i],
        ["st_loc", i + 1],
      ]).flat(),
      ...times<InstructionSpec>(nops, ["nop"]),
      ["ret"],
    ],
  } satisfies Partial<FunctionSpec>,
  /** Less than 2^24, so that it is not rounded. Each copy is a reference and a borrow more; a push is of two parts. */
  units:
    Array.from({ length: 2 * copies }, (_, i) => unitsOf(copies + 1, 2 + 2 * Math.ceil(i / 2))).reduce(
      (sum, each) => sum + each,
      0,
    ) +
    copies * 2 * perPush +
    (nops + 1) * unitsOf(copies + 1, 2 + 2 * copies) +
    perReturned * (copies + 1),
};
/** Functions, with the units that they take together. */
interface Priced {
  readonly what: string;
  /** By the sheet. */
  readonly units: number;
  readonly functions: readonly FunctionSpec[];
  readonly structs?: ModuleSpec["structs"];
}

/** Functions beside which others take the rest of what a module may, and more. */
function besides({ what, units, functions, structs }: Priced, limit: number): Row[] {
  const fillers = Math.floor(limit / filler.units);
  const rest = (more: number): Partial<ModuleSpec> => ({
    ...(structs && { structs }),
    functions: [
      ...functions,
      ...times(fillers, filler.spec).map((spec, i) => ({ ...spec, name: `full${i}` })),
      taking(limit - fillers * filler.units - units + more, "rest"),
    ],
  });
  return [
    [what, "accepted", rest(0)],
    [`${what}, and a step more`, "CONSTRAINT_NOT_SATISFIED", rest(5)],
  ];
}

/** Instructions of a function without locals that makes no reference. */
const bare = unitsOf(0, 1);
const forkOf = (locals: readonly string[]): FunctionSpec => ({
  name: "run",
  locals,
  code: [["ld_true"], ["br_true", 3], ["branch", 3], ["ret"]],
});
const either: ModuleSpec["structs"] = [
  {
    name: "Either",
    abilities: ["drop"],
    typeParams: [{ constraints: ["drop"] }],
    variants: [{ name: "No" }, { name: "Yes", fields: [{ name: "it", type: "T0" }] }],
  },
];

const prices: readonly Priced[] = [
  {
    what: "a push of three parts",
    units: 3 * bare + 3 * perPush,
    functions: [{ name: "run", code: [["ld_const", "vector<vector<u8>>", Uint8Array.of(0)], ["pop"], ["ret"]] }],
  },
  {
    what: "a vector that is packed",
    units: 4 * bare + perPush,
    functions: [{ name: "run", code: [["ld_u8", 1], ["vec_pack", "u8", 1], ["pop"], ["ret"]] }],
  },
  {
    what: "a call with a type of two parts, and what is called",
    units: 2 * bare + 2 * perPush + bare,
    functions: [
      { name: "run", code: [["call_generic", "it", "vector<u8>"], ["ret"]] },
      { name: "it", typeParams: [{}], code: [["ret"]] },
    ],
  },
  {
    // The reference is of three parts, and one more part of the graph while it lives.
    what: "a test of a variant, whose types are free",
    units: unitsOf(1, 1) + 3 * perPush + (unitsOf(1, 3) + perPush) + 2 * unitsOf(1, 1) + perReturned,
    structs: either,
    functions: [
      {
        name: "run",
        params: ["0xbad::m::Either<u8>"],
        code: [["imm_borrow_loc", 0], ["test_variant_generic", "Either", "Yes", "u8"], ["pop"], ["ret"]],
      },
    ],
  },
  {
    // Once for locals, once for references.
    what: "a join without locals",
    units: 4 * bare + perPush + 10 + (100 + 50),
    functions: [forkOf([])],
  },
  {
    what: "a join of three locals",
    units: 4 * unitsOf(3, 1) + perPush + 3 * perReturned + (10 + 3 * 5) + (100 + 3 * 10 + 50),
    functions: [forkOf(times(3, "u64"))],
  },
  {
    // What is called: an address, a resource, its number, which is dropped.
    what: "a call of what acquires a struct, and what is called",
    units: 2 * bare + 100 + (5 * bare + 3 * perPush),
    structs: [{ name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
    functions: [
      { name: "run", acquires: ["Counter"], code: [["call", "take"], ["ret"]] },
      {
        name: "take",
        acquires: ["Counter"],
        code: [at, ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]],
      },
    ],
  },
];

/** The charges of the meter. @param limit - units that a module may take: those of the ledger, or of another machine */
export function chargeCases(limit = most): VerifierCase[] {
  return rule(
    "12 charges",
    prices.flatMap((priced) => besides(priced, limit)),
  );
}

/** The cost of verifying. */
export const costCases: readonly VerifierCase[] = [
  ...rule("12 meter of a function", [
    ["a little", "accepted", { functions: [chain(1)] }],
    ["too much", "CONSTRAINT_NOT_SATISFIED", { functions: [chain(40)] }],
    ["the limit", "accepted", { functions: [taking(most)] }],
    ["a step above", "CONSTRAINT_NOT_SATISFIED", { functions: [taking(most + 5)] }],
  ]),
  ...rule("12 meter of a module", [
    ["one function", "accepted", { functions: [chain(8)] }],
    [
      "many",
      "CONSTRAINT_NOT_SATISFIED",
      { functions: times(12, chain(8)).map((one, i) => ({ ...one, name: `f${i}` })) },
    ],
  ]),
  ...chargeCases(),
  // Between 2^26 and 2^27 a number of 32 bits is a multiple of 8.
  ...rule("12 rounding of the meter", [
    ["the limit, of round numbers", "accepted", { functions: [taking(70_000_000), taking(most - 70_000_000, "rest")] }],
    [
      "the limit, the first rounded up by 3",
      "CONSTRAINT_NOT_SATISFIED",
      { functions: [taking(70_000_005), taking(most - 70_000_005, "rest")] },
    ],
    ["2 above, the first rounded down by 2", "accepted", withCalls(70_000_010, most + 2)],
    ["2 above, of round numbers", "CONSTRAINT_NOT_SATISFIED", withCalls(70_000_000, most + 2)],
  ]),
];
