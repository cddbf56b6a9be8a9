import type { Type } from "../type/type.ts";
import { primitiveTypes } from "../type/type-table.ts";
import type { ValueLayout } from "../value/layout.ts";
import { illTyped } from "./type-stack.ts";

/** How the bytes of a constant are read. @throws {@link VmError} for types that constants do not have */
export function constantLayout(type: Type): ValueLayout {
  if (type.kind === "Vector") return { kind: "Vector", element: constantLayout(type.element) };
  if (type.kind in primitiveTypes && type.kind !== "Signer") return type as ValueLayout;
  throw illTyped(`a constant of type ${type.text}`, "INVALID_CONSTANT_TYPE");
}
