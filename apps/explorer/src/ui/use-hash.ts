import { useEffect, useState } from "preact/hooks";

/** The part of the address after `#`, so that every view has a link of its own on any static host. */
export function useHash(): string {
  const [hash, setHash] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const onChange = (): void => setHash(location.hash.slice(1));
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  return hash;
}
