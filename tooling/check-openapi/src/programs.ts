import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Input of a generator of clients, and the folder that it writes to. */
export interface Generation {
  /** Path of the description. */
  readonly document: string;
  /** A folder of its own. */
  readonly folder: string;
  /** Base URL of the node, without a path. */
  readonly url: string;
}

/** A program of `programs/` that somebody wrote with a generated client. */
export interface ClientProgram {
  readonly name: string;
  /** File in `programs/`. */
  readonly file: string;
  /** Name of the generator in `node_modules/.bin`. */
  readonly generator: string;
  readonly args: (generation: Generation) => readonly string[];
}

/** One program for each generator that is used most. */
export const programs: readonly ClientProgram[] = [
  {
    name: "openapi-fetch and the types of openapi-typescript",
    file: "openapi-fetch.ts",
    generator: "openapi-typescript",
    args: ({ document, folder }) => [document, "--output", join(folder, "types.ts")],
  },
  {
    name: "the client of @hey-api/openapi-ts",
    file: "hey-api.ts",
    generator: "openapi-ts",
    args: ({ document, folder }) => ["--input", document, "--output", join(folder, "client"), "--no-log-file"],
  },
  {
    name: "the client of orval",
    file: "orval.ts",
    generator: "orval",
    args: ({ document, folder, url }) => {
      const output = { target: join(folder, "client.ts"), client: "fetch", baseUrl: `${url}/v1` };
      const config = join(folder, "orval.config.mjs");
      writeFileSync(config, `export default ${JSON.stringify({ ledger: { input: document, output } })};\n`);
      return ["--config", config];
    },
  },
];
