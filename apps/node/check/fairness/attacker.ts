// A hostile client: told over IPC what to do, it reports what came back.

import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "@ledger/random";
import type { Attack, AttackReport, Question } from "./protocol.ts";

const statuses: Record<string, number> = {};
let undocumented = 0;
const count = (status: number): void => {
  statuses[status] = (statuses[status] ?? 0) + 1;
};

const bodies = new Map<Question, Buffer>();

function bodyOf(question: Question): Buffer | undefined {
  const { body } = question;
  if (body === undefined) return undefined;
  const known = bodies.get(question);
  if (known !== undefined) return known;
  const { before, unit, after, size } = body;
  const made = Buffer.from(
    before + unit.repeat(Math.floor((size - before.length - after.length) / unit.length)) + after,
  );
  bodies.set(question, made);
  return made;
}

/** Asks and reads. */
function ask(url: string, question: Question, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    const body = bodyOf(question);
    const headers = {
      ...question.headers,
      ...(body && { "Content-Type": "application/json", "Content-Length": body.length }),
    };
    const asked = request(url + question.path, { method: question.method, headers, agent }, (answer) => {
      let text = "";
      const { statusCode = 0 } = answer;
      answer.on("data", (chunk: Buffer) => {
        if (statusCode === 503) text += chunk;
      });
      answer.on("close", () => {
        count(statusCode);
        if (statusCode === 503 && !isDocumented(text, answer.headers)) undocumented++;
        resolve();
      });
    });
    asked.on("error", () => {
      count(-1);
      resolve();
    });
    asked.end(body);
  });
}

function isDocumented(text: string, headers: Readonly<Record<string, unknown>>): boolean {
  return (
    /"error_code":"(?:web_framework_error|internal_error)"/.test(text) &&
    headers["retry-after"] !== undefined &&
    headers["x-svc-ledger-version"] !== undefined
  );
}

/** Asks and leaves the answer in the connection. */
function askOnly(url: string, question: Question): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => count(-1));
  const body = bodyOf(question);
  const lines = [`${question.method} ${question.path} HTTP/1.1`, `Host: ${hostname}`];
  for (const [name, value] of Object.entries(question.headers ?? {})) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push("Content-Type: application/json", `Content-Length: ${body.length}`);
  socket.pause().write(`${lines.join("\r\n")}\r\n\r\n`);
  if (body !== undefined) socket.write(body);
  return socket;
}

async function attack({ url, questions, connections, reads, seed, duration }: Attack): Promise<void> {
  const random = new Random(seed);
  const choose = (): Question => random.pick(questions);
  const end = Date.now() + duration;
  if (!reads) {
    const sockets = Array.from({ length: connections }, (_, i) => askOnly(url, questions[i % questions.length]!));
    await delay(duration);
    for (const socket of sockets) socket.destroy();
    return;
  }
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (Date.now() < end) await ask(url, choose(), agent);
    agent.destroy();
  };
  await Promise.race([Promise.all(Array.from({ length: connections }, client)), delay(duration + 10_000)]);
}

process.once("message", async (task: Attack) => {
  await attack(task);
  process.send?.({ statuses, undocumented } satisfies AttackReport, () => process.exit(0));
});
