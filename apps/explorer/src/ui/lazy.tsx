import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type ApiFailure, toFailure } from "../api/failure.ts";
import { useSettling } from "../loading/settle.tsx";
import { FailureNote } from "./failure-note.tsx";

/** A view whose code is loaded when it is first shown, so that the first page stays small. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [View, setView] = useState(() => loaded);
    const [failure, setFailure] = useState<ApiFailure>();
    const { begin } = useSettling();
    useEffect(() => {
      if (View !== undefined) return;
      const done = begin();
      load()
        .then(
          (view) => {
            loaded = view;
            setView(() => view);
          },
          (error: unknown) => setFailure(toFailure(error)),
        )
        .then(done);
      return done;
    }, []);
    if (failure !== undefined) return <FailureNote failure={failure} />;
    return View === undefined ? <p class="quiet">Loading…</p> : <View {...props} />;
  };
}
