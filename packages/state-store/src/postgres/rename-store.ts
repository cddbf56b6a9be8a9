import { StoreError } from "../store-error.ts";
import { connect } from "./connection/connect.ts";
import { type PostgresSettings, parsePostgresUrl } from "./connection/settings.ts";
import { translateError } from "./connection/translate-error.ts";

/**
 * Gives the tables of a store another schema, in one step: so a copy appears under its name when it is whole.
 *
 * @param schema - must not exist
 * @throws StoreError `invalid_argument` when it does, `not_a_store` when there is nothing to rename
 */
export async function renamePostgresStore(settings: PostgresSettings, schema: string): Promise<void> {
  const target = parsePostgresUrl(settings);
  const options = { isWriter: true, pipeline: false, silenceMs: target.writeTimeoutMs };
  const session = await connect(target, options).catch(rethrow);
  try {
    // Names of schemas have been checked: letters, digits and underscores.
    const { rows } = await session.query<{ name: string }>(
      "select schema_name as name from information_schema.schemata where schema_name in ($1, $2)",
      [target.schema, schema],
    );
    const names = rows.map(({ name }) => name);
    if (names.includes(schema)) throw new StoreError("invalid_argument", `the database already has a schema ${schema}`);
    if (!names.includes(target.schema))
      throw new StoreError("not_a_store", `the database has no schema ${target.schema}`);
    await session.query(`alter schema ${target.schema} rename to ${schema}`);
  } catch (error) {
    rethrow(error);
  } finally {
    await session.end();
  }
}

function rethrow(error: unknown): never {
  throw translateError(error);
}
