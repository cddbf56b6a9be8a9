import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** One import, bundled and minified as a web page would have it: what it loads at once. */
export interface BundleSize {
  readonly name: string;
  readonly gzip: number;
  readonly limit: number;
}

/** All that checks state and transactions may take, without curves. */
const budget = 12 * 1024;

const cases: readonly { readonly imports: string; readonly limit: number }[] = [
  { imports: "verifyInfo", limit: 4_000 },
  { imports: "verifyState, decodeStateAnswer", limit: 11_400 },
  { imports: "verifyState, readStateAnswerJson", limit: 11_600 },
  { imports: "verifyState, readStateAnswerJson, verifySignedRoot", limit: budget },
  { imports: "ProofReader, agreement", limit: 21_500 },
];

/** Bundles a few typical imports of the sources. Curves are left out: they are loaded with the first signature. */
export async function readSizes(): Promise<BundleSize[]> {
  return Promise.all(
    cases.map(async ({ imports, limit }) => {
      const { outputFiles } = await build({
        stdin: {
          contents: `import { ${imports} } from "./index.ts"; console.log(${imports});`,
          resolveDir: fileURLToPath(new URL("../src", import.meta.url)),
          loader: "ts",
        },
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2023",
        conditions: ["@ledger/source"],
        external: ["./signatures.ts"],
        write: false,
      });
      return { name: imports, gzip: gzipSync(outputFiles[0]!.contents, { level: 9 }).length, limit };
    }),
  );
}
