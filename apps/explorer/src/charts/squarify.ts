/** A rectangle of a size map. */
export interface Tile {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Cuts a rectangle into tiles whose areas are as the sizes, each as near to a square as its row allows ("squarified
 * treemap", Bruls, Huizing, van Wijk 2000).
 *
 * @param sizes - positive, in descending order
 */
export function squarify(sizes: readonly number[], width: number, height: number): Tile[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const scale = total === 0 ? 0 : (width * height) / total;
  const tiles: Tile[] = [];
  const rest = { x: 0, y: 0, width, height };
  let start = 0;
  while (start < sizes.length) {
    const side = Math.min(rest.width, rest.height);
    let end = start + 1;
    let area = (sizes[start] ?? 0) * scale;
    let worst = worstRatio(area, area, area, side);
    while (end < sizes.length) {
      const next = (sizes[end] ?? 0) * scale;
      const ratio = worstRatio(area + next, (sizes[start] ?? 0) * scale, next, side);
      if (ratio > worst) break;
      area += next;
      worst = ratio;
      end++;
    }
    const thickness = side === 0 ? 0 : area / side;
    const across = rest.width >= rest.height;
    let offset = 0;
    for (let index = start; index < end; index++) {
      const length = thickness === 0 ? 0 : ((sizes[index] ?? 0) * scale) / thickness;
      tiles.push(
        across
          ? { index, x: rest.x, y: rest.y + offset, width: thickness, height: length }
          : { index, x: rest.x + offset, y: rest.y, width: length, height: thickness },
      );
      offset += length;
    }
    if (across) {
      rest.x += thickness;
      rest.width = Math.max(rest.width - thickness, 0);
    } else {
      rest.y += thickness;
      rest.height = Math.max(rest.height - thickness, 0);
    }
    start = end;
  }
  return tiles;
}

/** How far the least square tile of a row is from a square, 1 at best. */
function worstRatio(area: number, largest: number, smallest: number, side: number): number {
  return Math.max((side * side * largest) / (area * area), (area * area) / (side * side * smallest));
}
