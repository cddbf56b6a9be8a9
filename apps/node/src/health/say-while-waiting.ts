/** Time after which a wait is worth a word, milliseconds; the pauses after it grow from here. */
const firstWord = 3_000;

/** Longest pause between two words, milliseconds. */
const longestPause = 300_000;

/**
 * Says that something is waited for: after three seconds, and then after pauses that double.
 *
 * @param tell - called with the seconds that it has lasted
 * @returns ends it
 */
export function sayWhileWaiting(tell: (seconds: number) => void): () => void {
  const began = performance.now();
  let timer: NodeJS.Timeout;
  const schedule = (pause: number): void => {
    timer = setTimeout(() => {
      tell(Math.round((performance.now() - began) / 1_000));
      schedule(Math.min(2 * pause, longestPause));
    }, pause);
    // Work that has ended in another way must not be held up by words about it.
    timer.unref();
  };
  schedule(firstWord);
  return () => clearTimeout(timer);
}

/** Makes a `fetch` that says, until the first answer of all, that a server does not answer. @param tell - with the host and the seconds */
export function untilFirstAnswer(tell: (host: string, seconds: number) => void): typeof fetch {
  let hasAnswered = false;
  return async (input, init) => {
    if (hasAnswered) return fetch(input, init);
    const { host } = new URL(input instanceof Request ? input.url : input);
    const end = sayWhileWaiting((seconds) => tell(host, seconds));
    try {
      const answer = await fetch(input, init);
      hasAnswered = true;
      return answer;
    } finally {
      end();
    }
  };
}
