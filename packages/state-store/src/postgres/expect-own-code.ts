import { StoreError } from "../store-error.ts";
import type { Session } from "./connection/session.ts";

/** Triggers and rules of the tables, but those that the server makes for itself. */
const foreignCode = `
  select 'trigger ' || t.tgname as name, c.relname as table
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and not t.tgisinternal
  union all
  select 'rule ' || r.rulename, c.relname
  from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and r.rulename <> '_RETURN'
  limit 1`;

/**
 * Refuses tables with code that a writer would run and did not make. Tables may come from a dump that somebody else wrote.
 *
 * @throws StoreError `corrupt`
 */
export async function expectOwnCode(session: Session, schema: string): Promise<void> {
  const { rows } = await session.query<{ name: string; table: string }>(foreignCode, [schema]);
  const [found] = rows;
  if (found === undefined) return;
  const { name, table } = found;
  throw new StoreError("corrupt", `the table ${table} of the store has a ${name}, which no ledger has: drop it`);
}
