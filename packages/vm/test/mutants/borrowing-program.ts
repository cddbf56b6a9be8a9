import type { Random } from "@ledger/random";
import { borrowingModule } from "./borrowing-module.ts";
import { BorrowingWriter } from "./borrowing-writer.ts";

const statements = 24;

/**
 * Makes up a module with a function of many borrows. It is grown statement by statement: one that is refused is taken back as a rule, and
 * ends the function now and then.
 *
 * @param isAccepted - the verdict on a module that is half made
 */
export function borrowingProgram(random: Random, isAccepted: (bytes: Uint8Array) => boolean): Uint8Array {
  const writer = new BorrowingWriter(random);
  const withEnd = () => borrowingModule([...writer.code, ["ret"]]);
  for (let count = 0; count < statements; count++) {
    const before = writer.save();
    writer.statement();
    if (writer.code.length === before.length || isAccepted(withEnd())) continue;
    if (random.once(12)) break;
    writer.restore(before);
  }
  return withEnd();
}
