import { execFileSync } from "node:child_process";

/**
 * The seed of the order in which unit tests run: `TEST_ORDER`, and in CI a number that follows from the commit, so that a commit
 * always runs in the same order.
 *
 * @returns `undefined` where they run in the order of their files
 * @throws RangeError when `TEST_ORDER` is no integer from 0
 */
export function testOrder(): number | undefined {
  const { TEST_ORDER: text = "", CI } = process.env;
  if (text !== "") {
    const order = Number(text);
    if (!Number.isSafeInteger(order) || order < 0)
      throw new RangeError(`TEST_ORDER is ${text}: an integer from 0 is needed`);
    return order;
  }
  return CI === "true" ? orderOfCommit() : undefined;
}

/** 1 outside of a repository, where there is no commit. */
function orderOfCommit(): number {
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number.parseInt(commit.slice(0, 7), 16);
  } catch {
    return 1;
  }
}
