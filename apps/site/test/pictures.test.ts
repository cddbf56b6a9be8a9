import { readFileSync } from "node:fs";
import { root } from "@ledger/check-docs/files";
import { expect, test } from "vitest";
import { Drawing } from "../src/pictures/drawing.ts";
import { writeStyle } from "../src/pictures/picture.ts";
import { drawPicture, pictures } from "../src/pictures/pictures.ts";

test.each(pictures.map((picture) => [picture.name, picture] as const))(
  "%s.svg is as `pnpm --filter @ledger/site pictures` draws it",
  (name, picture) => {
    expect(readFileSync(`${root}docs/images/${name}.svg`, "utf8")).toBe(drawPicture(picture));
  },
);

test("a picture has a title, and says in words what it shows", () => {
  for (const picture of pictures) {
    const svg = drawPicture(picture);
    expect(svg).toContain(`<title id="title">${picture.title}</title>`);
    expect(picture.description.length, picture.name).toBeGreaterThan(300);
    expect(svg).not.toMatch(/<image|href=|<script/);
  }
});

test("colours are the site's, by day and by night", () => {
  const [day, night = ""] = writeStyle().split("@media (prefers-color-scheme:dark)");
  expect(day).toContain("text{fill:#1d1f1a}");
  expect(night).toContain("text{fill:#e9eae4}");
});

test("an arrow leads from one side to another, and words are escaped", () => {
  const drawing = new Drawing();
  const [from, to] = [drawing.box(0, 0, 100, 40, ["a < b"]), drawing.box(0, 100, 100, 40, [])];
  drawing.arrow(from, "bottom", to, "top", { label: "then", at: [0.5, 0.25] });
  expect(drawing.elements).toContain("a &lt; b");
  expect(drawing.elements).toContain('d="M50 40C50 70 25 70 25 100"');
  expect(drawing.elements).toContain(">then</text>");
});
