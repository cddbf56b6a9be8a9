import { existsSync, statSync } from "node:fs";
import { posix } from "node:path";
import { addressOf, relativeAddress } from "./page.ts";

/** A link of a page, as the site has it. */
export interface Resolved {
  readonly href: string;
  /** The page that it leads to, by its path. */
  readonly page?: string;
  /** A file that the site has to bring, by its path in the repository. */
  readonly file?: string;
}

/** The repository as links see it. */
export interface Places {
  /** Its folder, with a slash at its end. */
  readonly root: string;
  /** The place of its files on a forge, e.g. `https://forge.example/owner/name`. */
  readonly forge: string;
  readonly hasPage: (path: string) => boolean;
}

const pictures = /\.(?:svg|png|jpg|webp)$/;

/**
 * Rewrites a link. Links to Markdown files, also by their addresses on the forge, become links between pages, and pictures come along; any
 * other file of the repository is shown by the forge.
 *
 * @param from - path of the page that has the link
 * @param target - as the page has it
 * @throws Error for what is not in the repository
 */
export function resolveLink(places: Places, from: string, target: string): Resolved {
  // Comments of published packages lead to pages by their addresses on the forge.
  const own = `${places.forge}/blob/main/`;
  const isOwn = target.startsWith(own) && places.hasPage(target.slice(own.length).replace(/#.*/, ""));
  if (isOwn) return resolveLink(places, from, posix.relative(posix.dirname(from), target.slice(own.length)));
  if (/^[a-z][a-z+.-]*:/i.test(target) || target.startsWith("#")) return { href: target };
  const [name = "", fragment] = target.split("#");
  const anchor = fragment === undefined ? "" : `#${fragment}`;
  const path = posix.join(posix.dirname(from), decodeURI(name)).replace(/\/$/, "");
  const page = [path, posix.join(path, "README.md")].find(places.hasPage);
  if (page !== undefined) return { href: relativeAddress(addressOf(from), addressOf(page)) + anchor, page };
  const file = places.root + path;
  if (path.startsWith("..") || !existsSync(file)) throw new Error(`${from}: ${target} does not exist`);
  if (pictures.test(path)) return { href: relativeAddress(addressOf(from), path), file: path };
  return { href: `${places.forge}/${statSync(file).isDirectory() ? "tree" : "blob"}/main/${path}${anchor}` };
}
