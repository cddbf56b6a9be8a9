/** An event as a node lists it with its transaction. */
interface ListedEvent {
  readonly type: string;
  readonly data: unknown;
}

interface ListedTransaction {
  readonly version: string;
  readonly events?: readonly ListedEvent[];
}

/** Every event of a ledger up to a version, by its place, as the transactions tell it. */
export async function listEventPlaces(url: string, last: bigint, type?: string): Promise<string[]> {
  const places: string[] = [];
  for (let start = 0n; start <= last; ) {
    const response = await fetch(`${url}/v1/transactions?start=${start}&limit=100`);
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    const page = (await response.json()) as readonly ListedTransaction[];
    for (const { version, events = [] } of page) {
      if (BigInt(version) > last) return places;
      for (const [index, event] of events.entries()) {
        if (type === undefined || event.type === type) places.push(`${version}.${index}`);
      }
    }
    start += BigInt(page.length);
  }
  return places;
}
