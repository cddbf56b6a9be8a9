// The entry of a thread that checks records for `createCheckPool`.
import { parentPort } from "node:worker_threads";
import { answerCheck, buffersOf, type CheckRequest } from "./thread-protocol.ts";

const port = parentPort;
if (port === null) throw new Error("records are checked in a worker thread");

port.on("message", (request: CheckRequest) => {
  const answer = answerCheck(request);
  port.postMessage(answer, buffersOf(answer));
});
