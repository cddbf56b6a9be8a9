import { StoreError } from "../../store-error.ts";

/**
 * Checks the name of a schema: it stands in statements as it is.
 *
 * @throws StoreError `invalid_argument`
 */
export function expectSchemaName(name: string): string {
  if (/^[a-z_][a-z0-9_]{0,39}$/.test(name)) return name;
  throw new StoreError(
    "invalid_argument",
    "the schema must be a name of up to 40 lower-case letters, digits and underscores",
  );
}
