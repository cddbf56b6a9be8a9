/** A program that reads a description. */
export interface Tool {
  readonly name: string;
  /** Name of the program in `node_modules/.bin`. */
  readonly program: string;
  /** @param document - path of the description @param output - where a generator writes */
  readonly args: (document: string, output: string) => readonly string[];
  /** Output of a generator, a file or a folder; it is type-checked. */
  readonly output?: string;
  /** The TypeScript in its output, where that is a folder. */
  readonly entry?: string;
}

/** The programs that must be content with the description. */
export const tools: readonly Tool[] = [
  {
    name: "@redocly/cli lint, its recommended rules",
    program: "redocly",
    args: (document) => ["lint", document, "--extends", "recommended", "--max-problems", "1000"],
  },
  { name: "@seriousme/openapi-schema-validator", program: "validate-api", args: (document) => [document] },
  {
    name: "@apidevtools/swagger-parser",
    program: "node",
    args: (document) => [
      "--input-type=module",
      "--eval",
      'import Parser from "@apidevtools/swagger-parser"; await Parser.validate(process.argv[1]);',
      document,
    ],
  },
  {
    name: "openapi-typescript, types that compile",
    program: "openapi-typescript",
    args: (document, output) => [document, "--output", output],
    output: "types.ts",
  },
  {
    name: "@hey-api/openapi-ts, a client that compiles",
    program: "openapi-ts",
    args: (document, output) => ["--input", document, "--output", output, "--no-log-file"],
    output: "client",
    entry: "index.ts",
  },
];
