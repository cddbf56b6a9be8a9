import { type Functions, Peer, type PeerMessage, type PeerOptions } from "./peer.ts";

/** A `MessagePort` of a browser, or of Node. */
export interface WebPort {
  postMessage(message: unknown, transfer: never[]): void;
  addEventListener(type: "message", listener: (event: unknown) => void): void;
  start?(): void;
}

/** Connects with the other side of a `MessagePort`, or of a worker of a browser. */
export function connectPort<Remote extends Functions<Remote>, Local extends Functions<Local> = Record<never, never>>(
  port: WebPort,
  options?: PeerOptions,
): Peer<Remote, Local> {
  const peer = new Peer<Remote, Local>((messages, moved) => port.postMessage(messages, moved as never[]), options);
  port.addEventListener("message", (event) => peer.receive((event as { readonly data: readonly PeerMessage[] }).data));
  port.start?.();
  return peer;
}
