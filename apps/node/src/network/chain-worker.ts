// The thread that makes the blocks of the local network. The thread that keeps the ledger checks and stores a block while the next one is
// executed here; transactions come straight from the thread that takes the requests.
import { parentPort, workerData } from "node:worker_threads";
import type { LocalChainSource } from "@ledger/local-chain";
import { type LedgerReader, StoreError } from "@ledger/state-store";
import { packRecords } from "@ledger/sync/node";
import { answerCall, type CallLedger, type CallMessage } from "../calls/ledger-calls.ts";
import { openReader } from "../store/open-store.ts";
import type { ChainCommand, ChainMessage, ChainSettings } from "./chain-protocol.ts";
import { openChain } from "./open-chain.ts";
import { UnstoredBlocks } from "./unstored-blocks.ts";

/** Blocks that are made and not stored, at most: one that is being stored, and one that waits for it. */
const mostUnstored = 2;

const port = parentPort;
if (port === null) throw new Error("the chain's worker runs in a worker thread");
const { calls, location, ...settings } = workerData as ChainSettings;
const post = (message: ChainMessage, moved: readonly ArrayBuffer[] = []): void => port.postMessage(message, moved);
const stop = new AbortController();
const unstored = new UnstoredBlocks(mostUnstored);
const begun = Promise.withResolvers<bigint>();
let chain: LocalChainSource | undefined;

port.on("message", (command: ChainCommand) => {
  switch (command.type) {
    case "begin":
      begun.resolve(command.from);
      break;
    case "settle":
      unstored.settle(command.version);
      chain?.settle(command.version);
      break;
    default:
      stop.abort();
      begun.resolve(0n);
  }
});

let stored: LedgerReader | undefined;

try {
  stored = await openReader(location);
  const latestUsecs = (await stored.summary())?.timestampUsecs ?? 0n;
  const opened = openChain({ ...settings, stored, latestUsecs, tell: (report) => post({ type: "report", report }) });
  chain = opened;
  const pool: CallLedger = async (kind, input) => {
    if (kind === "submit") return (await opened.submit(input as Uint8Array)) as never;
    return (await opened.findPending(input as Parameters<typeof opened.findPending>[0])) as never;
  };
  calls.on(
    "message",
    (message: CallMessage) => void answerCall(pool, message).then((answer) => calls.postMessage(answer)),
  );
  const from = await begun.promise;
  for await (const records of opened.records(from, stop.signal)) {
    unstored.add(records.at(-1)!.version);
    const packed = packRecords(records);
    post({ type: "block", records: packed }, [packed.buffer]);
    await unstored.room(stop.signal);
  }
  post({ type: "ended" });
} catch (error) {
  post({ type: "ended", error, refused: error instanceof StoreError ? error.details : undefined });
} finally {
  await stored?.close();
  calls.close();
  port.close();
}
