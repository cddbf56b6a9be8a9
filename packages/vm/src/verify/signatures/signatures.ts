import type { AbilitySet, CommonTables, Instantiation, OpcodeName } from "@ledger/move";
import type { Rules } from "../../features/rules.ts";
import type { Subject } from "../../instructions/effect.ts";
import { effectOf, isGeneric } from "../../instructions/names.ts";
import { instantiationTable, isOfModules } from "../../instructions/subjects.ts";
import { key } from "../../type/abilities.ts";
import type { CodeToVerify } from "../code-to-verify.ts";
import type { FunctionCode } from "../function-code.ts";
import { refused } from "../refused.ts";
import { checkScriptParameters } from "./script-parameters.ts";
import { NeedsCollector, requireNeeds, type TypeNeeds } from "./type-needs.ts";

/** Kinds of generic things of a module, in the order in which their instances are checked. */
const definitionSubjects = ["struct", "field", "variant", "variantField"] as const satisfies readonly Subject[];

/**
 * Checks that types are well formed: references only where they may be, and type arguments with the abilities that are asked of them.
 * What the types of a table ask of type parameters is worked out once, however many functions use them.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#7 | Specification, verifier 7}
 */
export class SignatureCheck {
  readonly #code: CodeToVerify;
  readonly #tables: CommonTables;
  readonly #rules: Rules;
  readonly #signatures: (TypeNeeds | undefined)[] = [];
  readonly #values: (TypeNeeds | undefined)[] = [];
  readonly #instances = new Map<string, TypeNeeds>();

  constructor(code: CodeToVerify, rules: Rules) {
    this.#code = code;
    this.#tables = code.tables;
    this.#rules = rules;
  }

  /**
   * Checks signatures, instantiations and function handles.
   *
   * @throws {@link VmError} `INVALID_SIGNATURE_TOKEN`, `CONSTRAINT_NOT_SATISFIED`, `NUMBER_OF_TYPE_ARGUMENTS_MISMATCH`
   */
  checkTables(): void {
    const { signatures, functionInstantiations, functionHandles } = this.#tables;
    for (const index of signatures.keys()) this.#signature(index);
    for (const index of functionInstantiations.keys()) this.#instance("function", index, 0);
    for (const subject of this.#code.module === undefined ? [] : definitionSubjects) {
      for (const index of instantiationTable(this.#tables, subject)!.keys()) this.#instance(subject, index, 0);
    }
    for (const { params, returns, typeParameters } of functionHandles) {
      requireNeeds(this.#signature(params), typeParameters);
      requireNeeds(this.#signature(returns), typeParameters);
    }
  }

  /**
   * Checks the types that a function's locals and instructions name, and those of a script's parameters, which no handle has.
   *
   * @throws {@link VmError} as {@link checkTables}, `CLOSURE_CALL_REQUIRES_FUNCTION`, `INVALID_OPERATION_IN_SCRIPT`,
   * `VERIFIER_INVARIANT_VIOLATION`
   */
  checkFunction({ unit, naming, constraints, isScript, params }: FunctionCode): void {
    if (isScript) {
      if (!this.#rules.countsScriptParameters) checkScriptParameters(this.#tables, constraints.length);
      const needs = this.#collect((collector) => {
        for (const type of params) collector.add(type, 0, true);
      });
      requireNeeds(needs, constraints);
    }
    if (unit === undefined) return;
    requireNeeds(this.#signature(unit.locals), constraints);
    const seen = new Set<number>();
    for (const [name, operand] of naming) {
      const { names } = effectOf(name);
      if (names === "signature") {
        this.#checkSignatureOperand(name, Number(operand), constraints);
      } else if (isGeneric(name)) {
        if (this.#code.module === undefined && isOfModules(names!)) {
          throw refused("INVALID_OPERATION_IN_SCRIPT", `${name} in a script`);
        }
        const required = effectOf(name).reaches === "state" ? key : 0;
        const once = (Number(operand) * 8 + subjectNumber[names!]) * 2 + (required === 0 ? 0 : 1);
        if (seen.has(once)) continue;
        seen.add(once);
        requireNeeds(this.#instance(names!, Number(operand), required), constraints);
      }
    }
  }

  /** The one type that a vector instruction or the call of a function value names. */
  #checkSignatureOperand(name: OpcodeName, index: number, constraints: readonly AbilitySet[]): void {
    const [type, ...others] = this.#tables.signatures[index]!;
    const callsClosure = effectOf(name).references === "call";
    if (type === undefined || others.length > 0 || (callsClosure && type.kind !== "Function")) {
      throw callsClosure
        ? refused("CLOSURE_CALL_REQUIRES_FUNCTION", "a closure call without a function type")
        : refused("NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", `${name} without an element type`);
    }
    this.#values[index] ??= this.#collect((needs) => needs.add(type, 0, false));
    requireNeeds(this.#values[index], constraints);
  }

  /** Abilities that the types of a signature ask for. */
  #signature(index: number): TypeNeeds {
    this.#signatures[index] ??= this.#collect((needs) => {
      for (const type of this.#tables.signatures[index]!) needs.add(type, 0, true);
    });
    return this.#signatures[index];
  }

  /** Abilities that an instantiation asks for, where the instance must have some itself. */
  #instance(subject: Subject, index: number, required: AbilitySet): TypeNeeds {
    const text = `${subject} ${index} ${required}`;
    let needs = this.#instances.get(text);
    if (needs === undefined) {
      needs = this.#collect((collector) => this.#addInstance(collector, subject, index, required));
      this.#instances.set(text, needs);
    }
    return needs;
  }

  #addInstance(collector: NeedsCollector, subject: Subject, index: number, required: AbilitySet): void {
    const { target, typeArgs }: Instantiation = instantiationTable(this.#tables, subject)![index]!;
    const given = this.#tables.signatures[typeArgs]!;
    if (subject === "function") {
      const { typeParameters } = this.#tables.functionHandles[target]!;
      collector.addArguments(
        given,
        typeParameters.map((constraints) => ({ constraints, phantom: false })),
        0,
      );
      return;
    }
    const { abilities, typeParameters } = this.#code.structHandle(this.#code.ownerOf(subject, target));
    if ((required & ~abilities) !== 0) {
      throw refused("CONSTRAINT_NOT_SATISFIED", "a struct that is no resource is used as one");
    }
    collector.addArguments(given, typeParameters, required);
  }

  #collect(add: (collector: NeedsCollector) => void): TypeNeeds {
    const collector = new NeedsCollector(this.#tables, this.#rules.checksFunctionTypes);
    add(collector);
    return collector.needs;
  }
}

const subjectNumber: Readonly<Record<Subject, number>> = {
  constant: 0,
  function: 1,
  signature: 2,
  struct: 3,
  field: 4,
  variantField: 5,
  variant: 6,
};
