import { formatAddress } from "@ledger/types";
import { afterEach, expect, test, vi } from "vitest";
import { startLocalNetwork } from "../../src/index.ts";

const day = 86_400_000;

afterEach(() => vi.restoreAllMocks());

/** Puts the clock of this machine forward or back. The clock that only goes forward stays as it is. */
function moveHost(milliseconds: number): void {
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + milliseconds);
}

test("the time continues when the clock of the machine goes back a day, and clients are understood", async () => {
  await using net = await startLocalNetwork();
  const payment = { sender: net.accounts[0]!, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "7"] };
  const before = Number(await net.time.now());
  expect(await net.send(payment)).toMatchObject({ success: true });
  const saved = await net.snapshot();

  moveHost(-day);
  const after = Number(await net.time.now());
  expect(after >= before && after < before + day / 24).toBe(true);
  // The sender writes an expiration of the machine's time into it, which is a day behind.
  expect(await net.send(payment)).toMatchObject({ success: true });
  const seen = await net.view({ function: "0x1::timestamp::now_microseconds" });
  expect(Number(seen[0]) / 1_000 >= before).toBe(true);

  await net.time.increase(60);
  expect(Number(await net.time.now()) >= after + 60_000).toBe(true);
  await saved.restore();
  const restored = Number(await net.time.now());
  expect(restored >= before && restored < before + day / 24).toBe(true);
  await net.fund(formatAddress(net.accounts[1]!.address), 5n);
});
