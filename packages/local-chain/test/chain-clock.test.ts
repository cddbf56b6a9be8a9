import { describe, expect, test } from "vitest";
import { ChainClock } from "../src/index.ts";

const second = 1_000_000n;
const day = 86_400n * second;

/** A host whose clock a person sets, and a chain's clock on it. */
function createHost(latestUsecs = 0n) {
  const host = { usecs: 1_700_000_000n * second, steadyMs: 5_000 };
  const pass = (seconds: number): void => {
    host.usecs += BigInt(seconds) * second;
    host.steadyMs += seconds * 1_000;
  };
  const clock = new ChainClock({ latestUsecs, host: () => host.usecs, steadyMs: () => host.steadyMs });
  return { host, pass, clock };
}

describe("the clock of a chain", () => {
  test("is the host's", () => {
    const { host, pass, clock } = createHost();
    expect(clock.now()).toBe(host.usecs);
    pass(7);
    expect([clock.now(), clock.leadUsecs]).toEqual([host.usecs, 0n]);
    host.usecs += day;
    expect([clock.now(), clock.leadUsecs]).toEqual([host.usecs, 0n]);
  });

  test("goes on in real steps when the host's is set back, until that has come up", () => {
    const { host, pass, clock } = createHost();
    const before = clock.now();
    pass(3);
    host.usecs -= day;
    expect([clock.now(), clock.leadUsecs]).toEqual([before + 3n * second, day]);
    // Any number of looks, and none, make no difference.
    for (let i = 0; i < 10; i++) {
      pass(1);
      if (i % 2 === 0) clock.now();
    }
    expect([clock.now(), clock.leadUsecs]).toEqual([before + 13n * second, day]);
    host.usecs += day / 2n;
    expect([clock.now(), clock.leadUsecs]).toEqual([before + 13n * second, day / 2n]);
    host.usecs += day / 2n;
    pass(1);
    expect([clock.now(), clock.leadUsecs]).toEqual([host.usecs, 0n]);
  });

  test("begins where the latest block is, when the host's is behind that", () => {
    const latest = 1_700_000_000n * second + day;
    const { pass, clock } = createHost(latest);
    pass(20);
    expect([clock.now(), clock.leadUsecs]).toEqual([latest + 20n * second, day]);
  });

  test("follows small steps back", () => {
    const { host, pass, clock } = createHost();
    clock.now();
    pass(1);
    host.usecs -= second / 2n;
    expect([clock.now(), clock.leadUsecs]).toEqual([host.usecs, 0n]);
  });
});
