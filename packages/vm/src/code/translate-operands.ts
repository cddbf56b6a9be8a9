import { copy, drop } from "../type/abilities.ts";
import { primitiveTypes } from "../type/type-table.ts";
import { deserializeValue } from "../value/deserialize.ts";
import { type IntegerKind, integer } from "../value/integer.ts";
import type { CodeContext, Translated } from "./code-context.ts";
import { constantLayout } from "./constant-layout.ts";
import { illTyped } from "./type-stack.ts";

const castKinds = new Map<number, IntegerKind>([
  [0x33, "U8"],
  [0x34, "U64"],
  [0x35, "U128"],
  [0x4b, "U16"],
  [0x4c, "U32"],
  [0x4d, "U256"],
  [0x61, "I8"],
  [0x62, "I16"],
  [0x63, "I32"],
  [0x64, "I64"],
  [0x65, "I128"],
  [0x66, "I256"],
]);
const literalKinds = new Map<number, IntegerKind>([
  [0x06, "U64"],
  [0x31, "U8"],
  [0x32, "U128"],
  [0x48, "U16"],
  [0x49, "U32"],
  [0x4a, "U256"],
  [0x5b, "I8"],
  [0x5c, "I16"],
  [0x5d, "I32"],
  [0x5e, "I64"],
  [0x5f, "I128"],
  [0x60, "I256"],
]);
const { Bool, U8, U64 } = primitiveTypes;

/** Loads, locals, references, arithmetic, comparisons, branches and ends. @returns undefined for any other instruction */
export function useOperands(context: CodeContext, op: number, first: number | bigint): Translated | undefined {
  const { stack } = context;
  const a = typeof first === "number" ? first : 0;
  const literal = literalKinds.get(op);
  if (literal !== undefined) {
    stack.push(primitiveTypes[literal]);
    return { op, value: integer(BigInt(first)) };
  }
  const cast = castKinds.get(op);
  if (cast !== undefined) {
    const { kind } = stack.integer();
    stack.push(primitiveTypes[cast]);
    return { op, kind, type: primitiveTypes[cast] };
  }
  switch (op) {
    case 0x01: {
      const type = stack.pop();
      stack.require(type, drop);
      return { op, type };
    }
    case 0x02:
      stack.expectAll(context.source.results);
      return { op };
    case 0x03:
    case 0x04:
      stack.expect(Bool);
      return { op, a };
    case 0x05:
      return { op, a };
    case 0x07:
      return constant(context, op, a);
    case 0x08:
    case 0x09:
      stack.push(Bool);
      return { op, value: op === 0x08 };
    case 0x0a: {
      const type = context.local(a);
      stack.require(type, copy);
      stack.push(type);
      return { op, a, type };
    }
    case 0x0b:
      stack.push(context.local(a));
      return { op, a };
    case 0x0c:
      stack.expect(context.local(a));
      return { op, a };
    case 0x0d:
    case 0x0e: {
      const type = context.local(a);
      if (type.kind === "Reference") throw illTyped("a reference to a reference", "BORROWLOC_REFERENCE_ERROR");
      context.borrowed.add(a);
      stack.push(context.types.reference(op === 0x0d, type));
      return { op, a };
    }
    case 0x14: {
      const { target } = stack.reference();
      stack.require(target, copy);
      stack.push(target);
      return { op, type: target };
    }
    case 0x15: {
      const { target } = stack.reference(true);
      stack.require(target, drop);
      stack.expect(target);
      return { op, type: target };
    }
    case 0x16:
    case 0x17:
    case 0x18:
    case 0x19:
    case 0x1a:
      return arithmetic(context, op);
    case 0x1b:
    case 0x1c:
    case 0x1d: {
      const parts = arithmetic(context, op);
      if (parts.kind?.startsWith("I") === true)
        throw illTyped("a bit operation on signed integers", "INTEGER_OP_TYPE_MISMATCH_ERROR");
      return parts;
    }
    case 0x2f:
    case 0x30: {
      stack.expect(U8);
      const { type, kind } = stack.integer();
      if (kind.startsWith("I")) throw illTyped("a shift of a signed integer", "INTEGER_OP_TYPE_MISMATCH_ERROR");
      stack.push(type);
      return { op, kind };
    }
    case 0x67: {
      const { type, kind } = stack.integer();
      if (!kind.startsWith("I")) throw illTyped("an unsigned integer is negated", "INTEGER_OP_TYPE_MISMATCH_ERROR");
      stack.push(type);
      return { op, kind };
    }
    case 0x1e:
    case 0x1f:
      stack.expect(Bool);
      stack.expect(Bool);
      stack.push(Bool);
      return { op };
    case 0x20:
      stack.expect(Bool);
      stack.push(Bool);
      return { op };
    case 0x21:
    case 0x22: {
      const right = stack.pop();
      const left = stack.pop();
      if (left !== right)
        throw illTyped(`${left.text} is compared with ${right.text}`, "EQUALITY_OP_TYPE_MISMATCH_ERROR");
      stack.require(left, drop);
      stack.push(Bool);
      return { op, type: left };
    }
    case 0x23:
    case 0x24:
    case 0x25:
    case 0x26: {
      const { type, kind } = stack.integer();
      stack.expect(type);
      stack.push(Bool);
      return { op, kind };
    }
    case 0x27:
      stack.expect(U64);
      dropRest(context);
      return { op };
    case 0x68:
      stack.expect(context.types.vector(U8));
      stack.expect(U64);
      dropRest(context);
      return { op };
    case 0x28:
      return { op };
    case 0x2e: {
      const { target } = stack.reference(true);
      stack.push(context.types.reference(false, target));
      return { op };
    }
    default:
      return undefined;
  }
}

/** An abort ends the function whatever lies on the stack. */
function dropRest(context: CodeContext): void {
  while (context.stack.height > 0) context.stack.pop();
}

function constant(context: CodeContext, op: number, index: number): Translated {
  const { type: token, data } = context.entry(context.common.constants, index);
  const type = context.types.ofToken(context.common, token);
  context.stack.push(type);
  // Data that does not decode fails where it is loaded.
  const value = deserializeValue(data, constantLayout(type), context.types);
  return { op, b: data.length, value, type, created: [type] };
}

function arithmetic(context: CodeContext, op: number): Translated {
  const { type, kind } = context.stack.integer();
  context.stack.expect(type);
  context.stack.push(type);
  return { op, kind };
}
