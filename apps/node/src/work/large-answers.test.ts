import type { ApiResponse } from "@ledger/api-core";
import { expect, test } from "vitest";
import { LargeAnswers, type MakeAnswer } from "./large-answers.ts";

const stays = new AbortController().signal;
const answerOf = (text: string): ApiResponse => ({ status: 200, headers: {}, body: new TextEncoder().encode(text) });
const bulk = (key: string | undefined, client = "a", signal = stays) => ({
  work: "bulk" as const,
  key,
  client,
  signal,
});

test("the same question about the same ledger is answered once, while it is made and afterwards", async () => {
  const answers = new LargeAnswers();
  let made = 0;
  const make = async (): Promise<ApiResponse> => answerOf(`${++made}`);
  const both = await Promise.all([1, 2].map((client) => answers.answer(bulk("q", `${client}`), make)));
  expect(both[0]).toBe(both[1]);
  expect(await answers.answer(bulk("q"), make)).toBe(both[0]);
  expect(made).toBe(1);
  await answers.answer(bulk("other"), make);
  await answers.answer(bulk(undefined), make);
  await answers.answer(bulk(undefined), make);
  expect(made).toBe(4);
});

test("the result of a call is kept from the second time on that it is asked for", async () => {
  const answers = new LargeAnswers();
  let made = 0;
  const make = async (): Promise<ApiResponse> => answerOf(`${++made}`);
  const call = { ...bulk("q"), work: "compute" as const };
  for (let i = 0; i < 4; i++) await answers.answer(call, make);
  expect(made).toBe(2);
  expect(answers.load().kept).toMatchObject({ hits: 2, misses: 2 });
});

test("refusals, failures and what depends on more than the ledger are not kept", async () => {
  const answers = new LargeAnswers();
  let made = 0;
  const refuse = async (): Promise<ApiResponse> => ({ ...answerOf(`${++made}`), status: 404 });
  await answers.answer(bulk("q"), refuse);
  await answers.answer(bulk("q"), refuse);
  const ofNow = async (): Promise<ApiResponse> => ({ ...answerOf(`${++made}`), isVolatile: true });
  await answers.answer(bulk("now"), ofNow);
  await answers.answer(bulk("now"), ofNow);
  const fail = async (): Promise<ApiResponse> => {
    made++;
    throw new Error("broken");
  };
  for (let i = 0; i < 2; i++) await expect(answers.answer(bulk("f"), fail)).rejects.toThrow("broken");
  expect(made).toBe(6);
});

test("an answer is made for as long as one of those who asked for it is there", async () => {
  const answers = new LargeAnswers();
  const { promise, resolve } = Promise.withResolvers<ApiResponse>();
  let signal: AbortSignal | undefined;
  const make: MakeAnswer = ({ signal: wanted }) => {
    signal = wanted;
    return promise;
  };
  const [first, second] = [new AbortController(), new AbortController()];
  const waits = [first, second].map((client) => answers.answer(bulk("q", "a", client.signal), make));
  first.abort();
  await expect(waits[0]).rejects.toMatchObject({ name: "AbortError" });
  expect(signal?.aborted).toBe(false);
  second.abort();
  await expect(waits[1]).rejects.toMatchObject({ name: "AbortError" });
  expect(signal?.aborted).toBe(true);
  resolve(answerOf("late"));
});

test("a body that goes to several clients is held once, and no further one when there is no room", () => {
  const { held } = new LargeAnswers();
  const body = new Uint8Array(100 * 2 ** 20);
  const releases = [held.hold(body), held.hold(body)];
  expect(held.hasRoom).toBe(false);
  expect(held.hold(new Uint8Array(1))).toBeUndefined();
  expect(held.hold(body)).toBeTypeOf("function");
  releases[0]!();
  releases[0]!();
  releases[1]!();
  expect(held.hasRoom).toBe(false);
});
