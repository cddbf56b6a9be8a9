// A hostile client: told over IPC what to do, it reports what came back.

import { Agent, request } from "node:http";
import { connect as connectHttp2, type SecureClientSessionOptions } from "node:http2";
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
  const made = Buffer.from(typeof body === "string" ? body : fill(body));
  bodies.set(question, made);
  return made;
}

function fill({ before, unit, after, size }: Exclude<Question["body"], string | undefined>): string {
  return before + unit.repeat(Math.floor((size - before.length - after.length) / unit.length)) + after;
}

/** Asks and reads. */
function ask(url: string, question: Question, agent: Agent, localAddress: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    const body = bodyOf(question);
    const headers = {
      ...question.headers,
      ...(body && { "Content-Type": "application/json", "Content-Length": body.length }),
    };
    const asked = request(url + question.path, { method: question.method, headers, agent, localAddress }, (answer) => {
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

/** Streams of a connection of HTTP/2 at a time. */
const streams = 64;

/** Milliseconds after which a connection of HTTP/2 is left, with all that it has asked. */
const stay = 2_000;

/** Asks over HTTP/2, as much at a time as the server takes, and leaves without the answers. */
async function askAndLeave(url: string, choose: () => Question, localAddress: string | undefined): Promise<void> {
  // All options go on to the connection; the types leave some of them out.
  const options: SecureClientSessionOptions & { localAddress?: string } = { rejectUnauthorized: false };
  if (localAddress !== undefined) options.localAddress = localAddress;
  const session = connectHttp2(url, options);
  session.on("error", () => count(-1));
  const leaving = delay(stay);
  const next = (): void => {
    // A server that has had enough says so and takes no more: asking on would turn in circles.
    if (session.closed || session.destroyed) return;
    const { method, path, headers } = choose();
    const stream = session.request({ ":method": method, ":path": path, ...headers });
    stream.on("response", (answer) => count(Number(answer[":status"])));
    stream.on("error", () => undefined);
    stream.resume().on("close", next);
  };
  for (let i = 0; i < streams; i++) next();
  await leaving;
  session.destroy();
}

async function attack(task: Attack): Promise<void> {
  const { url, questions, connections, reads, addresses = [], isHttp2 = false, seed, duration } = task;
  const addressOf = (client: number): string | undefined => addresses[client % addresses.length];
  const random = new Random(seed);
  const choose = (): Question => random.pick(questions);
  const end = Date.now() + duration;
  if (!reads) {
    const sockets = Array.from({ length: connections }, (_, i) => askOnly(url, questions[i % questions.length]!));
    await delay(duration);
    for (const socket of sockets) socket.destroy();
    return;
  }
  const client = async (_: unknown, number: number): Promise<void> => {
    const localAddress = addressOf(number);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (Date.now() < end) {
      if (isHttp2) await askAndLeave(url, choose, localAddress);
      else await ask(url, choose(), agent, localAddress);
    }
    agent.destroy();
  };
  await Promise.race([Promise.all(Array.from({ length: connections }, client)), delay(duration + 10_000)]);
}

process.once("message", async (task: Attack) => {
  await attack(task);
  process.send?.({ statuses, undocumented } satisfies AttackReport, () => process.exit(0));
});
