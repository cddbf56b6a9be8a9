import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type ApiFailure, toFailure } from "../api/failure.ts";
import { FailureNote } from "../ui/failure-note.tsx";

/** A view whose code is loaded when it is first shown, so that the first page stays small. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [View, setView] = useState(() => loaded);
    const [failure, setFailure] = useState<ApiFailure>();
    useEffect(() => {
      if (View !== undefined) return;
      load().then(
        (view) => {
          loaded = view;
          setView(() => view);
        },
        (error: unknown) => setFailure(toFailure(error)),
      );
    }, []);
    if (failure !== undefined) return <FailureNote failure={failure} />;
    return View === undefined ? <p class="quiet">Loading…</p> : <View {...props} />;
  };
}
