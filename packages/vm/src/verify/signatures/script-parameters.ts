import type { CommonTables } from "@ledger/move";
import { visitToken } from "../code-to-verify.ts";
import { refused } from "../refused.ts";

/** Numbers of type parameters that the ledger's check of signatures has a form for: it takes the smallest that is enough. */
const rooms = [16, 32, 256];

/**
 * As long as a flag (29) was off, ledgers chose the room for type parameters by those that the tables of a script name, and did not count
 * those that the script declares. One that declares more than fit there stops their verifier.
 *
 * @param declared - type parameters of the script
 * @throws {@link VmError} `VERIFIER_INVARIANT_VIOLATION`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#1 | Specification, verifier 1}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#2 | Specification, verifier 2}
 */
export function checkScriptParameters(tables: CommonTables, declared: number): void {
  let named = 0;
  for (const { typeParameters } of [...tables.functionHandles, ...tables.structHandles]) {
    named = Math.max(named, typeParameters.length);
  }
  for (const type of tables.signatures.flat()) {
    visitToken(type, (token) => {
      if (token.kind === "TypeParameter") named = Math.max(named, token.index + 1);
    });
  }
  const room = rooms.find((places) => named <= places) ?? 0;
  if (declared > room) {
    throw refused(
      "VERIFIER_INVARIANT_VIOLATION",
      `a script declares ${declared} type parameters, and names none of the last`,
    );
  }
}
