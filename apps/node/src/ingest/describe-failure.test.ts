import { StoreError } from "@ledger/state-store";
import { expect, test } from "vitest";
import { describeFailure } from "./describe-failure.ts";

test("advice is about the kind of store that failed: a replica has no files to give", () => {
  const reason = "the database server is a replica, which takes no writes: name the primary in the store's URL";
  expect(describeFailure(new StoreError("read_only", reason))).toEqual({ code: "read_only", message: reason });
  const refused = describeFailure(new StoreError("access_denied", "the database server refuses this user"));
  expect(refused.message).toContain("the user's rights in the database");
});
