import { escapeHtml } from "../markdown/highlight.ts";

/** A place in a picture, in pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box of a picture. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The look of a box: of the outside, of this program, of what is refused, or of what is only a remark. */
export type Look = "plain" | "core" | "bad" | "note";

/** The side of a box where an arrow begins or ends. */
export type Side = "top" | "bottom" | "left" | "right";

/** Options of {@link Drawing.arrow}. */
export interface ArrowOptions {
  /** Words next to its middle. */
  readonly label?: string;
  /** The place of its ends on their sides, from 0 to 1; 0.5 for the middle. */
  readonly at?: readonly [from: number, to: number];
  readonly look?: "line" | "dashed";
}

const lineHeight = 19;
const pad = 14;

/** Middle of a side, or another place of it. */
function anchor({ x, y, width, height }: Box, side: Side, at: number): Point {
  if (side === "top") return { x: x + at * width, y };
  if (side === "bottom") return { x: x + at * width, y: y + height };
  return { x: side === "left" ? x : x + width, y: y + at * height };
}

/** A picture while it is drawn: boxes, arrows and words, in the order in which they are said. */
export class Drawing {
  readonly #parts: string[] = [];

  /** Draws a box. @param lines - the first is its name, the others say more */
  box(x: number, y: number, width: number, height: number, lines: readonly string[], look: Look = "plain"): Box {
    this.#parts.push(`<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`);
    const first = y + (height - (lines.length - 1) * lineHeight) / 2 + 5;
    lines.forEach((line, place) => {
      const kind = place > 0 || look === "note" || look === "bad" ? "small" : "name";
      this.words(x + pad, first + place * lineHeight, line, kind);
    });
    return { x, y, width, height };
  }

  /** Writes words. @param y - of their foot */
  words(x: number, y: number, text: string, kind: "name" | "small" | "middle" | "end" = "small"): void {
    this.#parts.push(`<text class="${kind}" x="${x}" y="${y}">${escapeHtml(text)}</text>`);
  }

  /** Draws an arrow from a side of a box to a side of another one. */
  arrow(from: Box, side: Side, to: Box, end: Side, { label, at = [0.5, 0.5], look = "line" }: ArrowOptions = {}): void {
    const start = anchor(from, side, at[0]);
    const tip = anchor(to, end, at[1]);
    const isLevel = side === "left" || side === "right";
    const middle = isLevel ? (start.x + tip.x) / 2 : (start.y + tip.y) / 2;
    const bend = isLevel ? `${middle} ${start.y} ${middle} ${tip.y}` : `${start.x} ${middle} ${tip.x} ${middle}`;
    this.#parts.push(`<path class="${look}" d="M${start.x} ${start.y}C${bend} ${tip.x} ${tip.y}"/>`);
    if (label === undefined) return;
    if (isLevel) this.words(middle, Math.min(start.y, tip.y) - 7, label, "middle");
    else this.words((start.x + tip.x) / 2 + 10, middle + 5, label);
  }

  /** Draws a shape of the picture's own. @param svg - elements with classes of the pictures */
  shape(svg: string): void {
    this.#parts.push(svg);
  }

  /** The elements that were drawn. */
  get elements(): string {
    return this.#parts.join("\n");
  }
}
