// Writes the reference of every package as Markdown, from its TSDoc, to `.cache/reference`. A task of its own: it takes most of the
// site's time, and only the packages' sources change it.
import { fileURLToPath } from "node:url";
import { root } from "@ledger/check-docs/files";
import { Application, type ProjectReflection, type TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { listEntryPoints } from "./entry-points.ts";

const entryPoints = listEntryPoints(root);

const options: Partial<TypeDocOptions & PluginOptions> = {
  entryPoints: entryPoints.map(({ file }) => file),
  tsconfig: fileURLToPath(new URL("./tsconfig.json", import.meta.url)),
  plugin: ["typedoc-plugin-markdown"],
  out: fileURLToPath(new URL("../../.cache/reference", import.meta.url)),
  router: "member",
  // What compiles is checked elsewhere, with the compiler that the packages are built with.
  skipErrorChecking: true,
  excludePrivate: true,
  excludeInternal: true,
  excludeExternals: true,
  readme: "none",
  name: "Reference",
  basePath: root,
  displayBasePath: root,
  disableGit: true,
  sourceLinkTemplate: "https://github.com/ledger-node/ledger-node/blob/main/{path}#L{line}",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  expandParameters: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  enumMembersFormat: "table",
  indexFormat: "table",
  tableColumnSettings: { hideSources: true, hideOverrides: true, hideInherited: true },
  logLevel: "Warn",
};

/** Modules are called as they are imported, not by their files. */
function nameModules(project: ProjectReflection): void {
  for (const module of project.children ?? []) {
    const file = module.sources?.[0]?.fullFileName;
    const entryPoint = entryPoints.find((one) => one.file === file);
    if (entryPoint === undefined) throw new Error(`${module.name} is no entry point`);
    module.name = entryPoint.name;
  }
}

const app = await Application.bootstrapWithPlugins(options as Partial<TypeDocOptions>);
const project = await app.convert();
if (project === undefined) throw new Error("TypeDoc could not read the packages");
nameModules(project);
await app.generateOutputs(project);
