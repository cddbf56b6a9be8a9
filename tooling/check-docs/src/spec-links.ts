import { type Page, slug } from "./files.ts";

/** The folder of the specification. */
const folder = "docs/spec/";
/** Its address for readers of a published package, who have no other file of the repository. */
const place = `https://github.com/ledger-node/ledger-node/blob/main/${folder}`;

const anchor = /<a id="[^"]*"><\/a>/;
const heading = /^#{2,} <a id="(\d+(?:\.\d+)*)"><\/a>(\d+(?:\.\d+)*) \S.*$/;

/** The sections of the specification by their page, and what is wrong with its headings. */
export interface Specification {
  /** Numbers of sections, by the name of a page: `chain-types.md`. */
  readonly sections: ReadonlyMap<string, ReadonlySet<string>>;
  /** A line for each heading without a number, or with another one than its anchor. */
  readonly faults: readonly string[];
}

/** Reads the sections of the specification. @param pages - of the repository; those of other folders do not count */
export function readSpecification(pages: readonly Page[]): Specification {
  const sections = new Map<string, Set<string>>();
  const faults: string[] = [];
  for (const { path, text } of pages) {
    if (!path.startsWith(folder) || path === `${folder}README.md`) continue;
    const numbers = new Set<string>();
    sections.set(path.slice(folder.length), numbers);
    for (const line of text.replace(/^```[\s\S]*?^```/gm, "").split("\n")) {
      if (!/^#{2,} /.test(line) && !anchor.test(line)) continue;
      const [, id = "", number] = heading.exec(line) ?? [];
      if (id === "" || id !== number) faults.push(`${path}: "${line}" has no number, or another one than its anchor`);
      else if (numbers.has(id)) faults.push(`${path}: there are two sections ${id}`);
      numbers.add(id);
    }
  }
  return { sections, faults };
}

/** A section as it is named: `chain types 3.2`, after the word that says of what. */
const name = /[A-Za-z][A-Za-z -]*? \d+(?:\.\d+)*/;
const named = new RegExp(`Specification, (${name.source}(?:, ${name.source})*)`, "g");
const link = new RegExp(`\\{@link (\\S+) \\| Specification, (${name.source})\\}`, "g");
const otherLink = /docs\/spec\/[\w-]+\.md[#,]/;
/** A section by its sign alone: those of other documents follow their names. */
const oldForm = /[Ll]edger specification|^(?!.*(?:RFC \d|Groth)).*§ ?\d/;

/**
 * Looks for references to the specification in a source file: `{@link PLACE/chain-types.md#3.2 | Specification, chain types 3.2}` in
 * what becomes documentation, and the words alone in any other comment.
 *
 * @returns a line for each reference that leads to no section, names another one than it leads to, or has another form
 */
export function findSpecFaults({ path, text }: Page, { sections }: Specification): string[] {
  if (!/pecification|§|docs\/spec\//.test(text)) return [];
  return text.split("\n").flatMap((line, index) => {
    const faults = [...line.matchAll(link)].flatMap(([, target = "", section = ""]) =>
      target === addressOf(section) ? [] : [`${target} is not that of ${section}`],
    );
    for (const [, list = ""] of line.matchAll(named)) {
      for (const section of list.split(", ")) if (!isThere(section)) faults.push(`there is no ${section}`);
    }
    const rest = line.replace(link, "");
    if (oldForm.test(rest)) faults.push("the specification is named in another form");
    if (otherLink.test(rest)) faults.push("a link to the specification has another form");
    if (/@see Specification,/.test(rest)) faults.push("@see does not link to the section");
    return faults.map((fault) => `${path}:${index + 1}: ${fault}`);
  });

  function isThere(section: string): boolean {
    const [page, number] = split(section);
    return sections.get(page)?.has(number) ?? false;
  }
}

/** `chain types 3.2` → `chain-types.md`, `3.2`. */
function split(section: string): readonly [page: string, number: string] {
  const space = section.lastIndexOf(" ");
  return [`${slug(section.slice(0, space))}.md`, section.slice(space + 1)];
}

function addressOf(section: string): string {
  const [page, number] = split(section);
  return `${place}${page}#${number}`;
}
