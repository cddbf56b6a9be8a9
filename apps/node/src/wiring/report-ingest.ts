import type { IngestMessage } from "../ingest/protocol.ts";
import type { Logger } from "../logger.ts";

/** Milliseconds between two progress lines while a ledger grows. */
const PROGRESS_INTERVAL = 10_000;

/** Turns the reports of the ingest worker into log lines: milestones always, steady progress now and then. */
export function reportIngest(log: Logger): (message: IngestMessage) => void {
  let nextProgress = 0;
  let deletedRows = 0;
  return (message) => {
    switch (message.type) {
      case "verified": {
        const { facts } = message;
        log.info(`verified  ${facts.source} (${facts.bytes} bytes, chain id ${facts.chainId})`);
        log.info(`          transaction  ${facts.transactionHash}`);
        log.info(`          state root   ${facts.stateRoot}, ${facts.stateKeys} keys`);
        log.info(
          `          waypoint     ${facts.waypoint} ${facts.waypointTrusted ? "equals the trusted one" : "(computed; pass --waypoint to compare it with one you trust)"}`,
        );
        return;
      }
      case "continued":
        log.info(`continue  ${message.ledger}, versions ${message.oldestVersion} to ${message.version}`);
        return;
      case "progress": {
        log.debug({ version: message.version.toString(), blocks: message.blocks }, "committed");
        const now = performance.now();
        if (now < nextProgress) return;
        nextProgress = now + PROGRESS_INTERVAL;
        log.info(`ledger    version ${message.version}`);
        return;
      }
      case "pruned":
        deletedRows += message.deletedRows;
        log.debug({ oldestVersion: message.oldestVersion.toString(), deletedRows }, "pruned");
        return;
      case "failed":
        log.error(`${message.code}: ${message.message}`);
        return;
      case "ready":
      case "stopped":
        return;
    }
  };
}
