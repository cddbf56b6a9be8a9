import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";

/** Count of the loads that a view waits for before it is shown. */
interface Settling {
  /** Tells that something is being loaded. @returns tells that it is there, or not wanted any more */
  readonly begin: () => () => void;
  readonly isSettled: boolean;
}

const SettleContext = createContext<Settling>({ begin: () => () => undefined, isSettled: true });

/** Milliseconds after which a view is shown with what it has. */
const patience = 1_200;

/** Milliseconds after the last thing has come in which a view may ask for more. */
const rest = 20;

/** Shows a view when all that it begins with is there, or after a while with what there is: parts that come one by one jump. */
export function Settle({ children }: { children: ComponentChildren }) {
  const [isSettled, setSettled] = useState(false);
  const pending = useRef(0);
  // Parts of a view ask for more after the frame that shows them first.
  const look = (): void => {
    const check = (): void => {
      if (pending.current === 0) setSettled(true);
    };
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(check, rest)));
  };
  useEffect(() => {
    look();
    const timer = setTimeout(() => setSettled(true), patience);
    return () => clearTimeout(timer);
  }, []);
  const begin = (): (() => void) => {
    let isOpen = true;
    pending.current++;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      pending.current--;
      if (pending.current === 0) look();
    };
  };
  const settling = useMemo(() => ({ begin, isSettled }), [isSettled]);
  return (
    <SettleContext.Provider value={settling}>
      <div class={isSettled ? undefined : "settling"}>{children}</div>
    </SettleContext.Provider>
  );
}

/** Lets a part of a view announce its loads. */
export function useSettling(): Settling {
  return useContext(SettleContext);
}

/** Keeps the view waiting for something that is loaded elsewhere. */
export function useAwaited(isKnown: boolean): void {
  const { begin } = useSettling();
  useEffect(() => (isKnown ? undefined : begin()), [isKnown]);
}
