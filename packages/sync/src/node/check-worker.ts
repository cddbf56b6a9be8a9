// The entry of a thread that checks pages for `createCheckPool`.
import { parentPort } from "node:worker_threads";
import { checkPage } from "../check-page.ts";
import { packFindings, type SentPage, unpackPage } from "../page-transfer.ts";

const port = parentPort;
if (port === null) throw new Error("pages are checked in a worker thread");

port.on("message", (page: SentPage) => {
  const findings = packFindings(checkPage(unpackPage(page)).records);
  port.postMessage(findings, [findings.buffer]);
});
