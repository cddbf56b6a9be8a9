import type { ContractEvent } from "@ledger/types";
import { flip, type Lie } from "./lie.ts";

/** Lies about a request, and about what came of it besides its writes. */
export const outcomeLies: readonly Lie[] = [
  {
    name: "a byte of an event",
    part: "event",
    tell(parts, random) {
      const index = random.below(Math.max(1, parts.events.length));
      const event = parts.events[index];
      if (event === undefined || event.value.data.length === 0) return false;
      const changed = { ...event, value: { ...event.value, data: flip(event.value.data, random) } } as ContractEvent;
      parts.events = parts.events.with(index, changed);
      return true;
    },
  },
  {
    name: "an event that is left out",
    part: "event",
    tell(parts, random) {
      if (parts.events.length === 0) return false;
      const index = random.below(parts.events.length);
      parts.events = parts.events.filter((_, at) => at !== index);
      return true;
    },
  },
  {
    name: "an event twice",
    part: "event",
    tell(parts, random) {
      if (parts.events.length === 0) return false;
      parts.events = [...parts.events, random.pick(parts.events)];
      return true;
    },
  },
  {
    name: "gas",
    part: "gas",
    tell(parts, random) {
      parts.info = { ...parts.info, gasUsed: parts.info.gasUsed + BigInt(1 + random.below(1_000)) };
      return true;
    },
  },
  {
    name: "a status",
    part: "status",
    tell(parts) {
      const { status } = parts.info;
      parts.info = { ...parts.info, status: status.kind === "Success" ? { kind: "OutOfGas" } : { kind: "Success" } };
      return true;
    },
  },
  {
    name: "the code of an abort",
    part: "status",
    tell(parts) {
      const { status } = parts.info;
      if (status.kind !== "MoveAbort") return false;
      parts.info = { ...parts.info, status: { ...status, value: { ...status.value, code: status.value.code + 1n } } };
      return true;
    },
  },
  {
    name: "a request that was not signed",
    part: "refused",
    tell(parts) {
      const { transaction } = parts;
      if (transaction.kind !== "UserTransaction") return false;
      const { rawTxn, authenticator } = transaction.value;
      const changed = { ...rawTxn, expirationTimestampSecs: rawTxn.expirationTimestampSecs + 1n };
      parts.transaction = { kind: "UserTransaction", value: { rawTxn: changed, authenticator } };
      return true;
    },
  },
];
