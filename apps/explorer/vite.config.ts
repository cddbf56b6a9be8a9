import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Writes a `.br` and a `.gz` beside every file worth it, so that no server has to compress them. */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

export default defineConfig({
  // Relative addresses: the page works at /v1/spec, without a trailing slash, and on any static host.
  base: "./",
  // The packages' sources, as in the node's bundle: neither needs the others built.
  resolve: { conditions: ["@ledger/source", "module", "browser", "development|production"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsDir: "spec-assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What checks proofs runs the node's own API: it is loaded where a node keeps proofs.
    chunkSizeWarningLimit: 2_000,
  },
  plugins: [precompress()],
});
