import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { LedgerInfo } from "../api/answers.ts";
import type { ApiFailure } from "../api/failure.ts";
import { node } from "../api/node.ts";
import { useAwaited } from "../loading/settle.tsx";
import { useLoad } from "../loading/use-load.ts";

/** The head of the ledger. */
export interface Head {
  readonly info: LedgerInfo | undefined;
  readonly failure: ApiFailure | undefined;
}

const HeadContext = createContext<Head>({ info: undefined, failure: undefined });

/** Milliseconds between two looks at the ledger. */
const refresh = 1_000;

/** The ledger's head, live. The view is not shown before it is known. */
export function useHead(): Head {
  const head = useContext(HeadContext);
  useAwaited(head.info !== undefined || head.failure !== undefined);
  return head;
}

/** Follows the ledger's head for the whole page. */
export function HeadProvider({ children }: { children: ComponentChildren }) {
  const { value, failure } = useLoad((signal) => node.call("get_ledger_info", { signal }), "head", refresh);
  return <HeadContext.Provider value={{ info: value?.value, failure }}>{children}</HeadContext.Provider>;
}
