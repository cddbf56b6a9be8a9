import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** One import, bundled and minified as a web page would have it. */
export interface BundleSize {
  readonly name: string;
  readonly gzip: number;
  readonly limit: number;
}

const cases: readonly { readonly imports: string; readonly limit: number }[] = [
  { imports: "u8", limit: 2200 },
  // A reader, a writer and the error with its path come with every codec: 1.9 kB of it. They are classes, which are kept whole.
  { imports: "u64", limit: 2400 },
  { imports: "lenientInteger, u64", limit: 2800 },
  { imports: "struct, vector, u64, string", limit: 4096 },
  { imports: "*", limit: 10200 },
];

/** Bundles a few typical imports of the sources. */
export async function readSizes(): Promise<BundleSize[]> {
  return Promise.all(
    cases.map(async ({ imports, limit }) => {
      const contents =
        imports === "*"
          ? `import * as bcs from "./index.ts"; console.log(bcs);`
          : `import { ${imports} } from "./index.ts"; console.log(${imports});`;
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: fileURLToPath(new URL("../src", import.meta.url)), loader: "ts" },
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2023",
        write: false,
      });
      return { name: imports, gzip: gzipSync(outputFiles[0]!.contents, { level: 9 }).length, limit };
    }),
  );
}
