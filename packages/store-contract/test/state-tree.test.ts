import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { memoryTreePlace, sqliteTreePlace } from "../scripts/tree-places.ts";
import { describeStateTree } from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "state-tree-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
describeStateTree("memory", memoryTreePlace);
describeStateTree("sqlite", () => sqliteTreePlace(join(folder, String(files++))));
