import { Drawing } from "./drawing.ts";
import { node } from "./node.ts";
import { type Picture, writePicture } from "./picture.ts";
import { proof } from "./proof.ts";
import { record } from "./record.ts";
import { store } from "./store.ts";
import { transaction } from "./transaction.ts";

/** The pictures of the pages. */
export const pictures: readonly Picture[] = [node, transaction, record, proof, store];

/** Draws a picture. @returns the text of its file in `docs/images` */
export function drawPicture(picture: Picture): string {
  const drawing = new Drawing();
  picture.draw(drawing);
  return writePicture(picture, drawing.elements);
}
