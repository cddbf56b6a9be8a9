/** Bounds of streams and what they do by the clock. Times in milliseconds. */
export const streamLimits = {
  /** Bytes of a part of the past, for one client. */
  pastBytes: 64 * 1024,
  /** Bytes of a part at the head, for all. */
  headBytes: 256 * 1024,
  /**
   * Pieces below so many bytes together are copied for each client: a piece would keep the part that it was cut from in memory. They are not
   * counted, since a connection has little more than one of them: clients at the head do not wait for clients that read nothing.
   */
  copiedBytes: 16 * 1024,
  /** Bytes of larger pieces that clients have not taken. */
  heldBytes: 32 * 2 ** 20,
  /** Bytes that one client is handed in a second, by all of its streams: half of what a connection of a gigabit carries. */
  clientBytes: 64 * 2 ** 20,
  /** Bytes of the questions of subscriptions: each, of one client, and of all. */
  longestQuestion: 16 * 1024,
  questionBytesOfClient: 2 ** 20,
  questionBytes: 16 * 2 ** 20,
  /** Between two answers to a subscription, at least: it has four in a second. */
  answerPause: 250,
  /** The same, as often as long as the answer took: what is costly to answer is answered less often. */
  answerShare: 4,
  /** Before another answer where the index of tables, or a replica, was behind the ledger: what comes then wakes no client. */
  latePause: 1_000,
  /** Bytes that a connection is handed at a time: who takes so many within {@link streamLimits.stalled} is slow, and waited for. */
  sliceBytes: 64 * 1024,
  /** Time between two looks at all streams. */
  sweep: 1_000,
  /** Streams that are looked at in one turn of the event loop. */
  sweptAtATime: 256,
  /** Silence after which a stream says how far it is. */
  quiet: 1_000,
  /** Silence after which an empty line is sent: proxies close silent connections. */
  silent: 15_000,
  /** Time without reading after which a client is closed. It comes again. */
  stalled: 60_000,
  /** A place above the head that was one of this ledger is waited for so long, and for as long as the newest block is older: a replica may lag. */
  ahead: 10_000,
  /** A stream ends after so long, and up to a sixth more, and its client comes again: balancers move it then. */
  age: 3_600_000,
  /** Pause before a part that could not be read is tried again; each further one is twice as long, up to the longest. */
  retry: 500,
  /** The longest of these pauses: a try that passes its deadline has cost that much. */
  longestRetry: 16_000,
  /** Tries of a part that cannot be read, more than a minute of them; then the stream ends. */
  mostTries: 10,
  /** Time in which connections take the end when the node ends. */
  leave: 500,
  /** Asked of browsers: the time before they come again. */
  comeAgain: 1_000,
  /** The same after a stream that cannot continue. */
  comeAgainGone: 60_000,
} as const;
