import { spawn } from "node:child_process";

/** The steps of a user's first test, on the built package. */
const program = `
import { startLocalNetwork } from "@ledger/devnet";
const net = await startLocalNetwork();
const sent = await net.send({
  sender: net.accounts[0], function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "1"],
});
process.stdout.write(String(sent.success));
process.exit();
`;

/** Milliseconds from the start of a process to its first executed transfer. */
export async function measureColdStart(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: new URL("..", import.meta.url),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (part: Buffer) => {
    said += part.toString();
  });
  await new Promise((resolve) => child.once("close", resolve));
  if (said !== "true") throw new Error(`the process said ${said}`);
  return performance.now() - start;
}
