import { readFileSync } from "node:fs";

/** Width and height of a picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a picture, so that the page keeps its place: of a PNG, or of an SVG by its `viewBox`. */
export function pictureSize(file: string): Size | undefined {
  const bytes = readFileSync(file);
  if (file.endsWith(".png")) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [, width, height] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(bytes.toString("utf8")) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
