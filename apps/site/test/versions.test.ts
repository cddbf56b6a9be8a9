import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeVersions } from "../src/build/versions.ts";

test("versions are listed, the newest first, and the newest release is where a reader begins", () => {
  const folder = mkdtempSync(join(tmpdir(), "versions-"));
  for (const name of ["0.9.0", "0.10.0", "1.0.0-next.1", "assets", "0.8.0"]) {
    mkdirSync(join(folder, name));
    if (name !== "0.8.0") writeFileSync(join(folder, name, "index.html"), "");
  }
  expect(writeVersions(folder)).toEqual(["1.0.0-next.1", "0.10.0", "0.9.0"]);
  expect(JSON.parse(readFileSync(join(folder, "versions.json"), "utf8"))).toEqual(["1.0.0-next.1", "0.10.0", "0.9.0"]);
  expect(readFileSync(join(folder, "index.html"), "utf8")).toContain(
    '<a href="0.10.0/index.html">Ledger Node 0.10.0</a>',
  );
  rmSync(folder, { recursive: true });
});
