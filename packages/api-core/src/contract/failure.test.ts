import { StoreError } from "@ledger/state-store";
import { HostError } from "@ledger/vm";
import { expect, test } from "vitest";
import { toApiError } from "./failure.ts";

test("what the machine does not know of newer code, another node may know", () => {
  const newer = new HostError(
    "native_not_implemented",
    "0x7::a::b",
    "the native function 0x7::a::b is not implemented",
  );
  expect(toApiError(newer)).toMatchObject({ status: 500, code: "internal_error", isUnknownHere: true });
  const closed = new HostError("session_closed", "view", "the session is closed");
  expect(toApiError(closed)).toMatchObject({ status: 500, isUnknownHere: false });
});

test("a version that was pruned may be known elsewhere, a fault of this node is its own", () => {
  const pruned = new StoreError({ code: "version_pruned", requested: 1n, oldest: 7n }, "version 1 is pruned");
  expect(toApiError(pruned)).toMatchObject({ status: 410, isUnknownHere: true });
  expect(toApiError(new Error("a bug"))).toMatchObject({ status: 500, isUnknownHere: false });
});
