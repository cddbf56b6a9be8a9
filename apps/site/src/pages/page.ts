/** A Markdown file, or what a tool wrote as one. */
export interface Source {
  /** From the repository's root. What is generated has a path too, which no file of the repository has. */
  readonly path: string;
  readonly text: string;
}

/** A heading of a page. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Its anchor. */
  readonly id: string;
}

/** The text below a heading, without marks: what the search looks in. */
export interface Passage {
  /** Absent for what comes before the first heading, and for the text below the title. */
  readonly heading: Heading | undefined;
  /** Its paragraphs, blocks of code and rows of tables. */
  readonly parts: readonly string[];
}

/** A rendered page. */
export interface Page {
  readonly path: string;
  /** Its place on the site, from the root: `docs/guides/fork.html`. */
  readonly address: string;
  readonly title: string;
  /** Its first paragraph, without marks. */
  readonly summary: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
  /** Pages of the site that it links to, by their paths, in its order. */
  readonly links: readonly string[];
}

/** @param path - of a Markdown file @returns its address: `README.md` is the index of its folder */
export function addressOf(path: string): string {
  return path.replace(/(^|\/)README\.md$/, "$1index.md").replace(/\.md$/, ".html");
}

/** @returns a relative address that leads from one address of the site to another */
export function relativeAddress(from: string, to: string): string {
  const source = from.split("/").slice(0, -1);
  const target = to.split("/");
  let same = 0;
  while (same < source.length && same < target.length - 1 && source[same] === target[same]) same++;
  return [...source.slice(same).map(() => ".."), ...target.slice(same)].join("/");
}
