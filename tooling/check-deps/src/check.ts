import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { climb, rooms } from "./rooms.ts";
import type { PackageRule } from "./rules.ts";
import { findCycles, type Import, importsOf, sourceFiles, topFolder } from "./sources.ts";

/** A file with more lines needs a reason. */
const mostLines = 400;

/** `@scope/name/sub` → `@scope/name`. */
function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}

function checkImport(rule: PackageRule, folder: string, { specifier, typeOnly }: Import): string | undefined {
  const nodeAllowed = rule.node.includes(".") || rule.node.includes(folder);
  if (specifier.startsWith("node:")) return nodeAllowed ? undefined : `uses ${specifier}, which this layer must not`;
  const name = packageName(specifier);
  if (name.startsWith("@ledger/")) {
    if (rule.workspace.includes(specifier)) return undefined;
    if (rule.workspaceTypes?.includes(specifier)) {
      return typeOnly ? undefined : `imports a value of ${specifier}; only its types are allowed here`;
    }
    return `imports ${specifier}, against the direction of dependencies`;
  }
  if (rule.external.includes("*") || rule.external.includes(name)) return undefined;
  if (rule.externalIn?.[folder]?.includes(name)) return undefined;
  return `imports ${name}, which is not in this package's list`;
}

function checkSources(root: string, path: string, rule: PackageRule): string[] {
  const problems: string[] = [];
  const src = join(root, path, "src");
  const graph = new Map<string, string[]>();
  const order = rooms[path];
  for (const file of sourceFiles(src)) {
    const text = readFileSync(file, "utf8");
    const shown = relative(root, file);
    const folder = topFolder(src, file);
    const neighbours: string[] = [];
    graph.set(file, neighbours);
    for (const found of importsOf(file, text)) {
      if (found.specifier.startsWith(".")) {
        const target = resolve(dirname(file), found.specifier);
        if (relative(src, target).startsWith("..") && !found.specifier.endsWith("package.json")) {
          problems.push(`${shown}: imports ${found.specifier}, outside its src`);
        }
        neighbours.push(target);
        const fault = climb(order, folder, topFolder(src, target));
        if (fault !== undefined) problems.push(`${shown}: ${fault}, a room above (rooms.ts)`);
        continue;
      }
      const problem = checkImport(rule, folder, found);
      if (problem !== undefined) problems.push(`${shown}: ${problem}`);
    }
    const lines = text.split("\n").length - 1;
    if (lines > mostLines && !rule.longFiles?.[relative(src, file).replaceAll(sep, "/")]) {
      problems.push(`${shown}: has ${lines} lines; look for its second subject, or give a reason in rules.ts`);
    }
    const nodeAllowed = rule.node.includes(".") || rule.node.includes(folder);
    if (!nodeAllowed && /(?<![\w.`"'])(Buffer|process)\s*[.(]/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""))) {
      problems.push(`${shown}: uses a global of Node, which this layer must not`);
    }
  }
  for (const cycle of findCycles(graph)) {
    problems.push(`import cycle: ${cycle.map((file) => relative(root, file)).join(" → ")}`);
  }
  return problems;
}

function checkManifest(root: string, path: string, rule: PackageRule): string[] {
  const manifest = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
  };
  const external = [...rule.external, ...Object.values(rule.externalIn ?? {}).flat()];
  const allowed = [...[...rule.workspace, ...(rule.workspaceTypes ?? [])].map(packageName), ...external];
  return Object.keys(manifest.dependencies ?? {})
    .filter((name) => !allowed.includes(name) && !(external.includes("*") && !name.startsWith("@ledger/")))
    .map((name) => `${path}/package.json: depends on ${name}, which the rules do not allow`);
}

/**
 * Checks every package of the table: imports between packages and between rooms, manifests, Node-free layers, import cycles.
 *
 * @param root - the repository, or a fixture shaped like it
 * @returns one line per problem; empty when all is well
 */
export function checkDependencies(root: string, rules: Readonly<Record<string, PackageRule>>): string[] {
  const problems: string[] = [];
  for (const group of ["packages", "apps"]) {
    const folder = join(root, group);
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) {
      const path = `${group}/${name}`;
      if (!existsSync(join(root, path, "package.json"))) continue;
      const rule = rules[path];
      if (rule === undefined) problems.push(`${path}: has no rule; add a row to tooling/check-deps/src/rules.ts`);
      else problems.push(...checkManifest(root, path, rule), ...checkSources(root, path, rule));
    }
  }
  return problems;
}
