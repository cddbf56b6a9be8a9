import {
  type AbilitySet,
  type CodeUnit,
  type CommonTables,
  type CompiledModule,
  decodeInstructions,
  type FieldDefinition,
  opcodes,
} from "@ledger/move";
import { abilitiesOf, copy, drop, key, store } from "../type/abilities.ts";
import type { StructType, Type } from "../type/type.ts";
import { primitiveTypes, type TypeTable } from "../type/type-table.ts";
import { deserializeValue } from "../value/deserialize.ts";
import { type IntegerKind, integer } from "../value/integer.ts";
import { checkOperandType, checkValueType } from "./check-definitions.ts";
import { checkLocals } from "./check-locals.ts";
import { checkReferences } from "./check-references.ts";
import { constantLayout } from "./constant-layout.ts";
import { type Body, type CallSite, Instruction, type InstructionParts } from "./instruction.ts";
import type { CodeTables } from "./loaded-module.ts";
import { operandRefusals } from "./operand-refusals.ts";
import { isTerminator, splitSegments } from "./segments.ts";
import { illTyped, TypeStack } from "./type-stack.ts";

/** What is known of a function before its code is looked at. */
export interface FunctionSource {
  readonly name: string;
  /** Types of parameters and locals. */
  readonly locals: readonly Type[];
  /** How many of the locals are parameters. */
  readonly params: number;
  readonly results: readonly Type[];
  /** Abilities of each type parameter. */
  readonly constraints: readonly AbilitySet[];
  readonly code: CodeUnit;
  /** Names of the module's own structs that a call may borrow or take from global storage. */
  readonly acquires: (site: CallSite) => ReadonlySet<string>;
}

const opByName = new Map(opcodes.flatMap((row) => (row === undefined ? [] : [[row.name, row.byte] as const])));
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
const { Bool, U8, U64, Address } = primitiveTypes;

/**
 * Checks a function's code and makes it ready to run: operands looked up, every type known. Each block of verified code begins
 * and ends with an empty stack, so one pass over the instructions finds the type of every operand.
 *
 * @param module - the module of the code; undefined for a script
 * @throws {@link VmError} `UNEXPECTED_VERIFIER_ERROR` for code that is not well typed
 */
export function translate(tables: CodeTables, module: CompiledModule | undefined, source: FunctionSource): Body {
  return new Translator(tables, module, source).run();
}

class Translator {
  readonly #tables: CodeTables;
  readonly #common: CommonTables;
  readonly #types: TypeTable;
  readonly #module: CompiledModule | undefined;
  readonly #source: FunctionSource;
  readonly #stack: TypeStack;
  readonly #instructions: Instruction[] = [];
  readonly #borrowed = new Set<number>();
  #sites = 0;

  constructor(tables: CodeTables, module: CompiledModule | undefined, source: FunctionSource) {
    this.#tables = tables;
    this.#common = tables.tables;
    this.#types = tables.types;
    this.#module = module;
    this.#source = source;
    this.#stack = new TypeStack((type) => this.#abilities(type));
  }

