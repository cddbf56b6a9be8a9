import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { demoAccounts, demoTables } from "@ledger/demo-ledger";
import { formatAddress } from "@ledger/types";

/** What a client may ask for. */
interface Question {
  readonly path: string;
  readonly body?: string;
}

/** An answer, as far as it is judged. */
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

/** Counts over all clients. */
export interface LoadResult {
  readonly answers: number;
  /** What went wrong, cut to the first few. */
  readonly failures: readonly string[];
  /** Answers of 503 with `Retry-After`: the node says that it is busy. */
  readonly refused: number;
}

/** Milliseconds that a client thinks between two questions, on average: many clients, none of them in a hurry. */
const pause = 600;

const { handle, keyType, valueType, exampleKey } = demoTables.commits;
const accounts = Object.values(demoAccounts).map(({ address }) => formatAddress(address));
const item = JSON.stringify({ key_type: keyType, value_type: valueType, key: exampleKey });

/** What takes much more than a point read. */
const costly = [
  "/transactions?limit=100",
  "/accounts/0x1/modules",
  "/accounts/0x1/resources",
  "/accounts/0x1/resource/0x1::code::PackageRegistry",
  "/estimate_gas_price",
  "/spec.yaml",
];

/** The questions of one client in turn; the past that they ask for is always within the windows. */
function* questions(client: number, latest: () => bigint): Generator<Question, never> {
  for (let turn = client; ; turn++) {
    const account = accounts[turn % accounts.length]!;
    const past = latest() - BigInt(turn % 500);
    yield { path: `/accounts/${account}/balance/0x1::aptos_coin::AptosCoin` };
    yield { path: `/accounts/${account}/balance/0xa?ledger_version=${past < 0n ? 0n : past}` };
    yield { path: `/tables/${formatAddress(handle)}/item`, body: item };
    yield { path: "/" };
    yield { path: `/accounts/${account}/transaction_summaries?limit=5` };
    yield { path: "/accounts/0x1/modules?limit=3" };
    yield { path: `/accounts/${account}/resources` };
    // One question in eight is a costly one.
    yield { path: costly[Math.floor(turn / costly.length) % costly.length]! };
  }
}

/** Lets clients ask, each over a connection of its own, until the signal ends them. */
export async function runClients(base: string, count: number, signal: AbortSignal): Promise<LoadResult> {
  const result = { answers: 0, refused: 0, failures: [] as string[] };
  let latest = 0n;
  const fail = (text: string): void => {
    if (result.failures.length < 10) result.failures.push(text);
  };
  const runClient = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await delay(Math.random() * pause);
    for (const question of questions(client, () => latest)) {
      if (signal.aborted) break;
      try {
        const { status, text, retryAfter } = await ask(base, question, agent);
        result.answers++;
        if (status === 503 && retryAfter !== undefined) result.refused++;
        else if (status !== 200) fail(`${question.path}: ${status} ${text.slice(0, 200)}`);
        else if (question.path === "/")
          latest = BigInt((JSON.parse(text) as { ledger_version: string }).ledger_version);
        else if (!question.path.endsWith(".yaml")) JSON.parse(text);
      } catch (error) {
        fail(`${question.path}: ${error}`);
      }
      await delay(pause * (0.5 + Math.random()));
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: count }, (_, client) => runClient(client)));
  return result;
}

function ask(base: string, { path, body }: Question, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": body.length };
    const asked = request(
      `${base}/v1${path}`,
      { agent, method: body === undefined ? "GET" : "POST", headers },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, text, retryAfter: answer.headers["retry-after"] }),
        );
        answer.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}
