import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "../cli/program.ts";
import type { StartCommand } from "../cli/run-start.ts";
import { formatAddress, formatUrl, listenAddress } from "./listen-address.ts";

test.each([
  ["24001", "127.0.0.1", 24001],
  [":24001", "127.0.0.1", 24001],
  ["0.0.0.0:8080", "0.0.0.0", 8080],
  ["localhost:0", "localhost", 0],
  ["[::1]:8080", "::1", 8080],
])("%s is an address", (text, host, port) => {
  expect(listenAddress.parse(text)).toEqual({ host, port });
});

test.each(["", ":", "host", "host:", "::1:8080", "65536", ":-1", "a b:1", "127.0.0.1:8080/v1", "0x10"])(
  "%j is no address",
  (text) => {
    expect(() => listenAddress.parse(text)).toThrow(InvalidArgumentError);
  },
);

test("an address is written as it is read, and a URL that can be opened", () => {
  expect(formatAddress({ host: "::1", port: 1 })).toBe("[::1]:1");
  expect(formatUrl({ host: "0.0.0.0", port: 8080 })).toBe("http://127.0.0.1:8080");
  expect(formatUrl({ host: "::", port: 8080 }, "https")).toBe("https://[::1]:8080");
});

test("every option for an address takes every form", async () => {
  const flags = ["--listen", "--admin-listen", "--faucet-listen", "--indexer-listen"];
  for (const [index, form] of ["2400", ":2400", "127.0.0.1:2400"].entries()) {
    const taken = Promise.withResolvers<StartCommand>();
    const stop = { signal: new AbortController().signal, release() {}, onHangup() {} };
    const program = createProgram(stop, { onStart: taken.resolve, isQuiet: true });
    const words = flags.flatMap((flag, port) => [flag, `${form}${port}`]);
    await program.parseAsync(["node", "ledger-node", "start", ...words]);
    const { listen, adminListen, faucetListen, indexerListen } = (await taken.promise).options;
    expect([listen, adminListen, faucetListen, indexerListen], `form ${index}`).toEqual(
      flags.map((_, port) => ({ host: "127.0.0.1", port: 24_000 + port })),
    );
  }
});
