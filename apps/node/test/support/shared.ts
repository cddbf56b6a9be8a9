import { afterAll } from "vitest";

/**
 * Something that several tests of a file look at, made when the first of them asks for it: each can be the only one that runs, and
 * none starts a node of its own.
 *
 * @param end - ends what was made once the file's tests have run
 */
export function shared<T>(make: () => Promise<T>, end?: (made: T) => Promise<void>): () => Promise<T> {
  let made: Promise<T> | undefined;
  if (end !== undefined) afterAll(async () => made && (await end(await made)));
  return () => {
    made ??= make();
    return made;
  };
}
