// The thread that answers GraphQL queries, subscriptions and lists, with connections of its own.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";
import type { Api } from "@ledger/api-core";
import { connectParent } from "@ledger/kit/threads";
import { createLocalTables } from "@ledger/local-services";
import { ledgerOf } from "../calls/ledger-calls.ts";
import { openReader } from "../store/open-store.ts";
import { openRecentIndexReader, openTableIndexReader } from "../store/open-table-index.ts";
import { type Asking, answerQuestions, describeFault, ownBytes } from "./answer-questions.ts";
import { answerRoute } from "./answer-route.ts";
import { packFollowed } from "./followed-part.ts";
import type {
  AnswerFunctions,
  AnswerListener,
  FollowQuestion,
  QuerySettings,
  ThreadQuestion,
  WorkAnswer,
  WorkQuestion,
} from "./protocol.ts";

enableCompileCache?.();
const settings = workerData as QuerySettings;
const { location, headerPrefix: headerPrefixes } = settings;
type Question = ThreadQuestion | FollowQuestion | WorkQuestion;
const parent = connectParent<AnswerListener, AnswerFunctions<Question>>();
/** Of the queries since the last answer. */
const faults: unknown[] = [];
const store = await openReader(location);
const { indexer, lists } = createLocalTables({
  ...{ store, headerPrefixes },
  openIndex: () => openTableIndexReader(location),
  openRecent: () => openRecentIndexReader(location),
  onFault: (error) => faults.push(error),
});
let api: Promise<Api> | undefined;

/** The API is loaded with the first list: queries do without it. */
async function openApi(): Promise<Api> {
  const { createNodeApi } = await import("../api/api-settings.ts");
  return createNodeApi(settings, { store, lists, callLedger: ledgerOf(parent) });
}

async function answerQuery({ body }: ThreadQuestion, { signal }: Asking): Promise<WorkAnswer> {
  const asked = { method: "POST", path: "/v1/graphql", query: new URLSearchParams(), body: body ?? new Uint8Array() };
  const answer = await indexer.handle({ ...asked, header: () => undefined, isOfThisMachine: false, signal });
  return { ...answer, body: ownBytes(answer.body), fault: takeFaults() };
}

async function answerFollowed({ body, seen }: FollowQuestion, { signal }: Asking): Promise<WorkAnswer> {
  try {
    const answer = packFollowed(await indexer.follow(body, seen, signal));
    return { ...answer, body: ownBytes(answer.body), fault: undefined };
  } catch (error) {
    signal.throwIfAborted();
    return { status: 500, headers: {}, body: undefined, fault: takeFaults() ?? describeFault(error) };
  }
}

function takeFaults(): string | undefined {
  const seen = faults.splice(0).map(describeFault);
  return seen.length > 0 ? seen.join("\n") : undefined;
}

answerQuestions<Question>(parent, async (question, asking) => {
  if ("seen" in question) return answerFollowed(question, asking);
  if (!("route" in question)) return answerQuery(question, asking);
  api ??= openApi();
  return answerRoute(await api, question, asking);
});
