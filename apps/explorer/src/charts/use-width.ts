import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Width of an element in pixels, so that a picture is drawn for the room it has and its text keeps its size. */
export function useWidth<E extends Element>(initial: number): readonly [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(Math.round(entry.contentRect.width), 1));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
