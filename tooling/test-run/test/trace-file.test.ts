import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { traceFile } from "../src/trace-file.ts";

const name = "same.whole.test.ts";

/** A process that runs a test file of this name, and says which process the file has started. */
const otherRun = `
  import { spawn } from "node:child_process";
  import { traceFile } from ${JSON.stringify(new URL("../src/trace-file.ts", import.meta.url).href)};
  const traces = traceFile(${JSON.stringify(name)});
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  console.log("started");
  process.stdin.once("data", () => {
    console.log(child.exitCode === null && child.signalCode === null ? "still runs" : "was ended");
    traces.remove();
    process.exit();
  });
`;

test("a file finds and ends its own processes, not those of the same file in another run", async () => {
  const other = spawn(process.execPath, ["--input-type=module", "--eval", otherRun]);
  const said = once(other.stdout, "data");
  expect(String((await said)[0])).toBe("started\n");
  const traces = traceFile(name);
  const own = spawn("sleep", ["60"], { stdio: "ignore" });
  const ended = once(own, "exit");
  const found = traces.find();
  traces.remove();
  if (process.platform === "linux") expect(found).toEqual([`process ${own.pid}: sleep 60`]);
  own.kill();
  await ended;
  const answer = once(other.stdout, "data");
  other.stdin.write("?");
  expect(String((await answer)[0])).toBe("still runs\n");
  await once(other, "exit");
});
