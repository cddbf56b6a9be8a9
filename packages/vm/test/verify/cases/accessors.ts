import type { FunctionSpec, ModuleSpec, StructSpec } from "@ledger/move";
import { type Row, rule, type VerifierCase } from "./case.ts";

const point: StructSpec = {
  name: "Point",
  abilities: ["drop"],
  fields: [
    { name: "x", type: "u64" },
    { name: "y", type: "u64" },
  ],
};
const shape: StructSpec = {
  name: "Shape",
  abilities: ["drop"],
  variants: [
    { name: "Dot", fields: [{ name: "a", type: "u8" }] },
    { name: "Line", fields: [{ name: "a", type: "u64" }] },
    { name: "Ray", fields: [{ name: "a", type: "u8" }] },
  ],
};
const pair: StructSpec = {
  name: "Pair",
  typeParams: [{}, {}],
  fields: [
    { name: "first", type: "T0" },
    { name: "second", type: "T1" },
  ],
};
/** A name that begins like another struct's. */
const odd: StructSpec = { name: "Point$0", abilities: ["drop"], fields: [{ name: "x", type: "u64" }] };
const ofPoint = "0xbad::m::Point";
const ofShape = "0xbad::m::Shape";

type Marks = FunctionSpec["attributes"] & {};
type Spec = Partial<FunctionSpec>;

function accessor(name: string, attributes: Marks, spec: Spec, version = 10): Partial<ModuleSpec> {
  return {
    version,
    structs: [point, shape, pair, { ...point, name: "Coin", abilities: ["key"] }],
    functions: [{ name, visibility: "public", attributes, ...spec }],
  };
}

const makesPoint: Spec = {
  params: ["u64", "u64"],
  returns: [ofPoint],
  code: [["move_loc", 0], ["move_loc", 1], ["pack", "Point"], ["ret"]],
};
const swapped: Spec = { ...makesPoint, code: [["move_loc", 1], ["move_loc", 0], ["pack", "Point"], ["ret"]] };
const longer: Spec = { ...makesPoint, code: [["nop"], ...makesPoint.code!] };
const takesPoint: Spec = {
  params: [ofPoint],
  returns: ["u64", "u64"],
  code: [["move_loc", 0], ["unpack", "Point"], ["ret"]],
};
const ofPair = (first: string, second: string): Spec => ({
  typeParams: [{}, {}],
  params: [first, second],
  returns: [`0xbad::m::Pair<${first}, ${second}>`],
  code: [["move_loc", 0], ["move_loc", 1], ["pack_generic", "Pair", first, second], ["ret"]],
});
const makesDot: Spec = {
  params: ["u8"],
  returns: [ofShape],
  code: [["move_loc", 0], ["pack_variant", "Shape", "Dot"], ["ret"]],
};
const takesDot: Spec = {
  params: [ofShape],
  returns: ["u8"],
  code: [["move_loc", 0], ["unpack_variant", "Shape", "Dot"], ["ret"]],
};
const testsDot: Spec = {
  params: [`&${ofShape}`],
  returns: ["bool"],
  code: [["move_loc", 0], ["test_variant", "Shape", "Dot"], ["ret"]],
};
const borrows = (kind: "imm" | "mut", field: string): Spec => ({
  params: [`${kind === "imm" ? "&" : "&mut "}${ofPoint}`],
  returns: [kind === "imm" ? "&u64" : "&mut u64"],
  code: [["move_loc", 0], [`${kind}_borrow_field`, "Point", field], ["ret"]],
});
const borrowsA = (...variants: string[]): Spec => ({
  params: [`&${ofShape}`],
  returns: ["&u8"],
  code: [["move_loc", 0], ["imm_borrow_variant_field", "Shape", "a", variants], ["ret"]],
});

const wrong = "INVALID_STRUCT_API_CODE";
const row = (what: string, status: Row[1], name: string, marks: Marks, spec: Spec, version?: number): Row => [
  what,
  status,
  accessor(name, marks, spec, version),
];
const x = (operand: number): Marks => [{ kind: "borrow_field", operand }];

