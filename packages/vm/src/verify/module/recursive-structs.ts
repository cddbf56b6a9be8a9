import type { CompiledModule } from "@ledger/move";
import { fieldsOf, visitToken } from "../code-to-verify.ts";
import { refused } from "../refused.ts";

/**
 * No struct of a module names itself in its fields, directly or through others, at any depth: also as a type argument, or in the signature of
 * a function type.
 *
 * @throws {@link VmError} `RECURSIVE_STRUCT_DEFINITION`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#8.4 | Specification, verifier 8.4}
 */
export function checkRecursiveStructs({ structDefinitions }: CompiledModule): void {
  const definitions = new Map(structDefinitions.map(({ handle }, index) => [handle, index]));
  const named = structDefinitions.map((definition) => {
    const found = new Set<number>();
    for (const { type } of fieldsOf(definition)) {
      visitToken(type, (token) => {
        const own = token.kind === "Struct" ? definitions.get(token.handle) : undefined;
        if (own !== undefined) found.add(own);
      });
    }
    return found;
  });
  // Structs that name none which is left are done; those of a circle never are.
  const users = named.map((): number[] => []);
  const missing = named.map(({ size }) => size);
  named.forEach((found, user) => {
    for (const used of found) users[used]!.push(user);
  });
  const done = missing.flatMap((count, struct) => (count === 0 ? [struct] : []));
  for (let next = 0; next < done.length; next++) {
    for (const user of users[done[next]!]!) if (--missing[user]! === 0) done.push(user);
  }
  if (done.length < named.length) throw refused("RECURSIVE_STRUCT_DEFINITION", "a struct contains itself");
}
