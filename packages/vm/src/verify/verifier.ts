import type { CompiledModule, CompiledScript } from "@ledger/move";
import type { Rules } from "../features/rules.ts";
import { VmError } from "../status/vm-error.ts";
import { drop } from "../type/abilities.ts";
import { CodeToVerify } from "./code-to-verify.ts";
import { checkAcquires } from "./flow/acquires.ts";
import { splitBlocks, visitOrder } from "./flow/blocks.ts";
import { checkLocals } from "./flow/locals.ts";
import { checkLoops } from "./flow/loops.ts";
import { checkLoopsByPosition } from "./flow/loops-by-position.ts";
import { checkStack } from "./flow/stack.ts";
import type { FunctionCode } from "./function-code.ts";
import { type VerifierLimits, verifierLimits } from "./limits.ts";
import { VerifierMeter } from "./meter.ts";
import { checkBounds, checkCodeBounds, checkFieldBounds, TypeParameterBounds } from "./module/bounds.ts";
import { checkConsistency } from "./module/consistency.ts";
import { checkConstants } from "./module/constants.ts";
import { checkDuplicates } from "./module/duplicates.ts";
import { checkCodeFeatures, checkFeatures } from "./module/features.ts";
import { checkFriends } from "./module/friends.ts";
import { checkInstantiationLoops } from "./module/instantiation-loops.ts";
import { checkRecursiveStructs } from "./module/recursive-structs.ts";
import { checkAccessorMarks, checkStructAccessor } from "./module/struct-accessors.ts";
import { checkLimits } from "./module/type-limits.ts";
import { checkReferences } from "./references/references.ts";
import { refused } from "./refused.ts";
import { SignatureCheck } from "./signatures/signatures.ts";
import { checkStructFields } from "./signatures/struct-fields.ts";
import { TypeCheck } from "./types/type-check.ts";
import { TypePool } from "./types/type-pool.ts";
import { checkTypes } from "./types/type-rules.ts";

/** The format from which loops may lie anywhere, as long as they have one entrance. */
const anyLoopsSince = 6;

/**
 * Verifies a module or script alone: what it names in others is not looked at. Passes and statuses are those of the ledger, in its order.
 *
 * A module that is published is verified whole. Of one that is stored, {@link checkFunction} verifies what is about to run: the tables
 * once, then each function once.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#1 | Specification, verifier 1}
 */
export class Verifier {
  readonly #code: CodeToVerify;
  readonly #rules: Rules;
  readonly #limits: VerifierLimits;
  readonly #signatures: SignatureCheck;
  readonly #types: TypePool;
  /** Of the functions that are verified one by one. */
  readonly #meter = new VerifierMeter();
  readonly #bounds: TypeParameterBounds;
  readonly #hasSpecifiers: boolean;
  readonly #checked: boolean[] = [];
  #areTablesChecked = false;
  #isVerified = false;

  private constructor(code: CodeToVerify, hasSpecifiers: boolean, rules: Rules) {
    this.#code = code;
    this.#rules = rules;
    this.#limits = verifierLimits(rules);
    this.#signatures = new SignatureCheck(code, rules);
    this.#types = new TypePool(code.tables);
    this.#bounds = new TypeParameterBounds(code.tables);
    this.#hasSpecifiers = hasSpecifiers;
  }

  static ofModule(module: CompiledModule, rules: Rules): Verifier {
    return new Verifier(CodeToVerify.ofModule(module), false, rules);
  }

  static ofScript(script: CompiledScript, rules: Rules): Verifier {
    return new Verifier(CodeToVerify.ofScript(script), script.accessSpecifiers !== undefined, rules);
  }

  /** Verifies everything, once. @throws {@link VmError} the ledger's own status */
  verify(): void {
    for (const _ of this.steps());
  }

