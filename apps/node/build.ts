// Bundles the node into dist/: one file starts twice as fast as two hundred, and the explorer and the examples travel with it.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { copyExamples } from "./examples.ts";
import { writeNotices } from "./notices.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

rmSync(here("dist"), { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  entryPoints: {
    main: here("src/main.ts"),
    "ingest-thread": here("src/ingest/thread-entry.ts"),
    "chain-worker": here("src/network/thread-entry.ts"),
    "check-worker": here("src/ingest/check-worker.ts"),
    "checkpoint-worker": here("src/ingest/checkpoint-worker.ts"),
    "work-worker": here("src/work/thread-entry.ts"),
    "query-worker": here("src/work/query-worker.ts"),
    "stream-worker": here("src/work/stream-worker.ts"),
    "index-worker": here("src/indexing/index-worker.ts"),
    "tree-worker": here("src/proving/tree-worker.ts"),
    "replay-worker": here("src/replay/replay-worker.ts"),
    serving: here("src/cluster/serving-process.ts"),
    // For tests, which compose nodes in their own processes; it is not published.
    "compose-node": here("src/cli/compose-node.ts"),
  },
  outdir: here("dist"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  // The packages' sources, not what their own builds made of them: the node starts without any of those.
  conditions: ["@ledger/source"],
  target: "node22.14",
  // For reading a reported stack; the maps are larger than the program, so they are not published.
  sourcemap: "external",
  // The one dependency with a native part; it is installed, not bundled. The other is a part of pg that is not used.
  external: ["better-sqlite3", "pg-native"],
  // Bundled CommonJS packages require Node's own modules, which ESM has no `require` for.
  banner: {
    js: 'import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);',
  },
  logLevel: "warning",
});
cpSync(here("../explorer/dist"), here("dist/explorer"), { recursive: true });
copyExamples(here("../../examples"), here("dist/examples"));
/** The genesis of local networks holds the framework's bytecode, which no file of a package shows. */
const framework = {
  name: "Aptos Move framework",
  version: "c6ae38ec (2025-11-07)",
  license: "Apache-2.0",
  text:
    "Copyright © Aptos Foundation. Part of the genesis of local networks, as bytecode: it was taken unchanged from the genesis of devnet\n" +
    `of 2025-11-10, and executed.\n\n${readFileSync(here("../../LICENSE"), "utf8")}`,
};
// Where the explorer's own build has none of its packages' files left, their sources are named here.
const explorerFiles = [here("../explorer/node_modules/preact/package.json")];
writeFileSync(
  here("dist/THIRD-PARTY-NOTICES.txt"),
  writeNotices([...Object.keys(metafile.inputs).map((path) => here(path)), ...explorerFiles], [framework]),
);
