import type { Session } from "./session.ts";
import { stateOf } from "./translate-error.ts";

/** SQLSTATEs of engines that do not know a function, or refuse it. */
const lacksLocks = ["0A000", "42883"];

/**
 * Tries to take the lock of a name, which ends with the connection.
 *
 * @returns false where another program holds it. Engines without such locks have none: the writer's name is left.
 */
export async function tryLock(session: Session, name: string): Promise<boolean> {
  try {
    const { rows } = await session.query<{ readonly held: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as held",
      [name],
    );
    return rows[0]?.held === true;
  } catch (error) {
    if (lacksLocks.includes(stateOf(error))) return true;
    throw error;
  }
}
