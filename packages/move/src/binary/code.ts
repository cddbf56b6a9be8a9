import { MoveError } from "../errors.ts";
import { BinaryReader } from "./binary-reader.ts";
import { BinaryWriter } from "./binary-writer.ts";
import { binaryLimits } from "./limits.ts";
import { literalSizes, type OpcodeName, type OpcodeRow, type OperandShape, opcodes, opcodesByName } from "./opcodes.ts";

/**
 * The body of a function or script. `code` holds the instructions as stored: most readers of a module never look at them.
 * {@link decodeInstructions} takes them apart.
 */
export interface CodeUnit {
  /** Signature of the locals beyond the parameters. */
  readonly locals: number;
  readonly instructionCount: number;
  /** The instructions' bytes: a view of the module. */
  readonly code: Uint8Array;
}

/**
 * One instruction: its name and operands as stored. Indices, locals, targets and literals up to 32 bits are numbers; wider
 * literals, counts and masks are bigints. Signed literals are signed.
 */
export type Instruction = readonly [name: OpcodeName, ...operands: (number | bigint)[]];

/** Walks a body without building anything, checking every opcode and operand range. */
export function readCodeUnit(reader: BinaryReader, version: number): CodeUnit {
  const locals = reader.uleb(binaryLimits.tableIndex);
  const instructionCount = reader.uleb(binaryLimits.tableIndex);
  const start = reader.position;
  for (let i = 0; i < instructionCount; i++) {
    const { operands, size } = readOpcode(reader, version);
    if (size > 0) reader.skip(size);
    else if (operands !== "none") skipOperands(reader, operands);
  }
  return { locals, instructionCount, code: reader.bytes.subarray(start, reader.position) };
}

function skipOperands(reader: BinaryReader, shape: OperandShape): void {
  readIndex(reader, shape);
  if (shape === "index_count") reader.skip(8);
  else if (shape === "index_mask") reader.uleb64();
}

/**
 * Goes through a body without taking it apart.
 *
 * @param visit - called for each instruction, with the target, local or index that it names, -1 where it names none, and with the count or
 * mask after an index
 * @throws {@link MoveError} as {@link decodeInstructions}
 */
export function visitInstructions(
  unit: CodeUnit,
  version: number,
  visit: (row: OpcodeRow, operand: number, second: bigint | undefined) => void,
): void {
  const reader = new BinaryReader(unit.code);
  for (let i = 0; i < unit.instructionCount; i++) {
    const row = readOpcode(reader, version);
    if (row.operands === "none") visit(row, -1, undefined);
    else if (row.size > 0) {
      reader.skip(row.size);
      visit(row, -1, undefined);
    } else visit(row, readIndex(reader, row.operands), readSecond(reader, row.operands));
  }
  requireDone(reader);
}

function readIndex(reader: BinaryReader, shape: OperandShape): number {
  return reader.uleb(shape === "local" ? binaryLimits.count : binaryLimits.tableIndex);
}

/** The count or mask that follows an index in some shapes. */
function readSecond(reader: BinaryReader, shape: OperandShape): bigint | undefined {
  if (shape === "index_count") return reader.unsigned(8);
  return shape === "index_mask" ? reader.uleb64() : undefined;
}

function requireDone(reader: BinaryReader): void {
  if (!reader.done) throw reader.error("limit_exceeded", "bytes are left after the last instruction");
}

function readOpcode(reader: BinaryReader, version: number): OpcodeRow {
  const row = opcodes[reader.u8()];
  if (row === undefined || row.since > version) {
    throw reader.error("bad_tag", "an opcode is unknown in this version", reader.position - 1);
  }
  return row;
}

/** Writes a body. */
export function writeCodeUnit(writer: BinaryWriter, unit: CodeUnit): void {
  writer.uleb(unit.locals, binaryLimits.tableIndex);
  writer.uleb(unit.instructionCount, binaryLimits.tableIndex);
  writer.bytes(unit.code);
}

/**
 * Takes a body apart.
 *
 * @throws {@link MoveError} `bad_tag`, `unexpected_end`, `limit_exceeded` or `malformed_uleb`; never for a body that came
 * out of a decoded module of the same version
 */
export function decodeInstructions(unit: CodeUnit, version: number): Instruction[] {
  const reader = new BinaryReader(unit.code);
  const instructions: Instruction[] = [];
  for (let i = 0; i < unit.instructionCount; i++) {
    const row = readOpcode(reader, version);
    instructions.push(bare[row.byte] ?? readInstruction(reader, row));
  }
  requireDone(reader);
  return instructions;
}

/** By opcode byte: instructions without operands, which all code shares. */
const bare: readonly (Instruction | undefined)[] = opcodes.map((row) =>
  row?.operands === "none" ? [row.name] : undefined,
);

function readInstruction(reader: BinaryReader, { name, operands, size }: OpcodeRow): Instruction {
  if (size > 0) return [name, readLiteral(reader, operands, size)];
  const first = readIndex(reader, operands);
  const second = readSecond(reader, operands);
  return second === undefined ? [name, first] : [name, first, second];
}

function readLiteral(reader: BinaryReader, shape: OperandShape, size: number): number | bigint {
  const unsigned = reader.unsigned(size);
  const value = shape.startsWith("i") ? BigInt.asIntN(8 * size, unsigned) : unsigned;
  return size <= 4 ? Number(value) : value;
}

/**
 * Puts a body together.
 *
 * @param locals - index of the signature of the locals beyond the parameters
 * @throws {@link MoveError} `bad_tag` for an unknown name or a wrong number of operands, `limit_exceeded` for an operand out
 * of range, `unsupported_version` for an instruction that the version does not have
 */
export function encodeInstructions(locals: number, instructions: readonly Instruction[], version: number): CodeUnit {
  const writer = new BinaryWriter();
  for (const [name, ...operands] of instructions) {
    const row = opcodesByName.get(name);
    if (row === undefined) throw new MoveError("bad_tag", "an instruction's name is unknown");
    if (row.since > version) throw new MoveError("unsupported_version", `${name} needs version ${row.since}`);
    writer.u8(row.byte);
    writeOperands(writer, name, row.operands, operands);
  }
  return { locals, instructionCount: instructions.length, code: writer.finish() };
}

function writeOperands(
  writer: BinaryWriter,
  name: string,
  shape: OperandShape,
  operands: readonly (number | bigint)[],
): void {
  const wanted = shape === "none" ? 0 : shape === "index_count" || shape === "index_mask" ? 2 : 1;
  const [first, second] = operands;
  if (operands.length !== wanted) throw new MoveError("bad_tag", `${name} takes ${wanted} operands`);
  if (first === undefined) return;
  const size = literalSizes[shape];
  if (size !== undefined) {
    writer.unsigned(toLiteral(BigInt(first), size, shape.startsWith("i")), size);
    return;
  }
  writer.uleb(Number(first), shape === "local" ? binaryLimits.count : binaryLimits.tableIndex);
  if (second === undefined) return;
  if (shape === "index_count") writer.unsigned(BigInt(second), 8);
  else writer.uleb64(BigInt(second));
}

function toLiteral(value: bigint, size: number, signed: boolean): bigint {
  if (!signed) return value;
  if (BigInt.asIntN(8 * size, value) !== value)
    throw new MoveError("limit_exceeded", "a signed literal is out of range");
  return BigInt.asUintN(8 * size, value);
}
