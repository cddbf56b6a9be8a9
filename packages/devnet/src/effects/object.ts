import { type Address, addressesEqual } from "@ledger/types";
import { newHandle } from "../resources/event-handle.ts";
import { objectCore } from "../resources/fungible-asset.ts";
import type { Session } from "../state/session.ts";
import { abort } from "./abort.ts";

/** Creation numbers of an object start here, so that they never meet those of an account. */
const FIRST_CREATION_NUMBER = 0x4000000000000n;

/** Makes an object without resources of its own. */
export function createObject(session: Session, object: Address, owner: Address, allowUngatedTransfer = true): void {
  if (session.has(object, objectCore)) abort("already_exists", "0x1::object", "EOBJECT_EXISTS");
  session.write(object, objectCore, {
    guidCreationNum: FIRST_CREATION_NUMBER + 1n,
    owner,
    allowUngatedTransfer,
    transferEvents: newHandle(object, FIRST_CREATION_NUMBER),
  });
}

/** Aborts unless the object exists and `owner` owns it. */
export function assertOwner(session: Session, object: Address, owner: Address): void {
  const core = session.find(object, objectCore);
  if (core === undefined) abort("not_found", "0x1::object", "EOBJECT_DOES_NOT_EXIST");
  if (!addressesEqual(core.owner, owner)) abort("permission_denied", "0x1::object", "ENOT_OBJECT_OWNER");
}
