import { expect, test, vi } from "vitest";
import { createFaultLog } from "./fault-log.ts";

test("a reason has its stack once, and what a burst of it writes is bounded", () => {
  vi.useFakeTimers();
  try {
    const error = vi.fn();
    const note = createFaultLog({ error }, "faucet");
    for (let i = 0; i < 1_000; i++) note(new Error("there is no room to write"));
    note(new Error("something else"));
    const withStack = error.mock.calls.filter(([fields]) => "err" in fields);
    expect(withStack.map(([{ err }]) => err.message)).toEqual(["there is no room to write", "something else"]);
    expect(error).toHaveBeenCalledTimes(22);
    vi.advanceTimersByTime(1_000);
    expect(error).toHaveBeenCalledTimes(23);
    expect(error).toHaveBeenLastCalledWith({ service: "faucet", times: 979 }, "service failed again");
  } finally {
    vi.useRealTimers();
  }
});
