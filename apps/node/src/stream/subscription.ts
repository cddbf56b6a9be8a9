import type { ByteBudget } from "../work/byte-budget.ts";
import { EventConnection, type StreamConnection } from "./event-connection.ts";

/** A client of a subscription: a question, and what it was given last. */
export class Subscription extends EventConnection {
  /** The bytes of the request's body, as Latin-1. */
  readonly question: string;
  /** The answer that it was given, see `QueryService.follow`. */
  seen: string | undefined;
  /** The move of the head as of which it has all; absent where more may follow at once. */
  moves: number | undefined;
  /** Before this time it is not answered again; milliseconds of a steady clock. */
  due = 0;
  /** True once nothing can follow. */
  isDone = false;

  /**
   * @param held - counts what clients have not taken
   * @param now - milliseconds of a steady clock
   */
  constructor(
    connection: StreamConnection,
    { client, question }: { readonly client: string; readonly question: string },
    held: ByteBudget,
    now: number,
  ) {
    super(connection, client, held, now);
    this.question = question;
  }
}
