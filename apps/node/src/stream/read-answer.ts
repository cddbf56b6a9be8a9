import { ApiError, type ApiResponse } from "@ledger/api-core";
import { type FollowedPart, unpackFollowed } from "../work/followed-part.ts";
import type { LargeAnswers } from "../work/large-answers.ts";
import type { FollowQuestion } from "../work/protocol.ts";
import type { Making } from "../work/work-thread.ts";

/** Answers a subscription at one time. */
export type AnswerFollowed = (question: FollowQuestion, making: Making) => Promise<ApiResponse>;

/** Parts of {@link readAnswer}. */
export interface AnswerReading {
  readonly answerFollowed: AnswerFollowed;
  readonly largeAnswers: Pick<LargeAnswers, "answer">;
}

/** An answer with the milliseconds that it took. */
export interface TimedPart extends FollowedPart {
  readonly took: number;
}

/** The outcome of a try: the answer, why there is none, or nothing where none was wanted any more. */
export type AnswerResult = TimedPart | { readonly failure: unknown } | undefined;

/**
 * Answers a subscription when its turn has come.
 *
 * @param signal - aborted when no client wants the answer any more
 * @param question - asked for then; `undefined` where nothing is wanted any more
 */
export async function readAnswer(
  { answerFollowed, largeAnswers }: AnswerReading,
  { client, signal }: { readonly client: string; readonly signal: AbortSignal },
  question: () => FollowQuestion | undefined,
): Promise<AnswerResult> {
  let began: number | undefined;
  try {
    const work = { work: "subscription", key: undefined, client, signal } as const;
    const answer = await largeAnswers.answer(work, async (making) => {
      const asked = question();
      if (asked === undefined) return { status: 204, headers: {}, body: undefined };
      began = performance.now();
      return answerFollowed(asked, making);
    });
    if (began === undefined) return undefined;
    if (answer.status >= 400) return { failure: answer.error?.cause ?? answer.error };
    return { ...unpackFollowed(answer), took: performance.now() - began };
  } catch (error) {
    if (signal.aborted) return undefined;
    return { failure: error instanceof ApiError && error.cause === undefined ? undefined : error };
  }
}
