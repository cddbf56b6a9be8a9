import { decodeModule } from "@ledger/move";
import type { StateWrite } from "@ledger/state-store";
import { bytesToAddress, moduleKey } from "@ledger/types";

/** The write that publishes a module. */
export function moduleWrite(value: Uint8Array): Pick<StateWrite, "key" | "value"> {
  const { moduleHandles, addresses, identifiers, self } = decodeModule(value);
  const { address, name } = moduleHandles[self]!;
  return { key: moduleKey(bytesToAddress(addresses[address]!), identifiers[name]!), value };
}
