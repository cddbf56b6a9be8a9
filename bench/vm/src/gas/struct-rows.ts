import type { InstructionSpec, OpcodeName, StructSpec } from "@ledger/move";
import { type Code, counts, row, unroll } from "./instruction-row.ts";
import { type GasRow, lengths } from "./row.ts";
import { bytesOf, listOf, accountAddress as sender } from "./values.ts";

const fields = (size: number, type: string) => listOf(size, (index) => ({ name: `f${index}`, type }));
const dropped = { abilities: ["copy", "drop", "store"] } as const;

/** Instructions on structs and enums, plain and generic. */
export const structRows: readonly GasRow[] = [false, true].flatMap((isGeneric): GasRow[] => {
  const mark = isGeneric ? "_generic" : "";
  const typeArgs = isGeneric ? ["u64"] : [];
  const typeParams = isGeneric ? { typeParams: [{}] } : {};
  const fieldType = isGeneric ? "T0" : "u64";
  const applied = (name: string): string => (isGeneric ? `${name}<u64>` : name);
  const op = (name: string, ...operands: readonly (string | readonly string[])[]): InstructionSpec => [
    `${name}${mark}`,
    ...operands,
    ...typeArgs,
  ];
  const named = (...names: readonly string[]) => names.map((name) => `${name}${mark}` as OpcodeName);
  const definitions = (size: number): StructSpec[] => [
    { name: "S", ...dropped, ...typeParams, fields: fields(size, fieldType) },
    { name: "E", ...dropped, ...typeParams, variants: [{ name: "A", fields: fields(size, fieldType) }, { name: "B" }] },
  ];
  const whole = (name: string, covers: readonly string[], code: (size: number) => Code): GasRow =>
    row(`${name}${mark}`, named(...covers), counts, (size) => ({
      structs: definitions(size),
      inputs: [
        { type: "u64", value: 7 },
        { type: `&mut ${applied("S")}`, value: listOf(size, () => 7) },
        { type: `&mut ${applied("E")}`, value: [0, ...listOf(size, () => 7)] },
      ],
      code: code(size),
    }));
  const given = (size: number) => listOf(size, (): InstructionSpec => ["copy_loc", 1]);
  const gone = (size: number) => listOf(size, (): InstructionSpec => ["pop"]);
  return [
    whole("pack unpack", ["pack", "unpack"], (size) => [
      ...given(size),
      op("pack", "S"),
      op("unpack", "S"),
      ...gone(size),
    ]),
    whole("pack_variant unpack_variant", ["pack_variant", "unpack_variant"], (size) => [
      ...given(size),
      op("pack_variant", "E", "A"),
      op("unpack_variant", "E", "A"),
      ...gone(size),
    ]),
    whole("mut_borrow_field", ["mut_borrow_field"], () => [
      ["copy_loc", 2],
      op("mut_borrow_field", "S", "f0"),
      ["pop"],
    ]),
    whole("imm_borrow_field", ["imm_borrow_field"], () => [
      ["copy_loc", 2],
      ["freeze_ref"],
      op("imm_borrow_field", "S", "f0"),
      ["pop"],
    ]),
    whole("mut_borrow_variant_field", ["mut_borrow_variant_field"], () => [
      ["copy_loc", 3],
      op("mut_borrow_variant_field", "E", "f0", ["A"]),
      ["pop"],
    ]),
    whole("imm_borrow_variant_field", ["imm_borrow_variant_field"], () => [
      ["copy_loc", 3],
      ["freeze_ref"],
      op("imm_borrow_variant_field", "E", "f0", ["A"]),
      ["pop"],
    ]),
    whole("test_variant", ["test_variant"], () => [
      ["copy_loc", 3],
      ["freeze_ref"],
      op("test_variant", "E", "B"),
      ["pop"],
    ]),
    ...globals(isGeneric),
    ...functions(isGeneric),
  ];
});

/** Instructions on global resources: each is run between `move_to` and `move_from`. */
function globals(isGeneric: boolean): GasRow[] {
  const mark = isGeneric ? "_generic" : "";
  const op = (name: string): InstructionSpec => [`${name}${mark}`, "R", ...(isGeneric ? ["u64"] : [])];
  const about = (name: string, covers: readonly string[], code: Code): GasRow => ({
    name: `${name}${mark}`,
    covers: covers.map((covered) => `${covered}${mark}`),
    sizes: lengths,
    counts: false,
    work: (size) => ({
      structs: [
        {
          name: "R",
          abilities: ["copy", "drop", "store", "key"],
          ...(isGeneric ? { typeParams: [{}] } : {}),
          fields: [
            { name: "values", type: "vector<u8>" },
            { name: "value", type: isGeneric ? "T0" : "u64" },
          ],
        },
      ],
      acquires: ["R"],
      inputs: [
        { type: "&signer", value: [0, sender] },
        { type: "address", value: sender },
        { type: isGeneric ? "R<u64>" : "R", value: [bytesOf(size), 7] },
      ],
      body: () => [
        ["copy_loc", 1],
        ["copy_loc", 3],
        op("move_to"),
        ...listOf(unroll, () => code).flat(),
        ["copy_loc", 2],
        op("move_from"),
        ["pop"],
      ],
    }),
  });
  return [
    about("move_to move_from", ["move_to", "move_from"], []),
    ...["exists", "mut_borrow_global", "imm_borrow_global"].map((name) =>
      about(name, [name], [["copy_loc", 2], op(name), ["pop"]]),
    ),
  ];
}

/** Calls of a function with some parameters, by its name and by a value. */
function functions(isGeneric: boolean): GasRow[] {
  const mark = isGeneric ? "_generic" : "";
  const typeArgs = isGeneric ? ["u64"] : [];
  const about = (name: string, covers: readonly OpcodeName[], code: (size: number) => Code): GasRow =>
    row(`${name}${mark}`, covers, counts, (size) => ({
      inputs: [{ type: "u64", value: 7 }],
      functions: [
        {
          name: "taken",
          visibility: "public",
          ...(isGeneric ? { typeParams: [{ constraints: ["drop"] }] } : {}),
          params: listOf(size, () => (isGeneric ? "T0" : "u64")),
          code: [["ret"]],
        },
      ],
      code: [...listOf(size, (): InstructionSpec => ["copy_loc", 1]), ...code(size)],
    }));
  const pack = (size: number): InstructionSpec => [
    `pack_closure${mark}`,
    "taken",
    2n ** BigInt(size) - 1n,
    ...typeArgs,
  ];
  return [
    about("call ret", [`call${mark}`, "ret"], () => [[`call${mark}`, "taken", ...typeArgs]]),
    about("pack_closure", [`pack_closure${mark}`], (size) => [pack(size), ["pop"]]),
    about("pack_closure call_closure", [`pack_closure${mark}`, "call_closure"], (size) => [
      pack(size),
      ["call_closure", "||() has copy + drop"],
    ]),
  ];
}
