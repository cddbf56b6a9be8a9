import { decodeInstructions, type Instruction } from "@ledger/move";
import type { LoadedModule, LoadedScript, RunnableFunction } from "../code/loaded-module.ts";
import type { Rules } from "../features/rules.ts";
import { VmError } from "../status/vm-error.ts";
import { checkAcquires } from "./check-acquires.ts";
import { checkConstants } from "./check-constants.ts";
import { checkDuplicates } from "./check-duplicates.ts";
import { checkFeatures, checkInstructionFeatures } from "./check-features.ts";
import { checkFriends } from "./check-friends.ts";
import { checkInstantiationLoops } from "./check-instantiation-loops.ts";
import { checkInstructions } from "./check-instructions.ts";
import { checkLimits } from "./check-limits.ts";
import { checkStackUse } from "./check-stack-use.ts";
import { checkStructAccessors } from "./check-struct-accessors.ts";
import { loopDepth, splitBlocks } from "./control-flow.ts";
import { type VerifierLimits, verifierLimits } from "./limits.ts";
import { type CodeToVerify, refused } from "./refused.ts";

/**
 * Verifies a module as the ledger does when it is published, alone: what it names in others is not looked at.
 *
 * @throws {@link VmError} the ledger's own status; `UNKNOWN_VERIFICATION_ERROR` where it is not known
 * @see Ledger specification, Move VM §3.10
 */
export function verifyModule(module: LoadedModule, rules: Rules): void {
  const limits = verifierLimits(rules);
  const { compiled, tables, key } = module;
  const units = compiled.functionDefinitions.map((definition, index): CodeToVerify => {
    const fn = module.functionAt(index);
    const code = definition.code === undefined ? [] : decodeInstructions(definition.code, compiled.version);
    return { tables: compiled, module: compiled, code, locals: fn.isNative ? 0 : fn.localTypes.length };
  });
  asRefusal(key, () => {
    checkFeatures(compiled, compiled, false, rules);
    for (const unit of units) checkInstructionFeatures(unit, rules);
    checkLimits(compiled, compiled, limits);
    checkDuplicates(compiled, compiled);
    module.checkDefinitions();
    for (const unit of units) checkInstructions(unit);
    checkConstants(tables);
    checkFriends(compiled);
    const codes = units.map(({ code }) => code);
    checkInstantiationLoops(compiled, codes);
  });
  compiled.functionDefinitions.forEach((definition, index) => {
    const fn = module.functionAt(index);
    const { code } = units[index]!;
    asRefusal(`${key}::${fn.name}`, () => {
      if (!fn.isNative) {
        verifyBody(fn, code, limits, limits.blocks);
        checkAcquires(compiled, definition.acquires, code);
      }
      checkStructAccessors(compiled, fn.handle.attributes, fn.isNative ? undefined : code);
    });
  });
}

/** The same for a script, which is not published. @throws {@link VmError} as {@link verifyModule} */
export function verifyScript(script: LoadedScript, rules: Rules): void {
  const limits = verifierLimits(rules);
  const { tables } = script.tables;
  const code = decodeInstructions(script.code, tables.version);
  const unit = { tables, module: undefined, code, locals: script.localTypes.length };
  asRefusal("the script", () => {
    checkFeatures(tables, undefined, script.accessSpecifiers !== undefined, rules);
    checkInstructionFeatures(unit, rules);
    checkLimits(tables, undefined, limits);
    checkDuplicates(tables, undefined);
    checkInstructions(unit);
    checkConstants(script.tables);
    verifyBody(script, code, limits, limits.scriptBlocks);
  });
}

function verifyBody(fn: RunnableFunction, code: readonly Instruction[], limits: VerifierLimits, most: number): void {
  const blocks = splitBlocks(code);
  if (loopDepth(blocks) > limits.loopDepth) throw refused("LOOP_MAX_DEPTH_REACHED", "loops are nested too deeply");
  if (blocks.length > most) throw refused("TOO_MANY_BASIC_BLOCKS", `a function has more than ${most} blocks`);
  checkStackUse(fn.body.instructions, blocks, limits);
}

/** Runs a check; what it found in code becomes the status that publishing has for it. */
function asRefusal(subject: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof VmError)) throw error;
    const status =
      error.refusal ?? (error.status === "UNEXPECTED_VERIFIER_ERROR" ? "UNKNOWN_VERIFICATION_ERROR" : error.status);
    throw new VmError(status, `${subject}: ${error.message}`);
  }
}
