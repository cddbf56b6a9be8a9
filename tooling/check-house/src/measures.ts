import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { findCycles, importsOf, topFolder } from "@ledger/check-deps";
import { checkDependencies } from "@ledger/check-deps/check";
import { climb, rooms } from "@ledger/check-deps/rooms";
import { rules } from "@ledger/check-deps/rules";
import type { Node } from "oxc-parser";
import { repeatedBlocks } from "./repeated-blocks.ts";
import { countLines, lineAt, readSources, type Source, visit } from "./source.ts";

const mostLines = 300;
const mostFunctionLines = 100;

/** The code of the repository, counted. */
export interface House {
  /** Source lines by package, without tests, comments and blank lines. */
  readonly lines: Readonly<Record<string, number>>;
  /** Findings of each measure, one text each. */
  readonly found: Readonly<Record<string, readonly string[]>>;
}

interface Package {
  readonly path: string;
  readonly src: string;
  readonly sources: readonly Source[];
}

/** Measures a checkout. @param root - its folder */
export function measure(root: string): House {
  const packages = readPackages(root);
  const sources = packages.flatMap((one) => one.sources);
  const inside = packages.map((one) => arrowsOf(one));
  const found: Record<string, readonly string[]> = {
    [`files above ${mostLines} lines`]: sources.flatMap(longFile),
    [`functions above ${mostFunctionLines} lines`]: sources.flatMap(longFunctions),
    "arrows upward between packages": checkDependencies(root, rules).filter((text) => text.includes("direction")),
    "arrows upward inside packages": inside.flatMap(({ upward }) => upward),
    circles: inside.flatMap(({ circles }) => circles),
    "opcode literals": sources.flatMap(opcodeLiterals),
    "comparisons of feature versions": sources.flatMap(versionComparisons),
    "repeated blocks": repeatedBlocks(sources),
    "caches by hand": sources.flatMap(cachesByHand),
  };
  for (const [name, words] of Object.entries(language)) {
    found[`language: ${name}`] = sources.flatMap((source) => matches(source, words));
  }
  const lines = packages.map(({ path, sources: own }) => [path, own.reduce((sum, file) => sum + countLines(file), 0)]);
  return { lines: Object.fromEntries(lines) as Record<string, number>, found };
}

function readPackages(root: string): Package[] {
  return ["packages", "apps", "bench", "tooling"].flatMap((group) => {
    const folder = join(root, group);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .map((name) => ({ path: `${group}/${name}`, src: join(folder, name, "src") }))
      .filter(({ src }) => existsSync(src))
      .map((one) => ({ ...one, sources: readSources(root, one.src) }));
  });
}

function longFile({ path, text }: Source): string[] {
  const lines = text.split("\n").length - 1;
  return lines > mostLines ? [`${path}: ${lines} lines`] : [];
}

function longFunctions({ path, text, program }: Source): string[] {
  const found: string[] = [];
  visit(program, (node) => {
    if (!/Function(Declaration|Expression)$/.test(node.type)) return;
    const first = lineAt(text, node.start);
    const lines = lineAt(text, node.end) - first + 1;
    if (lines > mostFunctionLines) found.push(`${path}:${first}: ${lines} lines`);
  });
  return found;
}

/** Imports against the order of rooms, and circles of files. */
function arrowsOf({ path, src, sources }: Package): { readonly upward: string[]; readonly circles: string[] } {
  const order = rooms[path];
  const upward: string[] = [];
  const graph = new Map<string, string[]>();
  for (const { file, path: shown, text } of sources) {
    const room = topFolder(src, file);
    if (order !== undefined && room !== "" && !order.includes(room))
      upward.push(`${shown}: room ${room} is not in rooms.ts`);
    const neighbours: string[] = [];
    graph.set(file, neighbours);
    for (const { specifier } of importsOf(file, text)) {
      const target = resolve(dirname(file), specifier);
      if (!specifier.startsWith(".") || relative(src, target).startsWith("..")) continue;
      neighbours.push(target);
      const fault = climb(order, room, topFolder(src, target));
      if (fault !== undefined) upward.push(`${shown}: ${fault}`);
    }
  }
  const circles = findCycles(graph).map((files) => files.map((file) => relative(src, file)).join(" → "));
  return { upward, circles: circles.map((circle) => `${path}: ${circle}`) };
}

/** Rooms of the machine in which a byte in hex is an opcode. */
const machineRooms = /^packages\/vm\/src\/(code|compile|gas|instructions|run|status|verify)\//;
/** Bytes above it are masks; opcodes to come are below. */
const mostOpcode = 0x7e;

function opcodeLiterals(source: Source): string[] {
  const { path, text, program } = source;
  if (!machineRooms.test(path)) return [];
  const found: string[] = [];
  visit(program, (node) => {
    if (node.type !== "Literal" || typeof node.value !== "number" || node.value > mostOpcode) return;
    if (/^0x[0-9a-f]{1,2}$/i.test(node.raw ?? "")) found.push(`${path}:${lineAt(text, node.start)}: ${node.raw}`);
  });
  return found;
}

/** The table of rules, and that of keys by version. */
const versionTables = /^packages\/vm\/src\/(features\/rules|gas\/keys\/index)\.ts$/;

function versionComparisons({ path, text, program }: Source): string[] {
  if (versionTables.test(path) || !text.includes("featureVersion")) return [];
  const isVersion = (node: Node): boolean =>
    /(^|\.)(featureVersion|version)$/.test(text.slice(node.start, node.end)) && !text.includes("binaryVersion");
  const found: string[] = [];
  visit(program, (node) => {
    if (node.type !== "BinaryExpression" || !/^[<>=!]/.test(node.operator)) return;
    if (isVersion(node.left) || isVersion(node.right)) {
      found.push(`${path}:${lineAt(text, node.start)}: ${text.slice(node.start, node.end)}`);
    }
  });
  return found;
}

/** The first key of a map is asked for to forget the oldest entry: that is the work of `LruCache`. */
function cachesByHand({ path, text, program }: Source): string[] {
  const found: string[] = [];
  visit(program, (node) => {
    if (node.type !== "MemberExpression" && node.type !== "VariableDeclarator") return;
    const code = text.slice(node.start, node.end);
    if (/\.keys\(\)\s*\.next\(\)\s*\.value$|^\[\w+\] = [^;]*\.keys\(\)$/.test(code))
      found.push(`${path}:${lineAt(text, node.start)}: ${code}`);
  });
  return found;
}

/** Words of the dialect; see the style guide of the documents. */
const language: Readonly<Record<string, RegExp>> = {
  "TSDoc begins with What, Whether, Where or Who": /^\*\s*(What|Whether|Where|Who)\b/,
  "TSDoc has a line without a star": /^\*[\s\S]*?\n(?![ \t]*(\*|$))/,
  whoever: /\bwhoever\b/i,
  nobody: /\bnobody\b/i,
  "goes on": /\bgoes on\b/i,
  told: /\btold\b/i,
  beside: /\bbeside\b/i,
  anew: /\banew\b/i,
};

function matches({ path, text, comments }: Source, words: RegExp): string[] {
  return comments.flatMap(({ value, start }) => {
    const count = value.match(new RegExp(words, `${words.flags}g`))?.length ?? 0;
    return Array.from({ length: count }, () => `${path}:${lineAt(text, start)}`);
  });
}