  /**
   * Verifies everything, once, in steps of at most a function: between two of them others may come first.
   *
   * @throws {@link VmError} as {@link verify}, by the step that finds a fault
   */
  *steps(): Generator<undefined, void> {
    if (this.#isVerified) return;
    const { module } = this.#code;
    const meter = new VerifierMeter();
    const functions = [...this.#code.functions()];
    checkBounds(this.#code);
    checkFeatures(this.#code, this.#hasSpecifiers, this.#rules);
    for (const fn of functions) checkCodeFeatures(fn, this.#rules);
    yield;
    checkLimits(this.#code, this.#limits);
    checkDuplicates(this.#code);
    yield;
    this.#signatures.checkTables();
    yield;
    for (const fn of functions) this.#signatures.checkFunction(fn);
    yield;
    if (module !== undefined) checkStructFields(module, this.#rules.checksFunctionTypes);
    for (const fn of functions) checkConsistency(this.#code, fn);
    checkConstants(this.#code);
    yield;
    if (module !== undefined) {
      checkFriends(module);
      checkRecursiveStructs(module);
      checkInstantiationLoops(this.#code, module);
      checkAccessorMarks(module);
    }
    yield;
    for (const fn of functions) {
      this.#checkCode(fn, meter);
      yield;
    }
    if (module?.structDefinitions.some(({ content }) => content.kind === "native") === true) {
      throw refused("MISSING_DEPENDENCY", "a module declares native structs");
    }
    this.#areTablesChecked = true;
    this.#isVerified = true;
    for (const { index } of functions) this.#pass(index);
  }

  /**
   * Verifies one function, and the tables that it relies on.
   *
   * @throws {@link VmError} as {@link verify}
   */
  checkFunction(index: number): void {
    if (this.#checked[index]) return;
    this.#checkTables();
    const fn = this.#code.functionAt(index);
    checkCodeBounds(this.#code, fn, this.#bounds);
    checkCodeFeatures(fn, this.#rules);
    this.#signatures.checkFunction(fn);
    checkConsistency(this.#code, fn);
    this.#checkCode(fn, this.#meter);
    this.#pass(index);
  }

  #checkTables(): void {
    if (this.#areTablesChecked) return;
    const { module } = this.#code;
    if (module !== undefined) checkFieldBounds(module);
    checkFeatures(this.#code, this.#hasSpecifiers, this.#rules);
    checkLimits(this.#code, this.#limits);
    checkDuplicates(this.#code);
    this.#signatures.checkTables();
    checkConstants(this.#code);
    if (module !== undefined) {
      checkStructFields(module, this.#rules.checksFunctionTypes);
      checkFriends(module);
      checkRecursiveStructs(module);
      checkAccessorMarks(module);
    }
    this.#areTablesChecked = true;
  }

  #pass(index: number): void {
    this.#checked[index] = true;
    this.#code.forget(index);
  }

  #checkCode(fn: FunctionCode, meter: VerifierMeter): void {
    try {
      this.#runPasses(fn, meter);
    } catch (error) {
      if (!(error instanceof VmError)) throw error;
      throw refused(error.status, `${fn.name}: ${error.message}`);
    }
  }

  #runPasses(fn: FunctionCode, meter: VerifierMeter): void {
    checkStructAccessor(this.#code, fn);
    meter.enterFunction();
    const code = fn.decode();
    if (code === undefined) return;
    const { loopDepth } = this.#limits;
    const blocks = splitBlocks(code);
    if (this.#code.tables.version < anyLoopsSince) checkLoopsByPosition(code, loopDepth);
    else checkLoops(blocks, loopDepth);
    const most = fn.isScript ? this.#limits.scriptBlocks : this.#limits.blocks;
    if (blocks.length > most) throw refused("TOO_MANY_BASIC_BLOCKS", `${fn.name} has more than ${most} blocks`);
    checkStack(this.#code, fn, code, blocks, this.#limits);
    const types = new TypeCheck(this.#code, fn, this.#types, meter);
    checkTypes(types, code);
    const canDrop = fn.locals.map((type) => (types.abilities.of(this.#types.ofToken(type)) & drop) !== 0);
    const visits = visitOrder(blocks);
    checkLocals(code, visits, canDrop, fn.params.length, meter);
    checkReferences(this.#code, fn, code, visits, meter);
    if (!fn.isScript) checkAcquires(this.#code, fn);
    meter.leaveFunction();
  }
}
