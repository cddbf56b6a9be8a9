import { describe, expect, test } from "vitest";
import { abortInfo } from "../../src/index.ts";
import { instructionText } from "../../src/instructions/instruction-text.ts";

const errorMap = new Map([
  [6n, { codeName: "EINSUFFICIENT_BALANCE", codeDescription: "Not enough coins" }],
  [0x10006n, { codeName: "EWHOLE", codeDescription: "The whole code" }],
  [0x1234n, { codeName: "ELARGE", codeDescription: "More than 12 bits" }],
]);

describe("the words for an abort", () => {
  test.each([
    { rule: "older: the low 12 bits first", code: 0x10006n, hasMessages: false, name: "EINSUFFICIENT_BALANCE" },
    { rule: "older: then the whole code", code: 0x1234n, hasMessages: false, name: "ELARGE" },
    { rule: "newer: the whole code first", code: 0x10006n, hasMessages: true, name: "EWHOLE" },
    { rule: "newer: then the low 16 bits", code: 0x21234n, hasMessages: true, name: "ELARGE" },
    { rule: "newer: of a code with a category only", code: 0x1000006n, hasMessages: true, name: undefined },
    { rule: "a code that no entry has", code: 7n, hasMessages: false, name: undefined },
  ])("$rule", ({ code, hasMessages, name }) => {
    expect(abortInfo({ errorMap, code, hasMessages })?.reasonName).toBe(name);
  });

  test("a message takes the place of the description, and needs no entry", () => {
    const message = "only 3 left";
    expect(abortInfo({ errorMap, code: 6n, message, hasMessages: true })).toEqual({
      reasonName: "EINSUFFICIENT_BALANCE",
      description: message,
    });
    expect(abortInfo({ errorMap: undefined, code: 6n, message, hasMessages: true })).toEqual({
      reasonName: "",
      description: message,
    });
    expect(abortInfo({ errorMap: undefined, code: 6n, message, hasMessages: false })).toBeUndefined();
  });
});

describe("instructions in error texts", () => {
  test.each([
    { instruction: ["sub"], text: "Sub" },
    { instruction: ["xor"], text: "Xor" },
    { instruction: ["vec_push_back", 3], text: "VecPushBack(3)" },
    { instruction: ["call", 7], text: "Call(7)" },
    { instruction: ["vec_pack", 2, 3n], text: "VecPack(2, 3)" },
    { instruction: ["pack_closure", 4, 5n], text: "PackClosure(4, 101)" },
    { instruction: ["mut_borrow_field", 3], text: "MutBorrowField(FieldHandleIndex(3))" },
    { instruction: ["imm_borrow_field_generic", 3], text: "ImmBorrowFieldGeneric(FieldInstantiationIndex(3))" },
    { instruction: ["mut_borrow_variant_field", 3], text: "MutBorrowVariantField(VariantFieldHandleIndex(3))" },
    { instruction: ["move_from", 3], text: "MoveFrom(StructDefinitionIndex(3))" },
    { instruction: ["imm_borrow_global_generic", 3], text: "ImmBorrowGlobalGeneric(StructDefInstantiationIndex(3))" },
    { instruction: ["ld_u64", 12n], text: "LdU64(12)" },
  ] as const)("$text", ({ instruction, text }) => {
    expect(instructionText(instruction)).toBe(text);
  });
});
