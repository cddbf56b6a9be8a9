import { type ComponentChildren, createContext } from "preact";
import { useContext, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { enterEntry } from "./history-entry.ts";
import { formatPlace, type Place, parsePlace } from "./route.ts";

const PlaceContext = createContext<Place>({ route: { view: "overview" } });

/** The reader's place. The address after `#` names it, which gives every view a link of its own on any static host. */
export function usePlace(): Place {
  return useContext(PlaceContext);
}

/** Follows the address. */
export function PlaceProvider({ children }: { children: ComponentChildren }) {
  const [hash, setHash] = useState(() => location.hash);
  // Listens before the browser can do anything else: an effect that waits for the first paint misses an early change.
  useLayoutEffect(() => {
    const onChange = (): void => {
      enterEntry();
      setHash(location.hash);
    };
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  const place = useMemo(() => parsePlace(hash), [hash]);
  return <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>;
}

/** Goes to a place. @param replace - instead of the present entry of the browser's history */
export function goTo(place: Place, replace = false): void {
  const address = formatPlace(place);
  if (replace) location.replace(address);
  else location.hash = address;
}
