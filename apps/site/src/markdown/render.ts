import { slug } from "@ledger/check-docs/files";
import MarkdownIt from "markdown-it";
import type Token from "markdown-it/lib/token.mjs";
import type { Resolved } from "../pages/links.ts";
import { addressOf, type Heading, type Page, type Passage, type Source } from "../pages/page.ts";
import { escapeHtml, type Highlight } from "./highlight.ts";
import { pictureSize, type Size } from "./picture-size.ts";

/** The parts of the site that rendering needs. */
export interface RenderOptions {
  readonly highlight: Highlight;
  /** The repository's folder. */
  readonly root: string;
  /** @throws Error for a link that leads nowhere */
  readonly resolve: (from: string, target: string) => Resolved;
  /** Called with each picture that a page shows, by its path. */
  readonly bring: (file: string) => void;
}

/** One page while it is rendered. */
interface Run extends RenderOptions {
  readonly path: string;
  readonly links: string[];
  readonly ids: Map<string, number>;
}

/** @returns a function that makes pages of Markdown, with the headings' anchors as a forge makes them */
export function createRenderer(options: RenderOptions): (source: Source) => Page {
  const markdown = new MarkdownIt({ html: true, highlight: options.highlight });
  markdown.renderer.rules.fence = (tokens, index) => writeFence(tokens[index]!, options.highlight);
  markdown.renderer.rules.table_open = () => '<div class="table"><table>';
  markdown.renderer.rules.table_close = () => "</table></div>";
  return ({ path, text }) => {
    const run: Run = { ...options, path, links: [], ids: new Map() };
    const tokens = markdown.parse(text, {});
    const headings = nameHeadings(tokens, run);
    for (const token of tokens) rewrite(token, run);
    clearEmptyHeads(tokens);
    const passages = readPassages(tokens, headings);
    return {
      path,
      address: addressOf(path),
      title: headings.find(({ level }) => level === 1)?.text ?? path,
      summary: firstParagraph(tokens),
      html: markdown.renderer.render(tokens, markdown.options, {}),
      headings,
      passages,
      links: run.links,
    };
  };
}

function writeFence({ info, content }: Token, highlight: Highlight): string {
  const [language = ""] = info.split(/\s/);
  const copy = '<button type="button" class="copy" hidden>Copy</button>';
  return `<div class="code">${copy}<pre><code>${highlight(content, language)}</code></pre></div>\n`;
}

/** Text of inline tokens, without marks. */
function plain(token: Token | undefined): string {
  const parts = token?.children?.map(({ type, content }) =>
    type === "text" || type === "code_inline" ? content : type === "softbreak" ? " " : "",
  );
  return (parts ?? []).join("").trim();
}

/** Gives each heading its anchor: the one that it begins with, or its name; one that was there before gets a number, as on a forge. */
function nameHeadings(tokens: readonly Token[], { ids }: Run): Heading[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const text = plain(tokens[index + 1]);
    const name = takeAnchor(tokens[index + 1]) ?? slug(text);
    const count = ids.get(name) ?? 0;
    ids.set(name, count + 1);
    const id = count === 0 ? name : `${name}-${count}`;
    token.attrSet("id", id);
    return [{ level: Number(token.tag.slice(1)), text, id }];
  });
}

/** Takes `<a id="…"></a>` out of the beginning of a heading. */
function takeAnchor(inline: Token | undefined): string | undefined {
  const id = /^<a id="([^"]+)">$/.exec(inline?.children?.[0]?.content ?? "")?.[1];
  if (id !== undefined) inline?.children?.splice(0, 2);
  return id;
}

/** Leads links where they lead on the site, and takes what a strict policy refuses out of attributes. */
function rewrite(token: Token, run: Run): void {
  if (token.type === "link_open") token.attrSet("href", follow(token.attrGet("href") ?? "", run).href);
  if (token.type === "image") {
    token.attrSet("alt", token.content);
    setPicture(token, run);
  }
  if (token.type === "html_block" || token.type === "html_inline") token.content = rewriteHtml(token.content, run);
  const align = /text-align:(\w+)/.exec(token.attrGet("style") ?? "")?.[1];
  if (align !== undefined) {
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
    token.attrJoin("class", align);
  }
  for (const child of token.children ?? []) rewrite(child, run);
}

/** A column without a name has no header: one would be read out as such. */
function clearEmptyHeads(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type !== "th_open" || tokens[index + 1]?.content !== "") return;
    token.tag = "td";
    tokens[index + 2]!.tag = "td";
  });
}

function follow(target: string, run: Run): Resolved {
  const resolved = run.resolve(run.path, target);
  if (resolved.page !== undefined) run.links.push(resolved.page);
  if (resolved.file !== undefined) run.bring(resolved.file);
  return resolved;
}

/** The size of a picture of the site; none is known of another's. */
function sizeOf({ file }: Resolved, run: Run): Size | undefined {
  return file === undefined ? undefined : pictureSize(run.root + file);
}

function setPicture(token: Token, run: Run): void {
  const resolved = follow(token.attrGet("src") ?? "", run);
  token.attrSet("src", resolved.href);
  const size = sizeOf(resolved, run);
  if (size === undefined) return;
  token.attrSet("width", `${size.width}`);
  token.attrSet("height", `${size.height}`);
}

/** Pictures that are written as HTML, because they have a form for dark pages. */
function rewriteHtml(html: string, run: Run): string {
  return html.replace(/(?<![\w-])(src|srcset)="([^"]+)"/g, (_, name: string, target: string) => {
    const resolved = follow(target, run);
    const size = name === "src" ? sizeOf(resolved, run) : undefined;
    const room = size === undefined ? "" : ` width="${size.width}" height="${size.height}"`;
    return `${name}="${escapeHtml(resolved.href)}"${room}`;
  });
}

function firstParagraph(tokens: readonly Token[]): string {
  const open = tokens.findIndex(({ type, level }) => type === "paragraph_open" && level === 0);
  return plain(tokens[open + 1]);
}

/** Cuts a page at its headings. Code counts: readers look for an option or a command. */
function readPassages(tokens: readonly Token[], headings: readonly Heading[]): Passage[] {
  const passages: { heading: Heading | undefined; parts: string[] }[] = [{ heading: undefined, parts: [] }];
  let next = 0;
  let row: string[] | undefined;
  tokens.forEach((token, index) => {
    const parts = passages.at(-1)!.parts;
    if (token.type === "heading_open") {
      const heading = headings[next++];
      passages.push({ heading: heading?.level === 1 ? undefined : heading, parts: [] });
    } else if (token.type === "tr_open") {
      row = [];
    } else if (token.type === "tr_close") {
      parts.push((row ?? []).join(" "));
      row = undefined;
    } else if (tokens[index - 1]?.type !== "heading_open") {
      const text = (token.type === "fence" ? token.content : plain(token)).replace(/\s+/g, " ");
      if (text !== "") (row ?? parts).push(text);
    }
  });
  return passages.filter(({ heading, parts }) => heading !== undefined || parts.length > 0);
}
