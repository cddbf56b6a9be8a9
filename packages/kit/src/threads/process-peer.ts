import { type Functions, type Handlers, Peer, type PeerMessage } from "../calls/peer.ts";

/** A process of `node:cluster` or `node:child_process` with a channel, or the process that is one. Its serialization is to be "advanced". */
export interface ProcessChannel {
  send?(message: unknown): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
  on(event: "disconnect", listener: () => void): unknown;
  readonly connected?: boolean;
}

/**
 * Connects with the process at the other end of a channel. Other users of the channel are left alone: all messages of peers are lists.
 *
 * @param handlers - functions that the other process may call
 */
export function connectProcess<Remote extends Functions<Remote>, Local extends Functions<Local>>(
  channel: ProcessChannel,
  handlers: Handlers<Local>,
): Peer<Remote, Local> {
  const peer = new Peer<Remote, Local>((messages) => {
    // One that has gone a moment ago does not listen any more.
    if (channel.connected === true) channel.send?.(messages);
  });
  peer.serve(handlers);
  channel.on("message", (message) => {
    if (Array.isArray(message)) peer.receive(message as readonly PeerMessage[]);
  });
  channel.on("disconnect", () => peer.close("the process at the other end has gone"));
  return peer;
}
