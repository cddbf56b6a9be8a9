import { build } from "esbuild";

await build({
  entryPoints: { main: "src/main.ts", worker: "src/ingest/worker.ts" },
  outdir: "/tmp/scratch/dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.12",
  external: ["better-sqlite3"],
  alias: { "@ledger/devnet": "/tmp/scratch/devnet.js" },
  banner: {
    js: 'import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);',
  },
  logLevel: "warning",
});
