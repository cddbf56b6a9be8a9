import type { CompiledModule, CompiledScript } from "@ledger/move";
import { VmError } from "../status/vm-error.ts";
import { CodeToVerify } from "./code-to-verify.ts";
import { checkBounds } from "./module/bounds.ts";

/**
 * Checks the indexes that decoding a module leaves alone, such as those of its instructions. To the ledger they are part of decoding.
 *
 * @throws {@link VmError} `CODE_DESERIALIZATION_ERROR`, whichever index it is
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.8 | Specification, execution 2.8}, step 1; {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#3 | Specification, verifier 3}
 */
export function checkDecodedModule(module: CompiledModule): void {
  checkIndexes(CodeToVerify.ofModule(module), "a module");
}

/** The same for a script. @throws {@link VmError} `CODE_DESERIALIZATION_ERROR` */
export function checkDecodedScript(script: CompiledScript): void {
  checkIndexes(CodeToVerify.ofScript(script), "the script");
}

function checkIndexes(code: CodeToVerify, subject: string): void {
  try {
    checkBounds(code);
  } catch (error) {
    if (!(error instanceof VmError)) throw error;
    throw new VmError("CODE_DESERIALIZATION_ERROR", `${subject} does not decode: ${error.message}`);
  }
}
