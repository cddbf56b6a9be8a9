// Draws the pictures of the pages into `docs/images`. They are kept there, because a forge shows them, too.
import { writeFileSync } from "node:fs";
import { root } from "@ledger/check-docs/files";
import { drawPicture, pictures } from "./pictures.ts";

for (const picture of pictures) writeFileSync(`${root}docs/images/${picture.name}.svg`, drawPicture(picture));
