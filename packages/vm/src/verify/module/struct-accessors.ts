import type {
  CompiledModule,
  FieldDefinition,
  Instruction,
  OpcodeName,
  SignatureToken,
  StructContent,
  VariantDefinition,
} from "@ledger/move";
import { isGeneric, plainName } from "../../instructions/names.ts";
import type { InstructionName } from "../../instructions/table.ts";
import { key } from "../../type/abilities.ts";
import { type CodeToVerify, visitToken } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";
import { refused } from "../refused.ts";
import { type AccessorKind, type AccessorName, readAccessorName } from "./accessor-name.ts";
import { tokenText } from "./token-text.ts";

/** The first format with accessors. */
const accessorsSince = 10;

const plainKinds: readonly string[] = ["persistent", "module_lock"];

/** No function has two marks of an accessor. @throws {@link VmError} `INVALID_STRUCT_API_CODE` */
export function checkAccessorMarks({ version, functionHandles }: CompiledModule): void {
  if (version < accessorsSince) return;
  for (const { attributes } of functionHandles) {
    if (attributes.filter(({ kind }) => !plainKinds.includes(kind)).length > 1) throw wrong("a function has two marks");
  }
}

/**
 * Functions that the compiler makes so that other modules can use the parts of a struct have the name, the mark and the code of such functions,
 * and no other function has the name or the mark.
 *
 * @throws {@link VmError} `INVALID_STRUCT_API_CODE`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.8 | Specification, verifier 9.8}
 */
export function checkStructAccessor(code: CodeToVerify, fn: FunctionCode): void {
  const { module } = code;
  if (module === undefined || module.version < accessorsSince) return;
  const mark = fn.attributes.find(({ kind }) => !plainKinds.includes(kind));
  const name = readAccessorName(fn.name, code.structsByName, mark?.kind.endsWith("_variant") === true);
  if (name === undefined && mark === undefined) return;
  if (name === undefined || mark === undefined || name.kind !== mark.kind) {
    throw wrong(`the mark of ${fn.name} is not that of its name`);
  }
  const operand = "operand" in mark ? mark.operand : undefined;
  new AccessorCheck(code, module, fn, name).run(mark.kind as AccessorKind, operand);
}

function wrong(message: string) {
  return refused("INVALID_STRUCT_API_CODE", message);
}

/** A field that variants have in common: at the same offset, of the same type. */
interface SharedField {
  readonly offset: number;
  readonly type: SignatureToken;
  readonly variants: number[];
}

/** Those of an enum are worked out once, however many functions borrow them. */
const sharedFields = new WeakMap<StructContent, readonly SharedField[]>();

function findSharedFields(variants: readonly VariantDefinition[]): readonly SharedField[] {
  const shared = new Map<string, SharedField>();
  variants.forEach(({ fields }, variant) => {
    fields.forEach(({ type }, offset) => {
      const text = `${offset} ${tokenText(type)}`;
      const known = shared.get(text);
      if (known === undefined) shared.set(text, { offset, type, variants: [variant] });
      else known.variants.push(variant);
    });
  });
  return [...shared.values()];
}

/** One function that has name and mark of an accessor. */
class AccessorCheck {
  readonly #code: CodeToVerify;
  readonly #module: CompiledModule;
  readonly #fn: FunctionCode;
  readonly #name: AccessorName;

  constructor(code: CodeToVerify, module: CompiledModule, fn: FunctionCode, name: AccessorName) {
    this.#code = code;
    this.#module = module;
    this.#fn = fn;
    this.#name = name;
  }

  /** @param operand - the variant or field of the mark */
  run(kind: AccessorKind, operand: number | undefined): void {
    const { abilities, typeParameters } = this.#code.structHandle(this.#name.struct);
    this.#require((abilities & key) === 0 && typeParameters.length === this.#fn.constraints.length);
    this.#require(this.#fn.unit !== undefined);
    for (const type of [...this.#fn.params, ...this.#fn.results]) this.#checkInstances(type);
    switch (kind) {
      case "pack":
      case "unpack":
        this.#checkExchange(kind, this.#fields(undefined), undefined);
        return;
      case "pack_variant":
      case "unpack_variant":
        this.#checkExchange(kind, this.#fields(operand), operand);
        return;
      case "test_variant":
        this.#fields(operand);
        this.#requireTypes(this.#fn.params, [{ kind: "Reference", value: this.#struct }]);
        this.#requireBody(1, "test_variant", (entry) => this.#module.variantHandles[entry]!.variant === operand);
        return;
      default:
        this.#checkBorrow(kind === "borrow_field_mut", operand);
    }
  }

  #require(holds: boolean): asserts holds {
    if (!holds) throw wrong(`${this.#fn.name} is not what its name and mark say`);
  }

  /** The struct with its own type parameters. */
  get #struct(): SignatureToken {
    const { handle } = this.#code.structDefinition(this.#name.struct);
    const typeArgs = this.#fn.constraints.map((_, index): SignatureToken => ({ kind: "TypeParameter", index }));
    return { kind: "Struct", handle, typeArgs };
  }