  run(): Body {
    const decoded = decodeInstructions(this.#source.code, this.#common.version);
    const targets = new Set<number>();
    for (const [name, target] of decoded) {
      if (name !== "branch" && name !== "br_true" && name !== "br_false") continue;
      if (Number(target) >= decoded.length) throw illTyped("a branch leads out of the function", "INDEX_OUT_OF_BOUNDS");
      targets.add(Number(target));
    }
    for (const [i, [name, first, second]] of decoded.entries()) {
      if (targets.has(i)) this.#expectEmpty();
      const height = this.#stack.height;
      const op = opByName.get(name)!;
      this.#stack.refusals = operandRefusals(op);
      const parts = this.#step(op, first ?? 0, second ?? 0);
      this.#instructions.push(new Instruction({ ...parts, height }));
      if (isTerminator(parts.op)) this.#expectEmpty();
    }
    const last = this.#instructions.at(-1);
    if (last === undefined || !isTerminator(last.op) || last.op === 0x03 || last.op === 0x04) {
      throw illTyped("a function's code runs over its end", "INVALID_FALL_THROUGH");
    }
    const { locals, params, acquires } = this.#source;
    for (const type of [...locals, ...this.#source.results]) {
      checkOperandType(type, this.#source.constraints, this.#tables);
    }
    checkLocals(this.#instructions, locals.length, params, (local) => (this.#abilities(locals[local]!) & drop) !== 0);
    checkReferences({ instructions: this.#instructions, targets, locals, params, acquires });
    return {
      instructions: this.#instructions,
      segments: splitSegments(this.#instructions, targets),
      locals,
      sites: this.#sites,
      borrowed: this.#borrowed,
      tier: { heat: 0, compiled: undefined },
    };
  }

  #expectEmpty(): void {
    if (this.#stack.height > 0)
      throw illTyped("a block leaves operands on the stack", "POSITIVE_STACK_SIZE_AT_BLOCK_END");
  }

  #abilities(type: Type): AbilitySet {
    return abilitiesOf(type, this.#source.constraints, (struct) => {
      const declaration = this.#tables.structDeclaration(struct);
      if (declaration === undefined) throw illTyped(`${struct.text} is not declared`);
      return declaration;
    });
  }

  #local(index: number): Type {
    const type = this.#source.locals[index];
    if (type === undefined) throw illTyped("a local is out of range", "INDEX_OUT_OF_BOUNDS");
    return type;
  }

  #step(op: number, first: number | bigint, second: number | bigint): Omit<InstructionParts, "height"> {
    const stack = this.#stack;
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
        stack.expectAll(this.#source.results);
        return { op };
      case 0x03:
      case 0x04:
        stack.expect(Bool);
        return { op, a };
      case 0x05:
        return { op, a };
      case 0x07:
        return this.#constant(op, a);
      case 0x08:
      case 0x09:
        stack.push(Bool);
        return { op, value: op === 0x08 };
      case 0x0a: {
        const type = this.#local(a);
        stack.require(type, copy);
        stack.push(type);
        return { op, a, type };
      }
      case 0x0b:
        stack.push(this.#local(a));
        return { op, a };
      case 0x0c:
        stack.expect(this.#local(a));
        return { op, a };
      case 0x0d:
      case 0x0e: {
        const type = this.#local(a);
        if (type.kind === "Reference") throw illTyped("a reference to a reference", "BORROWLOC_REFERENCE_ERROR");
        this.#borrowed.add(a);
        stack.push(this.#types.reference(op === 0x0d, type));
        return { op, a };
      }
      case 0x0f:
      case 0x10:
        return this.#borrowField(op, a, undefined);
      case 0x36:
      case 0x37: {
        const { target, typeArgs } = this.#entry(this.#definitions().fieldInstantiations, a);
        return this.#borrowField(op, target, typeArgs);
      }
      case 0x4e:
      case 0x4f:
        return this.#borrowVariantField(op, a, undefined);
      case 0x50:
      case 0x51: {
        const { target, typeArgs } = this.#entry(this.#definitions().variantFieldInstantiations, a);
        return this.#borrowVariantField(op, target, typeArgs);
      }
      case 0x11:
        return this.#call(op, this.#site(a, [], -1));
      case 0x38: {
        const { target, typeArgs } = this.#entry(this.#common.functionInstantiations, a);
        return this.#call(op, this.#site(target, this.#tables.signature(typeArgs), a));
      }
      case 0x58:
        return this.#packClosure(op, this.#site(a, [], -1), BigInt(second));
      case 0x59: {
        const { target, typeArgs } = this.#entry(this.#common.functionInstantiations, a);
        return this.#packClosure(op, this.#site(target, this.#tables.signature(typeArgs), a), BigInt(second));
      }
      case 0x5a:
        return this.#callClosure(op, a);
      case 0x12:
      case 0x13:
        return this.#pack(op, a, undefined, undefined);
      case 0x39:
      case 0x3a: {
        const { target, typeArgs } = this.#entry(this.#definitions().structInstantiations, a);
        return this.#pack(op, target, typeArgs, undefined);
      }
      case 0x52:
      case 0x54:
      case 0x56:
        return this.#variant(op, a, undefined);
      case 0x53:
      case 0x55:
      case 0x57: {
        const { target, typeArgs } = this.#entry(this.#definitions().variantInstantiations, a);
        return this.#variant(op, target, typeArgs);
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
        return this.#arithmetic(op);
      case 0x1b:
      case 0x1c:
      case 0x1d: {
        const parts = this.#arithmetic(op);
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
        this.#dropRest();
        return { op };
      case 0x68:
        stack.expect(this.#types.vector(U8));
        stack.expect(U64);
        this.#dropRest();
        return { op };
      case 0x28:
        return { op };
      case 0x2e: {
        const { target } = stack.reference(true);
        stack.push(this.#types.reference(false, target));
        return { op };
      }
      case 0x29:
      case 0x2a:
      case 0x2b:
      case 0x2c:
      case 0x2d:
        return this.#global(op, this.#structType(a, undefined), []);
      case 0x3b:
      case 0x3c:
      case 0x3d:
      case 0x3e:
      case 0x3f: {
        const { target, typeArgs } = this.#entry(this.#definitions().structInstantiations, a);
        const type = this.#structType(target, typeArgs);
        return this.#global(op, type, [type]);
      }
      default:
        return this.#vector(op, a, Number(second));
    }
  }

  /** An abort ends the function whatever lies on the stack. */
  #dropRest(): void {
    while (this.#stack.height > 0) this.#stack.pop();
  }

  #definitions(): CompiledModule {
    if (this.#module === undefined)
      throw illTyped("a script uses an instruction that needs a module", "INVALID_OPERATION_IN_SCRIPT");
    return this.#module;
  }

  #entry<T>(table: readonly T[], index: number): T {
    const entry = table[index];
    if (entry === undefined) throw illTyped("an instruction's index is out of range", "INDEX_OUT_OF_BOUNDS");
    return entry;
  }

  #constant(op: number, index: number): Omit<InstructionParts, "height"> {
    const { type: token, data } = this.#entry(this.#common.constants, index);
    const type = this.#types.ofToken(this.#common, token);
    this.#stack.push(type);
    // Data that does not decode fails where it is loaded.
    const value = deserializeValue(data, constantLayout(type), this.#types);
    return { op, b: data.length, value, type, created: [type] };
  }

  #arithmetic(op: number): Omit<InstructionParts, "height"> {
    const { type, kind } = this.#stack.integer();
    this.#stack.expect(type);
    this.#stack.push(type);
    return { op, kind };
  }

  /** A type that values have: no reference, nor anything of one. */
  #requireValue(type: Type): void {
    checkValueType(type, this.#source.constraints, this.#tables);
  }

  #structType(definition: number, typeArgs: number | undefined): StructType {
    const { handle } = this.#entry(this.#definitions().structDefinitions, definition);
    const { module, name, typeParameters } = this.#common.structHandles[handle]!;
    const owner = this.#tables.moduleName(module);
    const args = typeArgs === undefined ? [] : this.#tables.signature(typeArgs);
    if (args.length !== typeParameters.length)
      throw illTyped("a struct has the wrong number of type arguments", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH");
    args.forEach((type, i) => {
      this.#requireValue(type);
      this.#stack.require(type, typeParameters[i]!.constraints, "CONSTRAINT_NOT_SATISFIED");
    });
    return this.#types.struct(owner.address, owner.name, this.#common.identifiers[name]!, args);
  }

  #fieldTypes(fields: readonly FieldDefinition[], type: StructType): Type[] {
    return fields.map((field) => this.#fieldType(field, type));
  }

  #fieldType(field: FieldDefinition, type: StructType): Type {
    return this.#types.substitute(this.#types.ofToken(this.#common, field.type), type.typeArgs);
  }

  #borrowField(op: number, index: number, typeArgs: number | undefined): Omit<InstructionParts, "height"> {
    const { struct, field } = this.#entry(this.#definitions().fieldHandles, index);
    const { content } = this.#definitions().structDefinitions[struct]!;
    const definition = content.kind === "struct" ? content.fields[field] : undefined;
    if (definition === undefined) throw illTyped("a field does not exist", "INDEX_OUT_OF_BOUNDS");
    const type = this.#structType(struct, typeArgs);
    const mutable = op === 0x0f || op === 0x36;
    const fieldType = this.#fieldType(definition, type);
    this.#stack.referenceTo(type, mutable);
    this.#stack.push(this.#types.reference(mutable, fieldType));
    return { op, a: field, created: typeArgs === undefined ? [] : [type, fieldType] };
  }

  #borrowVariantField(op: number, index: number, typeArgs: number | undefined): Omit<InstructionParts, "height"> {
    const { struct, field, variants } = this.#entry(this.#definitions().variantFieldHandles, index);
    const { content } = this.#definitions().structDefinitions[struct]!;
    if (content.kind !== "enum" || variants.length === 0) throw illTyped("a variant's field of what is no enum");
    const type = this.#structType(struct, typeArgs);
    const types = variants.map((variant) => {
      const definition = content.variants[variant]?.fields[field];
      if (definition === undefined) throw illTyped("a variant's field does not exist", "INDEX_OUT_OF_BOUNDS");
      return this.#fieldType(definition, type);
    });
    const [fieldType] = types as [Type];
    if (types.some((other) => other !== fieldType)) throw illTyped("a field differs in type between variants");
    const mutable = op === 0x4f || op === 0x51;
    this.#stack.referenceTo(type, mutable);
    this.#stack.push(this.#types.reference(mutable, fieldType));
    return { op, a: field + 1, variants, created: typeArgs === undefined ? [] : [type, fieldType] };
  }

  #pack(
    op: number,
    index: number,
    typeArgs: number | undefined,
    variant: number | undefined,
  ): Omit<InstructionParts, "height"> {
    const type = this.#structType(index, typeArgs);
    const { content } = this.#definitions().structDefinitions[index]!;
    const definitions =
      variant === undefined
        ? content.kind === "struct"
          ? content.fields
          : undefined
        : content.kind === "enum"
          ? content.variants[variant]?.fields
          : undefined;
    if (definitions === undefined) throw illTyped("a struct or variant does not exist", "INDEX_OUT_OF_BOUNDS");
    const fields = this.#fieldTypes(definitions, type);
    if (op === 0x12 || op === 0x39 || op === 0x52 || op === 0x53) {
      this.#stack.expectAll(fields);
      this.#stack.push(type);
    } else {
      this.#stack.expect(type);
      this.#stack.pushAll(fields);
    }
    const created = typeArgs === undefined ? [] : [...fields, type];
    return { op, a: variant ?? 0, b: fields.length, type, fields, created };
  }

  #variant(op: number, index: number, typeArgs: number | undefined): Omit<InstructionParts, "height"> {
    const { struct, variant } = this.#entry(this.#definitions().variantHandles, index);
    if (op !== 0x56 && op !== 0x57) return this.#pack(op, struct, typeArgs, variant);
    const { content } = this.#definitions().structDefinitions[struct]!;
    if (content.kind !== "enum" || variant >= content.variants.length)
      throw illTyped("a variant does not exist", "INDEX_OUT_OF_BOUNDS");
    const type = this.#structType(struct, typeArgs);
    this.#stack.referenceTo(type, false);
    this.#stack.push(Bool);
    return { op, a: variant, created: typeArgs === undefined ? [] : [type] };
  }

  #site(handle: number, typeArgs: readonly Type[], instantiation: number): CallSite {
    const { module, name, params, returns, typeParameters } = this.#entry(this.#common.functionHandles, handle);
    if (typeArgs.length !== typeParameters.length)
      throw illTyped("a function has the wrong number of type arguments", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH");
    typeArgs.forEach((type, i) => {
      this.#requireValue(type);
      this.#stack.require(type, typeParameters[i]!, "CONSTRAINT_NOT_SATISFIED");
    });
    const owner = this.#tables.moduleName(module);
    return {
      target: { address: owner.address, module: owner.name, name: this.#common.identifiers[name]!, typeArgs },
      index: this.#sites++,
      params: this.#tables.signature(params),
      results: this.#tables.signature(returns),
      constraints: typeParameters,
      instantiation,
    };
  }

  #instantiate(types: readonly Type[], site: CallSite): Type[] {
    return types.map((type) => this.#types.substitute(type, site.target.typeArgs));
  }

  #call(op: number, site: CallSite): Omit<InstructionParts, "height"> {
    this.#stack.expectAll(this.#instantiate(site.params, site));
    this.#stack.pushAll(this.#instantiate(site.results, site));
    return { op, site, a: site.params.length, b: site.results.length };
  }

  #packClosure(op: number, site: CallSite, mask: bigint): Omit<InstructionParts, "height"> {
    const params = this.#instantiate(site.params, site);
    if (params.length < 64 && mask >> BigInt(params.length) !== 0n)
      throw illTyped("a closure captures too much", "INVALID_CLOSURE_MASK");
    const isCaptured = (i: number): boolean => ((mask >> BigInt(i)) & 1n) === 1n;
    const captured = params.filter((_, i) => isCaptured(i));
    let abilities = this.#closureAbilities(site);
    for (const type of captured) {
      if (type.kind === "Reference") throw illTyped("a closure captures a reference", "PACK_TYPE_MISMATCH_ERROR");
      abilities &= this.#abilities(type);
    }
    this.#stack.expectAll(captured);
    const rest = params.filter((_, i) => !isCaptured(i));
    this.#stack.push(this.#types.function(rest, this.#instantiate(site.results, site), abilities));
    return { op, site, a: captured.length, value: mask, fields: captured };
  }

  /** Function values of this site: those of public and of marked functions may be stored. */
  #closureAbilities(site: CallSite): AbilitySet {
    const handle = this.#common.functionHandles.find(
      ({ module, name }) =>
        this.#common.identifiers[name] === site.target.name &&
        this.#tables.moduleName(module).name === site.target.module &&
        this.#tables.moduleName(module).address === site.target.address,
    );
    const own = this.#module?.functionDefinitions.find(
      ({ handle: index }) => this.#common.functionHandles[index] === handle,
    );
    const persistent =
      own?.visibility === "public" || handle?.attributes.some(({ kind }) => kind === "persistent") === true;
    return persistent ? copy | drop | store : copy | drop;
  }

  #callClosure(op: number, index: number): Omit<InstructionParts, "height"> {
    const [type, ...others] = this.#tables.signature(index);
    if (type?.kind !== "Function" || others.length > 0)
      throw illTyped("a closure call without a function type", "CLOSURE_CALL_REQUIRES_FUNCTION");
    this.#requireValue(type);
    this.#stack.expect(type);
    this.#stack.expectAll(type.args);
    this.#stack.pushAll(type.results);
    return { op, type, a: type.args.length, b: type.results.length };
  }

  #global(op: number, type: StructType, created: readonly Type[]): Omit<InstructionParts, "height"> {
    const stack = this.#stack;
    stack.require(type, key);
    switch (op) {
      case 0x2d:
      case 0x3f:
        stack.expect(type);
        stack.referenceTo(primitiveTypes.Signer, false);
        break;
      case 0x29:
      case 0x3b:
        stack.expect(Address);
        stack.push(Bool);
        break;
      case 0x2c:
      case 0x3e:
        stack.expect(Address);
        stack.push(type);
        break;
      default:
        stack.expect(Address);
        stack.push(this.#types.reference(op === 0x2a || op === 0x3c, type));
    }
    return { op, type, created };
  }

  #vector(op: number, index: number, count: number): Omit<InstructionParts, "height"> {
    const stack = this.#stack;
    const [element, ...others] = this.#tables.signature(this.#entryIndex(index));
    if (element === undefined || others.length > 0) throw illTyped("a vector instruction without an element type");
    this.#requireValue(element);
    const type = this.#types.vector(element);
    const parts = { op, b: count, type: element, created: [element] };
    switch (op) {
      case 0x40:
        if (count > stack.height)
          throw illTyped("a vector of more elements than there are operands", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK");
        for (let i = 0; i < count; i++) stack.expect(element);
        stack.push(type);
        return parts;
      case 0x41:
        stack.referenceTo(type, false);
        stack.push(U64);
        return parts;
      case 0x42:
      case 0x43:
        stack.expect(U64);
        stack.referenceTo(type, op === 0x43);
        stack.push(this.#types.reference(op === 0x43, element));
        return parts;
      case 0x44:
        stack.expect(element);
        stack.referenceTo(type, true);
        return parts;
      case 0x45:
        stack.referenceTo(type, true);
        stack.push(element);
        return parts;
      case 0x46:
        if (count > 65_535) throw illTyped("a vector is unpacked into too many operands", "CONSTRAINT_NOT_SATISFIED");
        stack.expect(type);
        for (let i = 0; i < count; i++) stack.push(element);
        return parts;
      case 0x47:
        stack.expect(U64);
        stack.expect(U64);
        stack.referenceTo(type, true);
        return parts;
      default:
        throw illTyped("an instruction is unknown");
    }
  }

  #entryIndex(index: number): number {
    this.#entry(this.#common.signatures, index);
    return index;
  }
}
