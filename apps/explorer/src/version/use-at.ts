import { goTo, usePlace } from "../routing/place.tsx";

/** The version chosen for this view, and a way to choose another one. */
export function useAt(): readonly [at: string | undefined, choose: (version: string | undefined) => void] {
  const { route, at } = usePlace();
  // Moving the slider must not fill the browser's history.
  return [at, (version) => goTo({ route, at: version }, true)];
}
