// Says what a genesis transaction makes, and compares it with a waypoint that you trust:
//   node src/main.ts mainnet.genesis.blob [VERSION:HASH]
import { readFileSync } from "node:fs";
import { deriveGenesis, formatHash, formatWaypoint } from "@ledger/types";

/** Executes nothing and believes nothing: the write set in the file determines every hash. */
function describeGenesis(file: string, trusted: string | undefined): void {
  const genesis = deriveGenesis(new Uint8Array(readFileSync(file)));
  const waypoint = formatWaypoint(genesis.waypoint);
  process.stdout.write(`chain id    ${genesis.chainId}\n`);
  process.stdout.write(`validators  ${genesis.epochState.verifier.validatorInfos.length}\n`);
  process.stdout.write(`state       ${genesis.writes.length} items, root ${formatHash(genesis.stateRoot)}\n`);
  process.stdout.write(`waypoint    ${waypoint}\n`);
  if (trusted === undefined) return;
  const same = trusted === waypoint;
  process.stdout.write(same ? "It is the genesis of your waypoint.\n" : `It is not: you trust ${trusted}.\n`);
  process.exitCode = same ? 0 : 1;
}

const [file, trusted] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error("name it, as in: npm start -- mainnet.genesis.blob");
  describeGenesis(file, trusted);
} catch (error) {
  // A file that is not there, or one that is another.
  process.stderr.write(`no genesis: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
