// What the licences of bundled packages ask for: their names and texts travel with the bundle.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Something of others with its licence: a package, or data that came from one. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/**
 * Writes the notices of every package of others that files of a bundle come from.
 *
 * @param files - paths of all files that went into it
 * @param others - what no file of a package shows
 * @returns one text, by name
 * @throws Error for a package without a licence: it must not be shipped
 */
export function writeNotices(files: Iterable<string>, others: readonly Notice[] = []): string {
  const folders = new Set<string>();
  for (const path of files) {
    const file = path.replaceAll("\\", "/");
    if (file.includes("node_modules/")) folders.add(findPackage(file));
  }
  const packages = [...[...folders].map(readPackage), ...others].sort(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  );
  const named = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  const texts = [...named].map(([title, { license, text }]) => `${title} (${license})\n\n${text.trim()}\n`);
  const rule = `\n${"-".repeat(80)}\n\n`;
  return `This program contains the following packages.\n${rule}${texts.join(rule)}`;
}

/** The folder of the package that a file belongs to. */
function findPackage(file: string): string {
  const start = file.lastIndexOf("node_modules/") + "node_modules/".length;
  const [scope = "", name = ""] = file.slice(start).split("/");
  return join(file.slice(0, start), scope.startsWith("@") ? join(scope, name) : scope);
}

function readPackage(folder: string): Notice {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Partial<Notice>;
  const { name = "", version = "", license } = manifest;
  if (license === undefined) throw new Error(`${name} ${version} has no licence`);
  const text = readLicence(folder) ?? "No text of its licence is part of the package.";
  return { name, version, license, text };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The text of a licence: a file of its own, or what the README says under that heading. */
function readLicence(folder: string): string | undefined {
  const entries = readdirSync(folder);
  const file = entries.find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), "utf8");
  const readme = entries.find((entry) => /^readme/i.test(entry));
  if (readme === undefined) return undefined;
  const [, section = ""] = readFileSync(join(folder, readme), "utf8").split(/^#+ licen[cs]e$/im);
  // A heading with a name below it only is no text.
  return section.includes("Permission is hereby granted") ? section : undefined;
}
