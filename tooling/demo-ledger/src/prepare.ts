// Set-up of a test run: makes the demo ledger once, before files that read it in parallel would each make it. In a process of its
// own, which reads the sources of the workspace as the tests do.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const program = 'const { readDemoBlocks } = await import("@ledger/demo-ledger"); await readDemoBlocks();';

export default async function setUp(): Promise<void> {
  const options = { cwd: import.meta.dirname };
  await promisify(execFile)(
    process.execPath,
    ["--conditions=@ledger/source", "--input-type=module", "--eval", program],
    options,
  );
}
