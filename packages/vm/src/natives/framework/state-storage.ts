import type { NativeFunction } from "../../port/native.ts";
import { HostError } from "../../status/host-error.ts";
import { integer } from "../../value/integer.ts";

/** `0x1::state_storage`. */
export const stateStorageNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::state_storage::get_state_storage_usage_only_at_epoch_beginning": (call) => {
    call.charge("aptos_framework.state_storage.get_usage.base");
    const usage = call.session.context.storageUsage;
    if (usage === undefined) {
      throw new HostError("unsupported", "storage usage", "the session does not know how much state is stored");
    }
    return [integer(usage.items), integer(usage.bytes)];
  },
};
