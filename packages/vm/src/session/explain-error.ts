import { decodeInstructions, ModuleCode, MoveError } from "@ledger/move";
import { moduleKey, parseAddress } from "@ledger/types";
import { instructionText } from "../instructions/instruction-text.ts";
import type { Session } from "../port/session.ts";
import { abortInfo } from "../status/abort-info.ts";
import type { StatusName } from "../status/status-code.ts";
import { moduleText, type VmError } from "../status/vm-error.ts";

/** A failure in words: everything that the code at hand tells about it. */
export interface ErrorReport {
  readonly status: StatusName;
  /** Number of the status. */
  readonly statusCode: number;
  /** `0x1::coin`, or `script`; undefined when execution had not begun. */
  readonly module: string | undefined;
  /** Name of the function that failed. */
  readonly function: string | undefined;
  /** Index of the instruction that failed in the function's code. */
  readonly codeOffset: number | undefined;
  /** The instruction that failed, e.g. `Sub` or `Call(7)`. */
  readonly instruction: string | undefined;
  readonly abortCode: bigint | undefined;
  /** The abort's name in the module's error map, e.g. `EINSUFFICIENT_BALANCE`. */
  readonly reasonName: string | undefined;
  /** The description of the abort, from the module's error map or from the abort itself. */
  readonly description: string | undefined;
  /** All of it in one line, in the words of the REST API. */
  readonly text: string;
}

/**
 * Explains a failure by the modules of the state that it happened on.
 *
 * @param session - the session that failed: its state and rules
 * @throws what the session's resolver throws
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#6.5 | Specification, virtual machine 6.5}
 */
export async function explainError(
  failure: VmError,
  { state, environment }: Pick<Session, "state" | "environment">,
): Promise<ErrorReport> {
  const error = failure.origin;
  const code = await findCode(error, state);
  const module = error.module === undefined || error.module === "script" ? error.module : moduleText(error.module);
  const place = placeOf(error, code);
  const info =
    error.abortCode === undefined
      ? undefined
      : abortInfo({
          errorMap: code?.metadata.errorMap,
          code: error.abortCode,
          message: error.abortMessage,
          hasMessages: environment.rules.binaryFormat10,
        });
  const report = {
    status: error.status,
    statusCode: error.code,
    module,
    ...place,
    abortCode: error.abortCode,
    reasonName: info?.reasonName,
    description: info?.description,
  };
  return { ...report, text: describe(report, error) };
}

type Place = Pick<ErrorReport, "function" | "codeOffset" | "instruction">;

async function findCode(error: VmError, state: Session["state"]): Promise<ModuleCode | undefined> {
  if (error.module === undefined || error.module === "script") return undefined;
  const item = await state.get(moduleKey(parseAddress(error.module.address), error.module.name));
  try {
    return item && new ModuleCode(item.bytes);
  } catch (fault) {
    // Text for people: when a module cannot be read, it only says less.
    if (fault instanceof MoveError) return undefined;
    throw fault;
  }
}

function placeOf({ location }: VmError, code: ModuleCode | undefined): Place {
  if (location === undefined) return { function: undefined, codeOffset: undefined, instruction: undefined };
  const { functionIndex, codeOffset } = location;
  const definition = code?.module.functionDefinitions[functionIndex];
  if (code === undefined || definition === undefined)
    return { function: undefined, codeOffset, instruction: undefined };
  const { functionHandles, identifiers, version } = code.module;
  const instruction = definition.code && decodeInstructions(definition.code, version)[codeOffset];
  return {
    function: identifiers[functionHandles[definition.handle]!.name],
    codeOffset,
    instruction: instruction && instructionText(instruction),
  };
}

function describe(report: Omit<ErrorReport, "text">, error: VmError): string {
  const { module, abortCode, reasonName, description } = report;
  if (abortCode !== undefined) {
    const code = `0x${abortCode.toString(16)}`;
    if (module === "script") return `Move abort: code ${code}`;
    const where = module === undefined ? "Move abort" : `Move abort in ${module}`;
    return reasonName === undefined ? `${where}: ${code}` : `${where}: ${reasonName}(${code}): ${description}`;
  }
  if (module === undefined || report.codeOffset === undefined) return `${report.status}: ${error.message}`;
  const offset = `at code offset ${report.codeOffset}`;
  if (module === "script") return `Execution failed in script ${offset}: ${error.message}`;
  const name = report.function ?? `<#${error.location?.functionIndex} function>`;
  const on = report.instruction === undefined ? "" : ` (on instruction ${report.instruction})`;
  return `Execution failed in ${module}::${name}${on} ${offset}: ${error.message}`;
}
