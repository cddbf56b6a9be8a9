import type { IncomingMessage, ServerResponse } from "node:http";
import { Turns } from "../work/turns.ts";

/** Pieces of bodies that are taken in one turn of the event loop; one has at most 64 KiB. */
const piecesPerTurn = 8;

/** The same of bodies that are not needed, and milliseconds between two such turns: some hundred MiB in a second. */
const discardedPerTurn = 2;
const discardInterval = 1;

/** Bytes of an unneeded body that are read nevertheless: as many as the largest body that is read. */
const mostDiscarded = 8 * 2 ** 20;

/** A request and its answer. */
interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/**
 * Reads the bodies of requests, or discards them. Left to itself Node takes two megabytes of each connection before it looks at
 * the next one; here all of them together give a few pieces in a turn, and what has not been taken waits with its client.
 */
export class RequestBodies {
  readonly #wanted = new Turns(piecesPerTurn);
  readonly #unwanted = new Turns(discardedPerTurn, (take) => setTimeout(take, discardInterval));
  readonly #discarded = new WeakSet<IncomingMessage>();

  /**
   * Reads a whole body into one buffer. The HTTP parser gives exactly the announced bytes, so the body is whole when they are
   * there: a small one comes with the head of its request, and the end of the stream is reported two turns later. When the client
   * leaves before, there is no one to answer. A client that asks whether it may send gets its permission here, and only here.
   *
   * @param length - what the request has announced; checked before
   */
  read({ req, res }: Exchange, length: number, use: (body: Uint8Array<ArrayBuffer>) => void): void {
    const body = new Uint8Array(length);
    let at = 0;
    if (req.headers.expect !== undefined) res.writeContinue();
    if (length === 0) {
      use(body);
      return;
    }
    req.on("data", (piece: Uint8Array) => {
      body.set(piece, at);
      at += piece.length;
      if (at === length) use(body);
      else takeTurn(this.#wanted, req, piece);
    });
    req.on("error", () => req.destroy());
  }

  /**
   * Discards the body of a request that is answered without it. A connection that is closed while bytes wait in it takes the
   * answer with it. So one that is to be closed lives until its client has sent what it announced, at most 8 MiB of it, within
   * the time that every request has. Without a body, or with one that is there already, this does nothing.
   */
  discard({ req, res }: Exchange): void {
    // Streams of HTTP/2 end one by one, and Node discards what they still bring.
    if (req.complete || req.httpVersionMajor !== 1 || this.#discarded.has(req)) return;
    const { "content-length": announced, "transfer-encoding": coding, expect } = req.headers;
    const length = coding === undefined ? Number(announced ?? 0) : Number.POSITIVE_INFINITY;
    if (length === 0) return;
    this.#discarded.add(req);
    // A client that asked whether to send may not send the body, so the next request could not be distinguished from it.
    if (!(length <= mostDiscarded) || expect !== undefined) res.shouldKeepAlive = false;

    const { socket } = req;
    const { destroySoon } = socket;
    let taken = 0;
    let isOver = false;
    let isAnswered = false;
    const end = (): void => {
      isOver = true;
      socket.destroySoon = destroySoon;
      if (isAnswered) socket.destroySoon();
    };
    // This is how Node closes a connection after its last answer.
    socket.destroySoon = () => {
      isAnswered = true;
      socket.end();
    };
    req.on("data", (piece: Uint8Array) => {
      taken += piece.length;
      if (isOver || taken > mostDiscarded) {
        req.pause();
        end();
      } else takeTurn(this.#unwanted, req, piece);
    });
    req.once("end", end);
    req.on("error", () => req.destroy());
  }
}

/** Lets a request wait for its turn before it gives its next piece. */
function takeTurn(turns: Turns, req: IncomingMessage, piece: Uint8Array): void {
  req.pause();
  turns.add(() => {
    free(piece);
    req.resume();
  });
}

/**
 * Gives the memory of a piece back at once: pieces left to the garbage collector make it go through the whole heap for every 64 MiB
 * that arrive. Not for memory that also holds the head of a request, or another body.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
