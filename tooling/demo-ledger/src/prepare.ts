// Set-up of a test run: makes the demo ledger once, before files that read it in parallel would each make it.
import { readDemoBlocks } from "./index.ts";

export default async function setUp(): Promise<void> {
  await readDemoBlocks();
}
