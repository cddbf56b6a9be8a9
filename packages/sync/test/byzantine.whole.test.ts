import { randomTest } from "@ledger/test-run";
import { expect } from "vitest";
import { runByzantine } from "./support/byzantine.ts";

/** Faults of one ledger and its upstreams; more are spread over several. */
const faultsPerLedger = 250;

const faults = { seed: 6, count: 40 };
randomTest("a follower stores the ledger and nothing else, despite its upstreams", faults, async ({ seed, count }) => {
  for (let done = 0, ledger = 0; done < count; ledger++) {
    const wanted = Math.min(faultsPerLedger, count - done);
    const result = await runByzantine({ faults: wanted, seed: seed + ledger });
    expect(result, `seed ${seed + ledger}`).toMatchObject({ wrongRecords: 0, wrongValues: 0, stuck: [] });
    expect(result.count).toBeGreaterThanOrEqual(wanted);
    expect(result.longestWaitMs).toBeLessThanOrEqual(120_000);
    // The last ledger may have few.
    if (wanted >= Math.min(count, faultsPerLedger)) {
      expect(result.tampered).toBeGreaterThan(5);
      expect(result.values).toBeGreaterThan(5);
    }
    done += result.count;
  }
});
