// `pnpm check api [--write]`: the public API of every published package is kept in `packages/*/api`, one report for each entry
// point, so that a change of it is seen in review. Without `--write` a difference is a failure.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Extractor, ExtractorConfig, ExtractorLogLevel, type IConfigFile } from "@microsoft/api-extractor";
import { listPublished, type Package, root } from "./workspace.ts";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });

interface EntryPoint {
  /** File name of its report: the package's name, and the subpath. */
  readonly report: string;
  readonly types: string;
}

function listEntryPoints({ path, manifest }: Package): EntryPoint[] {
  const name = path.split("/").at(-1);
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, targets]) => {
    const types = typeof targets === "string" ? undefined : targets.types;
    if (types === undefined) return [];
    return [{ report: `${[name, ...subpath.split("/").slice(1)].join("-")}.api.md`, types }];
  });
}

/** @returns a line for each problem */
function checkEntryPoint({ path }: Package, { report, types }: EntryPoint): string[] {
  const folder = join(root, path);
  const problems: string[] = [];
  const configObject: IConfigFile = {
    projectFolder: folder,
    mainEntryPointFilePath: join(folder, types),
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          target: "es2023",
          lib: ["es2023", "esnext.disposable"],
          module: "nodenext",
          types: ["node"],
          strict: true,
          skipLibCheck: true,
        },
        files: [types],
      },
      skipLibCheck: true,
    },
    apiReport: {
      enabled: true,
      reportFileName: report,
      reportFolder: join(folder, "api"),
      reportTempFolder: join(folder, ".cache/api"),
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    newlineKind: "lf",
    messages: {
      // The report says what is exported; release tags and links are not our way of writing.
      extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
    },
  };
  const config = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
  });
  const result = Extractor.invoke(config, {
    localBuild: values.write,
    messageCallback(message) {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) problems.push(`${path}: ${message.text}`);
    },
  });
  if (result.apiReportChanged && !values.write)
    problems.push(`${path}/api/${report} differs; look at the change, then run \`pnpm check api --write\``);
  return problems;
}

const problems: string[] = [];
let reports = 0;
for (const one of listPublished()) {
  const entryPoints = listEntryPoints(one);
  reports += entryPoints.length;
  const folder = join(root, one.path, "api");
  if (entryPoints.length > 0) mkdirSync(folder, { recursive: true });
  for (const entryPoint of entryPoints) problems.push(...checkEntryPoint(one, entryPoint));
  if (!existsSync(folder)) continue;
  for (const name of readdirSync(folder)) {
    if (entryPoints.some(({ report }) => report === name)) continue;
    if (values.write) rmSync(join(folder, name));
    else problems.push(`${one.path}/api/${name} is the report of no entry point`);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${reports} API reports, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
