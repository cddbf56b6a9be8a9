import { type ExecutionStatus, type ModuleId, parseModuleId } from "@ledger/types";
import { DevnetError } from "../errors.ts";
import { moduleSpec } from "../modules.ts";

/** What kind of error an abort code stands for; its place in the code. @see `0x1::error` */
const CATEGORIES = {
  invalid_argument: 1,
  invalid_state: 3,
  permission_denied: 5,
  not_found: 6,
  already_exists: 8,
} as const;

/** Thrown by an effect that ends as `abort` does in Move: everything that it did so far is dropped. */
export class MoveAbort extends Error {
  override readonly name = "MoveAbort";
  readonly status: ExecutionStatus;

  constructor(module: ModuleId, code: bigint, reasonName: string, description: string) {
    super(`${reasonName}: ${description}`);
    this.status = {
      kind: "MoveAbort",
      value: { location: { kind: "Module", value: module }, code, info: { reasonName, description } },
    };
  }
}

/**
 * Aborts for a reason that a module names.
 *
 * @throws {@link MoveAbort}
 */
export function abort(category: keyof typeof CATEGORIES, module: string, reason: string): never {
  const id = parseModuleId(module);
  const error = moduleSpec(id).errors?.find(({ name }) => name === reason);
  if (error === undefined) throw new DevnetError("invalid_definition", `${module} has no ${reason}`);
  throw new MoveAbort(id, (BigInt(CATEGORIES[category]) << 16n) | BigInt(error.code), reason, error.description);
}
