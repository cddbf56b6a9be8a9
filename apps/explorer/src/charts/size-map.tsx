import { useMemo } from "preact/hooks";
import { usePlace } from "../routing/place.tsx";
import { formatPlace, type Route } from "../routing/route.ts";
import { formatSize } from "../text/number.ts";
import { squarify } from "./squarify.ts";
import { useWidth } from "./use-width.ts";

interface SizeMapProps {
  readonly label: string;
  readonly parts: readonly { readonly name: string; readonly size: number; readonly to: Route }[];
}

/** Pixels of a letter, about. */
const letter = 6.6;

/** Square pixels of the smallest tile: room for a name, or for enough of it. */
const smallest = 2_800;

type Part = SizeMapProps["parts"][number];

/** The largest parts, as many as there is room for with names: tiles without names say nothing. */
function largestOf(parts: readonly Part[], area: number): readonly Part[] {
  const sorted = parts.toSorted((a, b) => b.size - a.size).filter(({ size }) => size > 0);
  let sum = 0;
  const end = sorted.findIndex(({ size }) => {
    sum += size;
    return (size / sum) * area < smallest;
  });
  return end === -1 ? sorted : sorted.slice(0, end);
}

/** A name as far as a width has room for it; nothing where too little of it would be left to know it by. */
function fitName(name: string, width: number): string {
  const room = Math.floor((width - 10) / letter);
  if (room >= name.length) return name;
  return room < 5 ? "" : `${name.slice(0, room - 1)}…`;
}

/** Sizes as areas. The list below has the same links, so the tiles stay out of the tab order. */
export function SizeMap({ label, parts }: SizeMapProps) {
  const [box, width] = useWidth<HTMLElement>(720);
  const { at } = usePlace();
  const height = width < 560 ? 300 : 280;
  const sorted = useMemo(() => largestOf(parts, width * height), [parts, width, height]);
  const tiles = useMemo(
    () =>
      squarify(
        sorted.map(({ size }) => size),
        width,
        height,
      ),
    [sorted, width, height],
  );
  return (
    <figure class="size-map" ref={box}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the caption of the figure is its name; each link in it has its own */}
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {tiles.map((tile) => {
          const part = sorted[tile.index];
          if (part === undefined) return null;
          return (
            <a key={part.name} href={formatPlace({ route: part.to, at })} tabIndex={-1}>
              <title>{`${part.name}, ${formatSize(part.size)}`}</title>
              <rect
                class={`shade-${tile.index % 3}`}
                x={tile.x + 0.5}
                y={tile.y + 0.5}
                width={Math.max(tile.width - 1, 0)}
                height={Math.max(tile.height - 1, 0)}
              />
              {tile.height > 20 && (
                <text x={tile.x + 6} y={tile.y + 16}>
                  {fitName(part.name, tile.width)}
                </text>
              )}
              {tile.height > 38 && tile.width > 58 && (
                <text class="size" x={tile.x + 6} y={tile.y + 31}>
                  {formatSize(part.size)}
                </text>
              )}
            </a>
          );
        })}
      </svg>
      <figcaption>
        {label}
        {sorted.length < parts.length && `; drawn are the ${sorted.length} largest`}
      </figcaption>
    </figure>
  );
}
