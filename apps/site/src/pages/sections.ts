import type { Page } from "./page.ts";

/** A part of the site with a list of its pages. */
export interface Section {
  readonly name: string;
  /** The page that the part begins with; its links are the order of the list. */
  readonly index: string;
  readonly holds: RegExp;
  /** Scripts of its pages by their paths; such pages have the whole width. */
  readonly scripts?: Readonly<Record<string, string>>;
}

/** The parts of the site. A page belongs to the first that holds it. */
export const sections: readonly Section[] = [
  { name: "Guides", index: "docs/guides/README.md", holds: /^docs\/(?:guides|postgres|monitoring)\// },
  { name: "Packages", index: "docs/packages.md", holds: /^(?:(?:packages|apps)\/|docs\/packages\.md$)/ },
  { name: "Examples", index: "examples/README.md", holds: /^examples\// },
  { name: "Reference", index: "reference/README.md", holds: /^reference\// },
  { name: "REST", index: "rest/README.md", holds: /^rest\// },
  {
    name: "Playground",
    index: "playground/README.md",
    holds: /^playground\//,
    scripts: { "playground/README.md": "playground.ts" },
  },
  {
    name: "Inspector",
    index: "inspect/README.md",
    holds: /^inspect\//,
    scripts: {
      "inspect/README.md": "bytes-page.ts",
      "inspect/module.md": "code-page.ts",
      "inspect/schema.md": "schema-page.ts",
      "inspect/proof.md": "proof-page.ts",
    },
  },
  { name: "Specification", index: "docs/spec/README.md", holds: /^docs\/spec\// },
  { name: "Project", index: "docs/README.md", holds: /^(?:docs|bench|[A-Z_]+\.md)/ },
];

/** @returns the part of the site that a page belongs to; the README belongs to none */
export function sectionOf(path: string): Section | undefined {
  return path === "README.md" ? undefined : sections.find(({ holds }) => holds.test(path));
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** How long the list of a part may be: that of a package's exports is on the package's own page. */
const listed = (section: Section, path: string): boolean => section.name !== "Reference" || path.endsWith("README.md");

/** Pages that only their neighbours list: what changed, what goes deeper, and each decision. */
export function isInner({ path }: Page, { name, index }: Section): boolean {
  if (name === "Packages") return path !== index && !/^[a-z]+\/[^/]+\/README\.md$/.test(path);
  return name === "Project" && /^docs\/decisions\/(?!README)/.test(path);
}

/**
 * Lists the pages of a part: its index, those that the index links to, and those that these link to.
 *
 * @param current - the page that the list is shown on: inner pages of its folder are listed too
 */
export function listSection(section: Section, pages: ReadonlyMap<string, Page>, current: Page): Page[] {
  const index = pages.get(section.index);
  if (index === undefined) throw new Error(`${section.name} has no ${section.index}`);
  const own = [...pages.values()].filter(({ path }) => sectionOf(path) === section && listed(section, path));
  const order = new Map([index.path, ...index.links].map((path, place) => [path, place] as const).reverse());
  const place = ({ path }: Page): number => order.get(path) ?? order.get(`${packageOf(path)}README.md`) ?? order.size;
  return own
    .filter((page) => !isInner(page, section) || packageOf(page.path) === packageOf(current.path))
    .sort((a, b) => place(a) - place(b) || Number(isInner(a, section)) - Number(isInner(b, section)) || compare(a, b));
}

/** `packages/bcs/docs/x.md` → `packages/bcs/`. */
function packageOf(path: string): string {
  return /^(?:packages|apps)\/[^/]+\//.exec(path)?.[0] ?? folderOf(path);
}

function compare(a: Page, b: Page): number {
  return a.path < b.path ? -1 : 1;
}
