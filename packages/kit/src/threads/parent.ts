import { parentPort } from "node:worker_threads";
import { type Functions, Peer, type PeerMessage, type PeerOptions } from "../calls/peer.ts";

/**
 * Connects a thread with the one that started it. Calls are answered once `serve` was called; the thread ends by itself when its peer is
 * closed and nothing else is to do.
 *
 * @throws Error outside of a worker thread
 */
export function connectParent<Remote extends Functions<Remote>, Local extends Functions<Local>>(
  options: Pick<PeerOptions, "schedule"> = {},
): Peer<Remote, Local> {
  const port = parentPort;
  if (port === null) throw new Error("this module runs in a worker thread");
  const peer = new Peer<Remote, Local>((messages, moved) => port.postMessage(messages, moved as ArrayBuffer[]), {
    schedule: setImmediate,
    ...options,
    onClose: () => port.close(),
  });
  port.on("message", (messages: readonly PeerMessage[]) => peer.receive(messages));
  return peer;
}