/** Functions that make the parts of structs public, from format 10 on. */
export const accessorCases: readonly VerifierCase[] = [
  ...rule("9.8 one mark", [
    row("one", "accepted", "pack$Point", [{ kind: "pack" }], makesPoint),
    row("two", wrong, "pack$Point", [{ kind: "pack" }, { kind: "unpack" }], makesPoint),
    row(
      "one besides those of other kinds",
      "accepted",
      "pack$Point",
      [{ kind: "persistent" }, { kind: "pack" }],
      makesPoint,
    ),
  ]),
  ...rule("9.8 name and mark", [
    row("neither", "accepted", "make", [], makesPoint),
    row("the name alone", wrong, "pack$Point", [], makesPoint),
    row("the name alone, in format 9", "accepted", "pack$Point", [], makesPoint, 9),
    row("the mark alone", wrong, "make", [{ kind: "pack" }], makesPoint),
    row("of two kinds", wrong, "pack$Point", [{ kind: "unpack" }], makesPoint),
    row("the name of no struct", "accepted", "pack$Nothing", [], makesPoint),
    row("a mutable name, and an immutable mark", wrong, "borrow_mut$Point$0", x(0), borrows("imm", "x")),
    [
      "a struct's name with a dollar",
      "accepted",
      {
        version: 10,
        structs: [odd],
        functions: [
          {
            name: "pack$Point$0",
            attributes: [{ kind: "pack" }],
            params: ["u64"],
            returns: ["0xbad::m::Point$0"],
            code: [["move_loc", 0], ["pack", "Point$0"], ["ret"]],
          },
        ],
      },
    ],
  ]),
  ...rule("9.8 the struct", [
    row("without key", "accepted", "unpack$Point", [{ kind: "unpack" }], takesPoint),
    row("with key", wrong, "unpack$Coin", [{ kind: "unpack" }], {
      ...takesPoint,
      params: ["0xbad::m::Coin"],
      code: [["move_loc", 0], ["unpack", "Coin"], ["ret"]],
    }),
    row("its type parameters", "accepted", "pack$Pair", [{ kind: "pack" }], ofPair("T0", "T1")),
    row("another order of them", wrong, "pack$Pair", [{ kind: "pack" }], ofPair("T1", "T0")),
    row("fewer of them", wrong, "pack$Pair", [{ kind: "pack" }], { ...ofPair("T0", "T0"), typeParams: [{}] }),
    row("native", wrong, "pack$Point", [{ kind: "pack" }], {
      native: true,
      params: ["u64", "u64"],
      returns: [ofPoint],
    }),
  ]),
  ...rule("9.8 pack", [
    row("the fields in order", "accepted", "pack$Point", [{ kind: "pack" }], makesPoint),
    row("swapped", wrong, "pack$Point", [{ kind: "pack" }], swapped),
    row("more code", wrong, "pack$Point", [{ kind: "pack" }], longer),
  ]),
  ...rule("9.8 pack variant", [
    row("of the name", "accepted", "pack$Shape$Dot", [{ kind: "pack_variant", operand: 0 }], makesDot),
    row("of another name", wrong, "pack$Shape$Line", [{ kind: "pack_variant", operand: 0 }], makesDot),
    row("of another mark", wrong, "pack$Shape$Dot", [{ kind: "pack_variant", operand: 2 }], makesDot),
    row("one that is not there", wrong, "pack$Shape$Dot", [{ kind: "pack_variant", operand: 9 }], makesDot),
  ]),
  ...rule("9.8 unpack", [
    row("the struct", "accepted", "unpack$Point", [{ kind: "unpack" }], takesPoint),
    row("what packs", wrong, "unpack$Point", [{ kind: "unpack" }], makesPoint),
  ]),
  ...rule("9.8 unpack variant", [
    row("of the name", "accepted", "unpack$Shape$Dot", [{ kind: "unpack_variant", operand: 0 }], takesDot),
    row("of another name", wrong, "unpack$Shape$Ray", [{ kind: "unpack_variant", operand: 0 }], takesDot),
  ]),
  ...rule("9.8 test variant", [
    row("of the name", "accepted", "test_variant$Shape$Dot", [{ kind: "test_variant", operand: 0 }], testsDot),
    row("of another mark", wrong, "test_variant$Shape$Dot", [{ kind: "test_variant", operand: 1 }], testsDot),
  ]),
  ...rule("9.8 borrow field", [
    row("of the name", "accepted", "borrow$Point$0", x(0), borrows("imm", "x")),
    row("of another field", wrong, "borrow$Point$0", x(0), borrows("imm", "y")),
    row("of another offset", wrong, "borrow$Point$1", x(0), borrows("imm", "x")),
    row("with an order of types", wrong, "borrow$Point$0$0", x(0), borrows("imm", "x")),
    row("mutably", "accepted", "borrow_mut$Point$0", [{ kind: "borrow_field_mut", operand: 0 }], borrows("mut", "x")),
    row(
      "mutably, and immutable code",
      wrong,
      "borrow_mut$Point$0",
      [{ kind: "borrow_field_mut", operand: 0 }],
      borrows("imm", "x"),
    ),
  ]),
  ...rule("9.8 borrow field of variants", [
    row("all of a type", "accepted", "borrow$Shape$0$0", x(0), borrowsA("Dot", "Ray")),
    row("not all of them", wrong, "borrow$Shape$0$0", x(0), borrowsA("Dot")),
    row("without order of types", wrong, "borrow$Shape$0", x(0), borrowsA("Dot", "Ray")),
    row("of another type", wrong, "borrow$Shape$0$1", x(0), borrowsA("Dot", "Ray")),
  ]),
];
