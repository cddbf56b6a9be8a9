import { expect } from "vitest";
import type { devnetOptions } from "../../../src/config/devnet-options.ts";
import { ask } from "./ask.ts";
import { type Question, type Questions, startQuestions } from "./questions.ts";

const { listen, faucetListen, indexerListen, accounts, allowOrigin, logFormat, logLevel } = startQuestions;

/** A key for the verbs. */
const key = "a-key-for-questions";

/** A verb is for who has its key, also on this machine. */
const needsKey: Question = async (at) => {
  const url = `${at}/v1/-/local/mine`;
  const asked = [{}, { authorization: `Bearer ${key}` }].map((headers) =>
    ask(url, { method: "POST", headers, body: "{}" }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 200]);
};

/**
 * The options of `devnet`, and how each part is asked for them. A network for tests does not tell what it forks, and one that is silent says
 * nothing by which it could be found: `devnet.whole.test.ts`.
 */
export const devnetQuestions: Omit<Questions<typeof devnetOptions>, "fork" | "silent"> = {
  ...{ faucetListen, indexerListen, accounts, allowOrigin, logFormat, logLevel },
  listen: { ...listen, words: ["--listen", "0.0.0.0:0"] },
  port: { ...listen, words: ["--port", "0"] },
  allowVerbsFrom: { words: ["--allow-verbs-from", "127.0.0.0/8"], ask: { verbs: needsKey } },
  verbsKey: { words: ["--verbs-key", key], ask: { verbs: needsKey } },
};