  /** Instances of the struct have its own type parameters. */
  #checkInstances(type: SignatureToken): void {
    const struct = this.#struct as SignatureToken & { readonly kind: "Struct" };
    visitToken(type, (token) => {
      if (token.kind === "Struct" && token.handle === struct.handle) {
        this.#require(tokenText(token) === tokenText(struct));
      }
    });
  }

  /** Fields of the struct, or of a variant whose name is that of the function. */
  #fields(variant: number | undefined): readonly FieldDefinition[] {
    const { content } = this.#code.structDefinition(this.#name.struct);
    if (variant === undefined) {
      this.#require(content.kind === "struct");
      return content.fields;
    }
    this.#require(content.kind === "enum");
    const found = content.variants[variant];
    this.#require(found !== undefined && this.#module.identifiers[found.name] === this.#name.variant);
    return found.fields;
  }

  #checkExchange(
    kind: AccessorKind & InstructionName,
    fields: readonly FieldDefinition[],
    variant: number | undefined,
  ) {
    const types = fields.map(({ type }) => type);
    const packs = kind.startsWith("pack");
    this.#requireTypes(packs ? this.#fn.params : this.#fn.results, types);
    this.#requireTypes(packs ? this.#fn.results : this.#fn.params, [this.#struct]);
    this.#requireBody(
      packs ? types.length : 1,
      kind,
      (entry) => variant === undefined || this.#module.variantHandles[entry]!.variant === variant,
    );
  }

  #checkBorrow(mutable: boolean, field: number | undefined): void {
    const { offset, typeOrder } = this.#name;
    this.#require(offset === field);
    const { content } = this.#code.structDefinition(this.#name.struct);
    const reference = (value: SignatureToken): SignatureToken => ({
      kind: mutable ? "MutableReference" : "Reference",
      value,
    });
    const name = (noun: "field" | "variant_field") => `${mutable ? "mut" : "imm"}_borrow_${noun}` as const;
    this.#requireTypes(this.#fn.params, [reference(this.#struct)]);
    if (content.kind === "struct") {
      const found = content.fields[field!];
      this.#require(typeOrder === undefined && found !== undefined);
      this.#requireTypes(this.#fn.results, [reference(found.type)]);
      this.#requireBody(1, name("field"), (entry) => this.#module.fieldHandles[entry]!.field === field);
      return;
    }
    const shared = this.#sharedField(typeOrder);
    this.#require(shared !== undefined && shared.offset === offset);
    this.#requireTypes(this.#fn.results, [reference(shared.type)]);
    this.#requireBody(1, name("variant_field"), (entry) => {
      const handle = this.#module.variantFieldHandles[entry]!;
      return handle.field === field && handle.variants.join() === shared.variants.join();
    });
  }

  /** The field of an enum's variants that has a number among those of different offset or type. */
  #sharedField(order: number | undefined): SharedField | undefined {
    const { content } = this.#code.structDefinition(this.#name.struct);
    if (content.kind !== "enum" || order === undefined) return undefined;
    let shared = sharedFields.get(content);
    if (shared === undefined) {
      shared = findSharedFields(content.variants);
      sharedFields.set(content, shared);
    }
    return shared[order];
  }

  #requireTypes(actual: readonly SignatureToken[], wanted: readonly SignatureToken[]): void {
    this.#require(actual.map(tokenText).join() === wanted.map(tokenText).join());
  }

  /** The code moves its parameters to the stack, does one thing with them, and returns. */
  #requireBody(moved: number, name: InstructionName, isIt: (entry: number) => boolean): void {
    const code: readonly Instruction[] = this.#fn.decode()!;
    this.#require(code.length === moved + 2 && code.at(-1)![0] === "ret");
    for (let i = 0; i < moved; i++) this.#require(code[i]![0] === "move_loc" && code[i]![1] === i);
    const [used, operand] = code[moved]!;
    const index = Number(operand);
    this.#require(plainName(used) === name && this.#code.structOf(used, index) === this.#name.struct);
    this.#requireOwnParameters(used, index);
    this.#require(isIt(this.#code.entry(used, index)));
  }

  #requireOwnParameters(name: OpcodeName, index: number): void {
    this.#require(isGeneric(name) === this.#fn.constraints.length > 0);
    const signature = this.#code.typeArgs(name, index);
    if (signature === undefined) return;
    const given = this.#code.tables.signatures[signature]!;
    this.#require(given.every((type, i) => type.kind === "TypeParameter" && type.index === i));
  }
}
