import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that wait, from which on no more are read: more than any well-behaved client sends ahead. */
const mostWaiting = 64;

/**
 * Lets the requests that a client sends without waiting for answers take turns with those of all others. Node hands out at
 * once what has arrived, thousands of requests with one packet; here each of them begins when the answers before it have left. A
 * client that does not take its answers is therefore not read from any more, and costs nothing more.
 */
export class PipelinedRequests {
  readonly #answer: RequestListener;
  readonly #waiting = new WeakMap<Socket, { count: number }>();

  constructor(answer: RequestListener) {
    this.#answer = answer;
  }

  /** Has a request answered: now, or when the answers before it have left. */
  take(...[request, response]: Parameters<RequestListener>): void {
    // Node gives a response its socket when it is the next to be sent.
    if (response.socket !== null) {
      this.#answer(request, response);
      return;
    }
    const { socket } = request;
    const waiting = this.#waitingOn(socket);
    if (++waiting.count === mostWaiting) socket.pause();
    response.once("socket", () => {
      if (waiting.count-- === mostWaiting) socket.resume();
      this.#answer(request, response);
    });
  }

  #waitingOn(socket: Socket): { count: number } {
    const known = this.#waiting.get(socket);
    if (known !== undefined) return known;
    const waiting = { count: 0 };
    this.#waiting.set(socket, waiting);
    // Node itself resumes reading after each answer.
    socket.on("resume", () => {
      if (waiting.count >= mostWaiting) socket.pause();
    });
    return waiting;
  }
}
