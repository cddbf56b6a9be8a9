import type { Api, ApiRequest, ApiResponse } from "@ledger/api-core";
import { expect, test } from "vitest";
import { type AnswerInTurnOptions, answerInTurn, type RequestInTurn } from "./answer-in-turn.ts";
import { LargeAnswers } from "./large-answers.ts";
import type { WorkQuestion } from "./protocol.ts";

const { signal } = new AbortController();
const answered = (text: string, more: Partial<ApiResponse> = {}): ApiResponse => ({
  status: 200,
  headers: {},
  body: text,
  ...more,
});

/** Work in turn over an API that reads nothing itself, and a thread that keeps the bodies it gets. */
function openWork(api: Partial<Api>, fromThread: (question: WorkQuestion) => ApiResponse = () => answered("made")) {
  const questions: WorkQuestion[] = [];
  const thread = (made: (question: WorkQuestion) => ApiResponse): AnswerInTurnOptions["workThread"] => ({
    ends: 0,
    answer: async (question) => {
      questions.push(structuredClone(question, { transfer: question.body ? [question.body.buffer] : [] }));
      return made(question);
    },
    close: async () => undefined,
  });
  const options: AnswerInTurnOptions = {
    api: { relay: undefined, ...api } as Api,
    largeAnswers: new LargeAnswers(),
    workThread: thread(fromThread),
    listThread: thread(() => answered("listed")),
  };
  return { questions, options };
}

function requestOf(text: string, more: Partial<RequestInTurn> = {}): RequestInTurn {
  const body = new TextEncoder().encode(text);
  const request = { params: { id: "7" }, query: new URLSearchParams("limit=3"), accept: "a/b", body };
  return { route: "view", request, encoding: undefined, client: "a", signal, ...more };
}

test("what the thread makes is handed to it unread, body and all", async () => {
  const { questions, options } = openWork({ admit: async () => ({ key: undefined }) });
  expect(await answerInTurn(options, "compute", requestOf("no JSON"))).toMatchObject({ body: "made" });
  expect(questions).toMatchObject([
    { work: "compute", route: "view", params: { id: "7" }, query: "limit=3", accept: "a/b" },
  ]);
  expect(new TextDecoder().decode(questions[0]!.body)).toBe("no JSON");
});

test("equal questions are answered once, but for each content coding", async () => {
  const { questions, options } = openWork({ admit: async () => ({ key: "q" }) });
  for (const encoding of [undefined, "gzip", undefined, "gzip"] as const) {
    await answerInTurn(options, "bulk", requestOf("", { encoding }));
  }
  expect(questions.map(({ encoding }) => encoding)).toEqual([undefined, "gzip"]);
});

test("while nothing can be served, nothing is handed on", async () => {
  const { questions, options } = openWork({ admit: async () => answered("not now", { status: 503 }) });
  expect(await answerInTurn(options, "bulk", requestOf(""))).toMatchObject({ status: 503, body: "not now" });
  expect(questions).toEqual([]);
});

test("submissions and forwarded requests are answered by the API itself", async () => {
  const { questions, options } = openWork({ handle: async (id) => answered(id) });
  for (const work of ["submission", "forwarded"] as const) {
    expect(await answerInTurn(options, work, requestOf(""))).toMatchObject({ body: "view" });
  }
  expect(questions).toEqual([]);
});

test("what is unknown here is relayed with its body, which the thread has taken", async () => {
  const relay = async (_: string, { body }: ApiRequest) => answered(new TextDecoder().decode(body));
  const unknown = () => answered("unknown", { status: 410, isUnknownHere: true });
  const { options } = openWork({ admit: async () => ({ key: undefined }), relay }, unknown);
  expect(await answerInTurn(options, "compute", requestOf("asked"))).toMatchObject({ status: 200, body: "asked" });
  const alone = openWork({ admit: async () => ({ key: undefined }) }, unknown);
  expect(await answerInTurn(alone.options, "compute", requestOf("asked"))).toMatchObject({ status: 410 });
});

test("lists are made where the index is", async () => {
  const { questions, options } = openWork({ admit: async () => ({ key: undefined }) });
  expect(await answerInTurn(options, "list", requestOf("", { route: "list_assets" }))).toMatchObject({
    body: "listed",
  });
  expect(questions).toMatchObject([{ work: "list", route: "list_assets", query: "limit=3" }]);
});
