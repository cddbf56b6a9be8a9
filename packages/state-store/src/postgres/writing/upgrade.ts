import type { KnownSchemas } from "../schema.ts";
import type { Writer } from "./writer.ts";

/**
 * Takes the steps to the schema that this release writes. The writer holds the lease by then: one of the release before has
 * stopped, and writes no rows of the old kind among the new ones.
 */
export async function upgradeTables(writer: Writer, { written, steps }: KnownSchemas): Promise<void> {
  await writer.transact("durable", async ({ head, query }) => {
    if (head.schema_version === written) return;
    for (let version = head.schema_version; version < written; version++) {
      for (const statement of steps[version] ?? []) await query(statement, []);
    }
    await query("update @.store set schema_version = $1", [written]);
  });
}
