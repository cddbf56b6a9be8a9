import { request as requestPlain } from "node:http";
import { request } from "node:https";
import { connect, type TLSSocket } from "node:tls";

/** A request of a client of any address, which sends any header: `fetch` does neither. */
export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Address that it comes from. */
  readonly from?: string;
}

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The certificate of the other end; absent without TLS. */
  readonly fingerprint: string | undefined;
  /** Closes the connection of a stream. */
  end(): void;
}

function send(url: string, { method = "GET", headers = {}, body, from }: Asking, isStream: boolean): Promise<Answer> {
  const own =
    body === undefined ? {} : { "content-length": `${Buffer.byteLength(body)}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const start = url.startsWith("https:") ? request : requestPlain;
    const options = { method, agent: false as const, rejectUnauthorized: false, ...(from && { localAddress: from }) };
    const asked = start(url, { ...options, headers: { ...own, ...headers } }, (answer) => {
      const { statusCode: status = 0, socket } = answer;
      const fingerprint =
        "getPeerCertificate" in socket ? (socket as TLSSocket).getPeerCertificate().fingerprint256 : undefined;
      let text = "";
      const done = (): void =>
        resolve({ status, headers: answer.headers, text, fingerprint, end: () => void answer.destroy() });
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", done).on("error", () => undefined);
      if (isStream && status === 200) done();
    });
    asked.on("error", reject).end(body);
  });
}

/** Asks on a connection of its own. */
export function ask(url: string, asking: Asking = {}): Promise<Answer> {
  return send(url, asking, false);
}

/** Begins a stream: what comes on it is not waited for. */
export function beginStream(url: string, from: string): Promise<Answer> {
  return send(url, { headers: { accept: "text/event-stream" }, from }, true);
}

/** Opens a connection over TLS, and says nothing. */
export function openConnection(origin: string, from: string): Promise<TLSSocket> {
  const { hostname: host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const options = { host, port: Number(port), localAddress: from, rejectUnauthorized: false };
    const socket: TLSSocket = connect(options, () => resolve(socket));
    socket.on("error", reject);
  });
}
