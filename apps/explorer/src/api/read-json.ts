import { type ApiAnswer, answerText, callApi, findHeader } from "./client.ts";
import { ApiFailure } from "./failure.ts";

/** A JSON answer with status 200, and what its headers say. */
export interface JsonAnswer<T> {
  readonly value: T;
  /** The body as it came: numbers in it may have more digits than a JavaScript number holds. */
  readonly text: string;
  /** Latest ledger version when the node answered. */
  readonly ledgerVersion: string | undefined;
  /** Where the next page starts, when there is one. */
  readonly cursor: string | undefined;
}

interface ErrorBody {
  readonly message?: string;
  readonly error_code?: string;
}

/** The error that an answer holds. Something between here and the node may have answered without the API's error body. */
export function answerFailure(answer: ApiAnswer): ApiFailure {
  let body: ErrorBody = {};
  try {
    body = (JSON.parse(answerText(answer)) ?? {}) as ErrorBody;
  } catch {
    // The status alone has to do.
  }
  return new ApiFailure(answer.status, body.error_code ?? "no_error_code", body.message ?? answer.statusText);
}

function readAnswer<T>(answer: ApiAnswer): JsonAnswer<T> {
  if (answer.status !== 200) throw answerFailure(answer);
  const text = answerText(answer);
  let value: T;
  try {
    value = JSON.parse(text) as T;
  } catch {
    throw new ApiFailure(answer.status, "not_json", "The answer is not JSON. Is this the address of a ledger node?");
  }
  return {
    value,
    text,
    ledgerVersion: findHeader(answer, "x-svc-ledger-version"),
    cursor: findHeader(answer, "x-svc-cursor"),
  };
}

/** Reads JSON. @throws ApiFailure with the code and message that the API gave */
export async function readJson<T>(path: string, signal?: AbortSignal): Promise<JsonAnswer<T>> {
  return readAnswer(await callApi({ method: "GET", path, accept: "application/json", signal }));
}

/** Sends JSON and reads JSON. @throws ApiFailure with the code and message that the API gave */
export async function postJson<T>(path: string, body: unknown, signal?: AbortSignal): Promise<JsonAnswer<T>> {
  const call = { method: "POST", path, accept: "application/json", body: JSON.stringify(body), signal } as const;
  return readAnswer(await callApi(call));
}

/** Sends JSON and reads bytes. @throws ApiFailure with the code and message that the API gave */
export async function postForBytes(path: string, body: unknown, signal?: AbortSignal): Promise<Uint8Array> {
  const call = { method: "POST", path, accept: "application/x-bcs", body: JSON.stringify(body), signal } as const;
  const answer = await callApi(call);
  if (answer.status !== 200) throw answerFailure(answer);
  return answer.bytes;
}
