import fc from "fast-check";
import { expect, test } from "vitest";
import { squarify } from "./squarify.ts";

test("the published example is cut as it was published", () => {
  // Bruls, Huizing, van Wijk: sizes 6, 6, 4, 3, 2, 2, 1 in a rectangle of 6 by 4.
  const tiles = squarify([6, 6, 4, 3, 2, 2, 1], 6, 4);
  expect(tiles.slice(0, 2)).toEqual([
    { index: 0, x: 0, y: 0, width: 3, height: 2 },
    { index: 1, x: 0, y: 2, width: 3, height: 2 },
  ]);
});

test("tiles have the areas of their sizes, and stay inside", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 50, max: 2000 }), fc.integer({ min: 50, max: 800 }), (list, width, height) => {
      const sorted = list.toSorted((a, b) => b - a);
      const total = sorted.reduce((sum, size) => sum + size, 0);
      const tiles = squarify(sorted, width, height);
      expect(tiles).toHaveLength(sorted.length);
      for (const tile of tiles) {
        expect(tile.width * tile.height).toBeCloseTo(((sorted[tile.index] ?? 0) / total) * width * height, 4);
        expect(tile.x + tile.width).toBeLessThanOrEqual(width + 1e-6);
        expect(tile.y + tile.height).toBeLessThanOrEqual(height + 1e-6);
      }
    }),
  );
});
