import { describe, expect, test } from "vitest";
import { peerFlag, peerFlags } from "./peer-words.ts";
import { createProgram } from "./program.ts";

const stop = { signal: new AbortController().signal, release() {}, onHangup() {} };

/** What a command line is refused with. */
async function refusal(...words: string[]): Promise<string> {
  const program = createProgram(stop, { onStart: () => undefined, isQuiet: true });
  const error: unknown = await program.parseAsync(["node", "ledger-node", ...words]).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error(`${words.join(" ")} was taken`);
  return error.message;
}

const program = createProgram(stop);

function flagsOf(command: string): readonly string[] {
  return program.commands.find((one) => one.name() === command)!.options.flatMap(({ long }) => long ?? []);
}

describe("words of other local networks are answered with the words here:", () => {
  test.each([
    ["devnet --fork-url http://a.example/v1", "unknown option '--fork-url'; use --fork"],
    ["start -f http://a.example/v1", "unknown option '-f'; use --fork"],
    ["devnet --block-time=2", "; use --block-interval, in milliseconds, with --mining interval"],
    ["devnet --no-mining", "; use --mining manual"],
    ["start --no-mining", "; use 'ledger-node devnet --mining manual'"],
    ["devnet --host 0.0.0.0", "; use --listen HOST:PORT"],
    ["start --port 9000", "; use --listen"],
    ["devnet --force-restart", "; it is not needed: a network in memory always begins anew"],
    ["start --with-indexer-api", "; it is not needed: GraphQL is always served"],
    ["run-localnet", "unknown command 'run-localnet'; use 'ledger-node devnet'"],
    ["node run-localnet --with-faucet", "unknown command 'node'; use 'ledger-node devnet'"],
    ["start --balance 3", "unknown option '--balance'; it is an option of 'ledger-node devnet'"],
    ["devnet --data-dir x", "unknown option '--data-dir'; it is an option of 'ledger-node start'"],
    ["devnet --acounts 3", "unknown option '--acounts'\n(Did you mean --accounts?)"],
    // Not of a network.
    ["prune --host x", "unknown option '--host'"],
  ])("%s", async (words, said) => {
    expect(await refusal(...words.split(" "))).toContain(said);
  });

  test("each advice names options that the command has, and is for an option that it has not", () => {
    let named = 0;
    for (const command of ["devnet", "start"])
      for (const flag of Object.keys(peerFlags)) {
        const advice = peerFlag(command, flag);
        if (advice === undefined) continue;
        expect(flagsOf(command), `${command} ${flag}`).not.toContain(flag);
        for (const [, other, words = ""] of advice.matchAll(/(?:'ledger-node (\w+) ?)?([^']*)/g))
          for (const [own] of words.matchAll(/--[a-z-]+/g)) {
            named++;
            expect(flagsOf(other ?? command), `${command} ${flag}: ${advice}`).toContain(own);
          }
      }
    expect(named).toBeGreaterThan(40);
  });
});
