import { startLocalNetwork } from "@ledger/devnet";
import { readPackage } from "@ledger/devnet/node";
import { zeroHash } from "@ledger/types";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { describeRun } from "../network/describe-run.ts";
import { createRunLog } from "./run-log.ts";

test("a failure is logged with the line that it came from, and one that its status tells is not", async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  await using net = await startLocalNetwork();
  const logRun = createRunLog(log);
  net.onNotes = (hash, notes) => logRun(hash, describeRun(notes));
  const [guest] = net.accounts;
  await net.fund("0xcafe", 1_000_000_000n);
  const sender = await net.impersonate("0xcafe");
  const built = new URL("../../../../examples/cover-a-module/build/TipJar", import.meta.url);
  await net.deploy({ sender, ...(await readPackage(built)) });
  const { hash } = await net.send({
    sender: guest!,
    function: "0xcafe::tip_jar::tip",
    arguments: ["0xb0b", 1n],
  });
  // The framework's own abort, of code without source maps.
  await net.send({ sender: guest!, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", 10n ** 18n] });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      msg: "code failed",
      transaction: hash,
      function: "0xcafe::tip_jar::tip",
      file: expect.stringMatching(/tip_jar\.move$/),
      line: 24,
      text: "assert!(exists<Jar>(owner), error::not_found(ENO_JAR));",
    }),
  ]);
});

test("many transactions that print in one second are summed up", () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    const logRun = createRunLog(log);
    for (let i = 0; i < 50; i++) {
      logRun(zeroHash, { prints: [{ function: "0xcafe::shop::buy", text: `${i}` }], failure: undefined });
      // One that has nothing to say takes no line.
      logRun(zeroHash, { prints: [], failure: undefined });
    }
    vi.advanceTimersByTime(1_000);
    expect(lines).toHaveLength(21);
    expect(JSON.parse(lines[20]!)).toMatchObject({ msg: "code printed or failed", count: 30 });
  } finally {
    vi.useRealTimers();
  }
});
