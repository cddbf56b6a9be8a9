import type { ModuleAbi } from "../api/answers.ts";
import { formatType, parseType, type TypeText } from "../move/type-text.ts";

/** Types of the events whose handles a module's structs hold. Such types need not say of themselves that they are events. */
export function handledEvents({ structs }: ModuleAbi): ReadonlySet<string> {
  const fields = structs.flatMap((one) => [
    ...one.fields,
    ...(one.variants ?? []).flatMap((variant) => variant.fields),
  ]);
  return new Set(fields.flatMap(({ type }) => handledIn(parseType(type))));
}

function handledIn({ head, args }: TypeText): string[] {
  return head === "0x1::event::EventHandle" ? args.map(formatType) : args.flatMap(handledIn);
}
