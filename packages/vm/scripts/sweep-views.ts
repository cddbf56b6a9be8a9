// Calls every view function of the published genesis states with arguments found in them, counts by function and names those
// that were never reached: node --conditions=@ledger/source packages/vm/scripts/sweep-views.ts [--network NAME]… [--calls N]
import { parseArgs } from "node:util";
import { hasVector } from "@ledger/vectors/files";
import type { Network } from "../test/support/genesis.ts";
import { sweepViews } from "../test/sweep/run-sweep.ts";

const sweptNetworks: readonly Network[] = ["devnet", "devnet-2025-11", "previewnet3", "randomnet"];
const { values } = parseArgs({
  options: { network: { type: "string", multiple: true }, calls: { type: "string", default: "24" } },
});
const write = (line: string) => process.stdout.write(`${line}\n`);
let calls = 0;
let failed = 0;
for (const network of (values.network as Network[] | undefined) ?? sweptNetworks) {
  if (!hasVector(`genesis/${network}.genesis.blob`)) continue;
  const { functions, faults, compared } = await sweepViews(network, Number(values.calls));
  const tallies = [...functions];
  for (const [name, tally] of tallies) {
    const failures = [...tally.failures].map(([status, count]) => `${count} ${status}`).join(", ");
    write(`  ${name}: ${tally.calls} calls, ${tally.returned} returned${failures === "" ? "" : `, ${failures}`}`);
  }
  for (const fault of faults) write(`FAILED ${network} ${fault}`);
  const never = tallies.filter(([, tally]) => tally.calls === 0);
  const failing = tallies.filter(([, tally]) => tally.calls > 0 && tally.returned === 0);
  const sum = tallies.reduce((total, [, tally]) => total + tally.calls, 0);
  const returned = tallies.reduce((total, [, tally]) => total + tally.returned, 0);
  write(
    `${network}: ${tallies.length} functions, ${sum} calls, ${returned} returned, ${compared} compared with the state`,
  );
  write(`  never called: ${never.map(([name, { skipped }]) => `${name} (${skipped})`).join("; ") || "none"}`);
  write(`  never returned: ${failing.map(([name]) => name).join(", ") || "none"}`);
  calls += sum;
  failed += faults.length;
}
write(`${calls - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && calls > 0 ? 0 : 1;
