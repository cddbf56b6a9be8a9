import { join } from "node:path";
import { root } from "@ledger/check-docs/files";
import { build, type Rollup } from "vite";

const sources = new URL("../", import.meta.url).pathname;

/** Entries of pages: modules, a script that runs before the page is drawn, and styles. */
const modules = [
  "page/main.ts",
  "page/theme.ts",
  "play/playground.ts",
  "inspect/bytes-page.ts",
  "inspect/code-page.ts",
  "inspect/schema-page.ts",
  "inspect/proof-page.ts",
  "styles/site.css",
];
/** Entries of frames, which may not wait, or have no origin that modules could come from: one script each. */
const scripts = ["play/bridge.ts", "play/runner.ts"];

/**
 * Bundles what runs in the pages.
 *
 * @param folder - the site's; it is emptied
 * @returns addresses from the site's root, by the names of the sources
 */
export async function buildAssets(folder: string): Promise<Map<string, string>> {
  const names = await bundle(folder, modules, true);
  for (const script of scripts) for (const [name, file] of await bundle(folder, [script], false)) names.set(name, file);
  return names;
}

async function bundle(folder: string, entries: readonly string[], isModule: boolean): Promise<Map<string, string>> {
  const made = (await build({
    configFile: false,
    root: sources,
    base: "./",
    logLevel: "error",
    publicDir: false,
    resolve: {
      alias: { "#tip-jar": join(root, "examples/cover-a-module/build/TipJar") },
      conditions: ["@ledger/source", "module", "browser", "development|production"],
    },
    assetsInclude: ["**/*.{mv,mvsm,bcs}"],
    worker: { format: "es" },
    build: {
      outDir: folder,
      emptyOutDir: isModule,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: entries.map((entry) => join(sources, entry)),
        output: isModule ? {} : { format: "iife", entryFileNames: "assets/[name]-[hash].js" },
      },
    },
  })) as Rollup.RollupOutput;
  const names = new Map<string, string>();
  for (const file of made.output) {
    const origin = file.type === "chunk" ? file.isEntry && file.facadeModuleId : file.names[0];
    if (origin) names.set(origin.split("/").at(-1) ?? origin, file.fileName);
  }
  return names;
}
