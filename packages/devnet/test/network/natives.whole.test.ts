import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Lists the native modules that a process has loaded after a network has executed a transaction. */
const program = `
import { startLocalNetwork } from "@ledger/devnet";
const net = await startLocalNetwork();
const sent = await net.send({
  sender: net.accounts[0], function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "1"],
});
const { sharedObjects } = process.report.getReport();
const natives = sharedObjects.filter((path) => path.endsWith(".node"));
console.log(JSON.stringify({ success: sent.success, natives }));
process.exit();
`;

test("a network loads no native module", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@ledger/source", "--input-type=module", "--eval", program],
    { cwd: new URL("../../../../bench/devnet", import.meta.url) },
  );
  expect(JSON.parse(stdout)).toEqual({ success: true, natives: [] });
});
