// Exit code 0 while the node on this machine is healthy: for container runtimes, which have no shell or curl to ask with.
import { once } from "node:events";
import { get } from "node:http";
import { get as getSecure } from "node:https";

const { LEDGER_LISTEN = "", LEDGER_TLS_CERT } = process.env;
// An address, or a port alone.
const port = /(?:^|:)(\d+)$/.exec(LEDGER_LISTEN)?.[1] ?? "8080";
try {
  // The certificate has the name that clients use, not this one; nothing secret is said to whoever answers.
  const options = { port, host: "127.0.0.1", path: "/v1/-/healthy", rejectUnauthorized: false };
  const asked = (LEDGER_TLS_CERT ? getSecure : get)({ ...options, signal: AbortSignal.timeout(4_000) });
  const [answer] = await once(asked, "response");
  let text = "";
  for await (const piece of answer.setEncoding("utf8")) text += piece;
  const isHealthy = answer.statusCode === 200;
  if (!isHealthy) process.stderr.write(`${text}\n`);
  process.exitCode = isHealthy ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
}
