import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder, with a slash at its end. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/** A text file of the repository. */
export interface Page {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

const skipped = new Set(["node_modules", "dist", "data", "coverage", "screenshots", "playground"]);

/** Lists every Markdown file that somebody wrote; changelogs and API reports are made. */
export function listPages(): Page[] {
  return listMarkdown().filter(({ path }) => !path.endsWith("CHANGELOG.md"));
}

/** Lists every Markdown file that somebody reads: those that were written, and changelogs. */
export function listMarkdown(): Page[] {
  return listFiles(".md").filter(({ path }) => !path.endsWith(".api.md"));
}

/** Lists the files of the repository whose names end so. */
export function listFiles(ending: string, folder: string = root): Page[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name) && (!name.startsWith(".") || name === ".github"))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(ending, path);
      if (!entry.name.endsWith(ending)) return [];
      return [{ path: relative(root, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }];
    });
}

/** The text without code: what looks like a link there is none. */
function prose(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "code");
}

/** The name that a heading has in links. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** Anchors of a page: the names of its headings, and those that it gives. */
function headings(text: string): Set<string> {
  const plain = text.replace(/^```[\s\S]*?^```/gm, "");
  const names = [...plain.matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = ""]) => slug(heading));
  return new Set([...names, ...[...plain.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id)]);
}

/** @returns a line for each link of a page that leads nowhere inside the repository */
export function findBrokenLinks({ path, text }: Page): string[] {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const images = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, target = ""]) => target);
  return [...links, ...images].flatMap((target) => {
    if (/^[a-z]+:/i.test(target)) return [];
    const [file = "", anchor] = target.split("#");
    if (file === "") return headings(text).has(anchor ?? "") ? [] : [`${path}: ${target} has no such heading`];
    const place = join(root, dirname(path), decodeURIComponent(file));
    if (!existsSync(place)) return [`${path}: ${target} does not exist`];
    if (anchor === undefined || statSync(place).isDirectory() || !place.endsWith(".md")) return [];
    return headings(readFileSync(place, "utf8")).has(anchor) ? [] : [`${path}: ${target} has no such heading`];
  });
}

/** Folders at the root whose paths are written in full. */
const topFolders = /^(?:apps|bench|deploy|docs|examples|packages|tooling)\/[\w./-]+$/;
/** A file of the repository: by its path, or by the end of it where the text says where it is. */
const sourceFile = /^(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs)$/;

/** All files and folders of the repository, with a slash before: what a path may be the end of. */
function listPlaces(folder: string = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "dist" && !name.startsWith("."))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      const place = `/${relative(root, path).replaceAll("\\", "/")}`;
      return entry.isDirectory() ? [place, ...listPlaces(path)] : [place];
    });
}

/** @returns a line for each path in the code spans of some pages that is of nothing in the repository */
export function findWrongPaths(pages: readonly Page[]): string[] {
  const places = listPlaces();
  return pages.flatMap(({ path, text }) => {
    const spans = text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g);
    return [...spans].flatMap(([, span = ""]) => {
      if (!topFolders.test(span) && !sourceFile.test(span)) return [];
      const end = `/${span.replace(/\/$/, "")}`;
      return places.some((place) => place.endsWith(end)) ? [] : [`${path}: nothing is at ${span}`];
    });
  });
}

/** @returns a line for each `pnpm` command of a page that is neither a script of the repository nor pnpm's own */
export function findWrongCommands({ path, text }: Page): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly scripts: object };
  const own = new Set(["exec", "install", "pack", "publish", "changeset", "add", "dlx", "create", "i", "run"]);
  return [...text.matchAll(/(?:^|`|&& )pnpm (?:run )?([a-z][\w:-]*)/gm)].flatMap(([, name = ""]) =>
    Object.hasOwn(scripts, name) || own.has(name) ? [] : [`${path}: there is no pnpm ${name}`],
  );
}
