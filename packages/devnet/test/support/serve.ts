import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { LocalNetwork } from "../../src/index.ts";

/** A request to an upstream, and what an honest node says to it. */
export interface Question {
  readonly method: string;
  /** With the query, after `/v1`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  honest(): Promise<Response>;
}

/** An upstream on a loopback port. */
export interface Upstream extends Disposable {
  readonly url: string;
  readonly questions: readonly Question[];
  /** Replaces answers; `undefined` for none at all. */
  answer: (question: Question) => Promise<Response | undefined>;
}

/** Serves a network on a port, and lies where it is told to. */
export async function serve(
  net: Pick<LocalNetwork, "fetch">,
  answer: Upstream["answer"] = (question) => question.honest(),
) {
  const questions: Question[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { method = "GET", headers, url = "/" } = incoming;
    const question: Question = {
      method,
      headers,
      path: url.replace(/^\/v1/, ""),
      honest: () =>
        net.fetch(`http://local.network${url}`, {
          method,
          headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
          ...(body.length > 0 && { body }),
        }),
    };
    questions.push(question);
    const response = await upstream.answer(question);
    if (response === undefined) return;
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    answer,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return upstream;
}

/** What published nodes leave out: state values as they are stored. */
export const withoutMetadata: Upstream["answer"] = async (question) =>
  question.path.startsWith("/experimental")
    ? Response.json({ message: "not found", error_code: "web_framework_error", vm_error_code: null }, { status: 404 })
    : question.honest();
