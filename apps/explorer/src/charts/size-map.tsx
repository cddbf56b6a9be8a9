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

/** Pixels of a letter, about; a name is drawn where it fits. */
const letter = 7;

/** Sizes as areas. The same links are in the list beside it, so the tiles stay out of the tab order. */
export function SizeMap({ label, parts }: SizeMapProps) {
  const [box, width] = useWidth<HTMLElement>(720);
  const { at } = usePlace();
  const height = width < 560 ? 220 : 260;
  const sorted = useMemo(() => parts.toSorted((a, b) => b.size - a.size).filter(({ size }) => size > 0), [parts]);
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
          const room = Math.floor((tile.width - 10) / letter);
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
              {room >= part.name.length && tile.height > 20 && (
                <text x={tile.x + 6} y={tile.y + 16}>
                  {part.name}
                </text>
              )}
              {room >= 7 && room >= part.name.length && tile.height > 38 && (
                <text class="size" x={tile.x + 6} y={tile.y + 31}>
                  {formatSize(part.size)}
                </text>
              )}
            </a>
          );
        })}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
