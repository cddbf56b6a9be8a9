/**
 * Asks a node for JSON again and again until something is in it.
 *
 * @param url - of the node, without a path @param path - under `/v1`
 */
export async function waitFor<T, Found>(
  url: string,
  path: string,
  find: (answer: T) => Found | undefined,
): Promise<Found> {
  for (;;) {
    const answer = await fetch(`${url}/v1${path}`);
    const found = answer.ok ? find((await answer.json()) as T) : undefined;
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Waits until a ledger has as many blocks. */
export async function waitForHeight(url: string, height: number): Promise<void> {
  await waitFor<{ readonly block_height: string }, true>(url, "", ({ block_height }) =>
    Number(block_height) >= height ? true : undefined,
  );
}
