import { answerText, callApi } from "../api/call.ts";
import { refusal } from "../api/failure.ts";
import { type Mark, prove } from "../api/proved.ts";
import type { At } from "../version/at.ts";
import type { CallArguments } from "./parameters.ts";

/** Results of a view function. */
export interface ViewResult {
  /** In the API's JSON form, in the order of the function's results. */
  readonly values: readonly unknown[];
  /** The same as JSON text. */
  readonly json: string;
  readonly gasUsed: string | undefined;
  /** The version that it ran on. */
  readonly version: string | undefined;
  readonly mark: Mark;
}

/** Runs a view function on the state of a version. @throws ApiFailure */
export async function callView(name: string, call: CallArguments, at: At): Promise<ViewResult> {
  const body = JSON.stringify({ function: name, type_arguments: call.typeArguments, arguments: call.arguments });
  const query = at === undefined ? "" : `?ledger_version=${encodeURIComponent(at)}`;
  const { value: answer, mark } = await prove(
    async (reach) => {
      const given = await callApi({ method: "POST", path: `/view${query}`, accept: "application/json", body }, reach);
      if (given.status !== 200) throw refusal(given.status, answerText(given));
      return given;
    },
    { at },
  );
  const header = (suffix: string): string | undefined =>
    answer.headers.find(([key]) => key.toLowerCase().endsWith(suffix))?.[1];
  const json = answerText(answer);
  return {
    values: JSON.parse(json) as readonly unknown[],
    json,
    gasUsed: header("-gas-used"),
    version: at ?? header("-ledger-version"),
    mark,
  };
}
