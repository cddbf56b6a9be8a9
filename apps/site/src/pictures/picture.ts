import { readFileSync } from "node:fs";
import { escapeHtml } from "../markdown/highlight.ts";
import type { Drawing } from "./drawing.ts";

/** A picture that explains. */
export interface Picture {
  /** Of its file, without the ending. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** All that it shows, in sentences, for readers who do not see it. */
  readonly description: string;
  readonly draw: (drawing: Drawing) => void;
}

const tokens = new URL("../../../explorer/src/styles/tokens.css", import.meta.url);

/** The colours of the site by their names: for light pages, and for dark ones. */
function readColours(): ReadonlyMap<string, readonly [light: string, dark: string]> {
  const css = readFileSync(tokens, "utf8");
  const pairs = css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)/g);
  return new Map([...pairs].map(([, name, light, dark]) => [name!, [light!, dark!]] as const));
}

/** The property and the colour of each class. */
const paints: readonly (readonly [selector: string, property: string, colour: string])[] = [
  [".plain", "fill", "sheet"],
  [".plain", "stroke", "edge"],
  [".core", "fill", "green-soft"],
  [".core", "stroke", "green"],
  [".bad", "fill", "red-soft"],
  [".bad", "stroke", "red"],
  [".note", "fill", "shade"],
  [".note", "stroke", "rule"],
  [".line,.dashed", "stroke", "quiet"],
  [".tip,.dot", "fill", "quiet"],
  [".kept", "fill", "green"],
  [".gone", "stroke", "quiet"],
  ["text", "fill", "ink"],
  [".small,.middle,.end", "fill", "quiet"],
];

/** Rules of all pictures. As an image a picture cannot see the page, so it brings its colours. */
export function writeStyle(): string {
  const colours = readColours();
  const paint = (place: 0 | 1): string =>
    paints
      .map(([selector, property, name]) => {
        const pair = colours.get(name);
        if (pair === undefined) throw new Error(`the site has no colour ${name}`);
        return `${selector}{${property}:${pair[place]}}`;
      })
      .join("");
  return `text{font:15px ui-sans-serif,system-ui,"Segoe UI",Arial,"Liberation Sans",sans-serif}.name{font-weight:600}.small,.middle,.end{font-size:13px}.middle{text-anchor:middle}.end{text-anchor:end}.line,.dashed{fill:none;stroke-width:1.5;marker-end:url(#tip)}.dashed,.gone{stroke-dasharray:4 4}.gone{fill:none}
${paint(0)}
@media (prefers-color-scheme:dark){${paint(1)}}`;
}

/** Writes a picture as a file of SVG. @param elements - what was drawn */
export function writePicture({ width, height, title, description }: Picture, elements: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title about">
<title id="title">${escapeHtml(title)}</title>
<desc id="about">${escapeHtml(description)}</desc>
<style>
${writeStyle()}
</style>
<defs><marker id="tip" class="tip" viewBox="0 0 9 8" refX="9" refY="4" markerWidth="9" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M9 4L0 0v8z"/></marker></defs>
${elements}
</svg>
`;
}
