import { type Instruction, opcodes } from "@ledger/move";
import { effectOf, isGeneric, opcodeOf } from "../../instructions/names.ts";
import type { CodeToVerify } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";
import { refused } from "../refused.ts";

const maxVectorCount = 65_535n;

/**
 * Generic things are used by the generic form of an instruction and others by the plain one; counts and masks are what they may be.
 *
 * @throws {@link VmError} `GENERIC_MEMBER_OPCODE_MISMATCH`, `INVALID_CLOSURE_MASK`, `CONSTRAINT_NOT_SATISFIED`,
 * `INVALID_OPERATION_IN_SCRIPT`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#8.1 | Specification, verifier 8.1}
 */
export function checkConsistency(code: CodeToVerify, fn: FunctionCode): void {
  for (const instruction of fn.naming) checkForm(code, instruction);
}

function checkForm(code: CodeToVerify, [name, operand, second]: Instruction): void {
  const { operands } = opcodes[opcodeOf[name]]!;
  if (operands === "index_count" && BigInt(second!) > maxVectorCount) {
    throw refused("CONSTRAINT_NOT_SATISFIED", `${name} of ${second} elements`);
  }
  const subject = effectOf(name).names!;
  if (subject === "constant" || subject === "signature") return;
  const index = Number(operand);
  const { typeParameters } =
    subject === "function" ? code.functionHandle(name, index) : code.structHandle(code.structOf(name, index));
  if (isGeneric(name) !== typeParameters.length > 0) {
    throw refused(
      "GENERIC_MEMBER_OPCODE_MISMATCH",
      `${name} is used on something with ${typeParameters.length} type parameters`,
    );
  }
  if (operands !== "index_mask") return;
  const params = code.tables.signatures[code.functionHandle(name, index).params]!;
  if (BigInt(second!) >> BigInt(params.length) !== 0n) {
    throw refused("INVALID_CLOSURE_MASK", "a closure captures more than there are parameters");
  }
}
