import type { LedgerRecord } from "@ledger/types";
import type { CheckedPage } from "./page.ts";
import type { PageChecker } from "./pages.ts";
import { recordBytes } from "./record-bytes.ts";

/** Bounds on what is being checked or was checked and not yet taken; one page is always under way. */
const aheadRecords = 2_000;
const aheadBytes = 8 * 1024 * 1024;

/** A page that is being checked. */
interface PageUnderWay {
  readonly checked: Promise<CheckedPage>;
  readonly records: number;
  readonly bytes: number;
}

/** Checks pages as they come, several at once where that is possible, and hands them out in order. */
export async function* checkPagesAhead(
  pages: AsyncIterator<readonly LedgerRecord[]>,
  checker: PageChecker,
): AsyncGenerator<CheckedPage> {
  const underWay: PageUnderWay[] = [];
  let records = 0;
  let bytes = 0;
  const begin = (checked: Promise<CheckedPage>, page: readonly LedgerRecord[]): void => {
    // The caller that takes the page sees the error; until then nothing waits for it.
    checked.catch(() => undefined);
    const size = page.reduce((sum, record) => sum + recordBytes(record), 0);
    underWay.push({ checked, records: page.length, bytes: size });
    records += page.length;
    bytes += size;
  };
  const ask = (): Promise<IteratorResult<readonly LedgerRecord[]>> => {
    const page = pages.next();
    page.catch(() => undefined);
    return page;
  };
  let arriving: ReturnType<typeof ask> | undefined = ask();
  for (;;) {
    const [first] = underWay;
    if (arriving !== undefined && records < aheadRecords && bytes < aheadBytes) {
      try {
        const page: IteratorResult<readonly LedgerRecord[]> | undefined = await (first === undefined
          ? arriving
          : Promise.race([arriving, settled(first.checked)]));
        if (page !== undefined) {
          arriving = page.done ? undefined : ask();
          if (!page.done) begin(checker.check(page.value), page.value);
          continue;
        }
      } catch (error) {
        // An error of the source comes when its turn is: after the pages before it.
        arriving = undefined;
        begin(Promise.reject(error), []);
        continue;
      }
    }
    if (first === undefined) return;
    const checked = await first.checked;
    underWay.shift();
    records -= first.records;
    bytes -= first.bytes;
    yield checked;
  }
}

async function settled(checked: Promise<unknown>): Promise<undefined> {
  await checked.catch(() => undefined);
}
