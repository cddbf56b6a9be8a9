import { EventEmitter, once } from "node:events";
import { type Api, type ApiRequest, type ApiResponse, TooLargeHere, type WorkPlace } from "@ledger/api-core";
import type { Context } from "koa";
import { expect, test } from "vitest";
import { ClientCounts } from "../stream/client-counts.ts";
import { ClientPace } from "../stream/client-pace.ts";
import { StreamHub } from "../stream/stream-hub.ts";
import { LargeAnswers } from "../work/large-answers.ts";
import type { WorkQuestion } from "../work/protocol.ts";
import type { LargeAnswerer } from "../work/work-thread.ts";
import { createAnswering } from "./answer-requests.ts";
import { TrustedProxies } from "./client-address.ts";
import { RequestBodies } from "./request-bodies.ts";

const answered = (text: string, more: Partial<ApiResponse> = {}): ApiResponse => ({
  status: 200,
  headers: {},
  body: text,
  ...more,
});

const admitted = (work: WorkPlace, key?: string): Pick<Api, "admit"> => ({ admit: () => ({ work, key }) });

/** What answers requests, over an API that reads nothing itself, and a thread that keeps the questions it gets. */
function openAnswering(
  api: Partial<Api>,
  fromThread: (question: WorkQuestion) => ApiResponse = () => answered("made"),
) {
  const questions: WorkQuestion[] = [];
  const sent = new EventEmitter<{ response: [ApiResponse] }>();
  const thread = (made: (question: WorkQuestion) => ApiResponse): LargeAnswerer => ({
    answer: async (question) => {
      questions.push(structuredClone(question, { transfer: question.body ? [question.body.buffer] : [] }));
      return made(question);
    },
    close: async () => undefined,
  });
  const largeAnswers = new LargeAnswers();
  const asked = { relay: undefined, ...api } as Api;
  const answer = createAnswering({
    api: asked,
    workThread: thread(fromThread),
    listThread: thread(() => answered("listed")),
    largeAnswers,
    streams: new StreamHub({
      clients: new ClientCounts({ all: 0, ofClient: 0 }),
      pace: new ClientPace(),
      head: () => asked.head(),
      read: (question, request) => asked.readStream(question, request),
      largeAnswers,
    }),
    bodies: new RequestBodies(),
    proxies: new TrustedProxies([]),
    send: (_, response) => void sent.emit("response", response),
    refuse: (_, error) => Promise.reject(error),
    onFailedCall: undefined,
  });
  /** Asks with a body for a POST, and waits for the answer. */
  async function ask(body: string | undefined, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    const bytes = new TextEncoder().encode(body ?? "");
    const req = Object.assign(new EventEmitter(), {
      method: body === undefined ? "GET" : "POST",
      url: "/v1/asked?limit=3",
      headers: { accept: "a/b", "content-length": `${bytes.length}`, ...headers },
      socket: { remoteAddress: "127.0.0.1" },
    });
    const res = Object.assign(new EventEmitter(), { destroyed: false });
    const response = once(sent, "response");
    void answer({ req, res } as unknown as Context, {
      id: "view",
      params: { id: "7" },
      changesLedger: false,
      headers: undefined,
    });
    if (bytes.length > 0) req.emit("data", bytes);
    return (await response)[0] as ApiResponse;
  }
  return { questions, ask };
}

test("what the thread makes is handed to it unread, body and all", async () => {
  const { questions, ask } = openAnswering(admitted("compute"));
  expect(await ask("no JSON")).toMatchObject({ body: "made" });
  expect(questions).toMatchObject([
    { work: "compute", route: "view", params: { id: "7" }, query: "limit=3", accept: "a/b" },
  ]);
  expect(new TextDecoder().decode(questions[0]!.body)).toBe("no JSON");
});

test("equal questions are answered once, but for each content coding", async () => {
  const { questions, ask } = openAnswering(admitted("bulk", "q"));
  for (const coding of ["identity", "gzip", "identity", "gzip"]) await ask(undefined, { "accept-encoding": coding });
  expect(questions.map(({ encoding }) => encoding)).toEqual([undefined, "gzip"]);
});

test("while nothing can be served, nothing is handed on", async () => {
  const { questions, ask } = openAnswering({ admit: async () => answered("not now", { status: 503 }) });
  expect(await ask(undefined)).toMatchObject({ status: 503, body: "not now" });
  expect(questions).toEqual([]);
});

test("point reads, submissions and forwarded requests are answered by the API itself", async () => {
  for (const work of ["point", "submission", "forwarded"] as const) {
    const { questions, ask } = openAnswering({ ...admitted(work), handle: async (id) => answered(id) });
    expect(await ask("sent")).toMatchObject({ body: "view" });
    expect(questions).toEqual([]);
  }
});

test("a point read that turns out to be large is made in the thread, once for all that ask it", async () => {
  const handle = () => Promise.reject(new TooLargeHere("large"));
  const { questions, ask } = openAnswering({ ...admitted("point"), handle });
  for (let time = 0; time < 2; time++) expect(await ask(undefined)).toMatchObject({ body: "made" });
  expect(questions).toMatchObject([{ work: "bulk", route: "view" }]);
});

test("what is unknown here is relayed with its body, which the thread has taken", async () => {
  const relay = async (_: string, { body }: ApiRequest) => answered(new TextDecoder().decode(body));
  const unknown = () => answered("unknown", { status: 410, isUnknownHere: true });
  const { ask } = openAnswering({ ...admitted("compute"), relay }, unknown);
  expect(await ask("asked")).toMatchObject({ status: 200, body: "asked" });
  const alone = openAnswering(admitted("compute"), unknown);
  expect(await alone.ask("asked")).toMatchObject({ status: 410 });
});

test("lists are made where the index is", async () => {
  const { questions, ask } = openAnswering(admitted("list"));
  expect(await ask(undefined)).toMatchObject({ body: "listed" });
  expect(questions).toMatchObject([{ work: "list", route: "view", query: "limit=3" }]);
});
