import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readVectorBytes, vectorPath } from "../src/files.ts";
import { mayCommitFile, mayCommitLine } from "../src/licence.ts";

test("a compressed vector reads as it was, as bytes and by its path", () => {
  const bytes = readVectorBytes("genesis/mainnet.genesis.blob");
  expect(bytes).toHaveLength(996_225);
  expect(new Uint8Array(readFileSync(vectorPath("genesis/mainnet.genesis.blob")))).toEqual(bytes);
});

test("what came after the change of licence may not be committed", () => {
  expect(mayCommitFile("genesis/devnet.genesis.blob")).toBe(false);
  expect(mayCommitFile("genesis/devnet-2025-11.genesis.blob")).toBe(true);
  expect(mayCommitFile("execution/rest_goldens.json")).toBe(false);
  expect(mayCommitFile("indexer/tokens.json")).toBe(false);
  expect(mayCommitFile("indexer/public-schema.json")).toBe(true);
  expect(mayCommitLine('{"source": "api/goldens/a.json", "commit_date": "2026-02-21"},')).toBe(false);
  expect(mayCommitLine('{"source": "api/goldens/a.json", "commit_date": "2025-11-20"},')).toBe(true);
  expect(mayCommitLine('{"source": "fixtures/1.json", "commit_date": "2026-05-05"},')).toBe(true);
  expect(mayCommitLine('{"seen_in": "testnet 7243926737"},')).toBe(false);
});
