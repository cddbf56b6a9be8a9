import { expect, test } from "vitest";
import { checkSqliteVersion } from "./sqlite-version.ts";

test.each(["3.51.3", "3.52.0", "3.54.1", "4.0.0", "3.50.7", "3.44.6"])("SQLite %s is taken", (version) => {
  expect(() => checkSqliteVersion(version)).not.toThrow();
});

test.each(["3.51.2", "3.50.6", "3.49.9", "3.45.0", "3.44.5", "3.7.0", "0"])("SQLite %s is refused", (version) => {
  expect(() => checkSqliteVersion(version)).toThrow(expect.objectContaining({ code: "sqlite_unsupported" }));
});
