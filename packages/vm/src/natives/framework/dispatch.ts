import { whenReady } from "@ledger/types";
import type { GasKey } from "../../gas/keys/index.ts";
import { Dispatch, type NativeCall, type NativeFunction } from "../../port/native.ts";
import { VmError } from "../../status/vm-error.ts";
import { functionInfoOf, isDispatchable, isVisited, messageName } from "./function-info.ts";

/** Abort of a module that was not loaded before. */
const notLoaded = 4;

/** Replaces the native by the function that its last argument names. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.4 | Specification, virtual machine 3.4} */
function dispatch(price: GasKey): NativeFunction {
  return (call: NativeCall) => {
    const { session, self } = call;
    const info = functionInfoOf(call, call.args.at(-1));
    if (!isVisited(session, info)) {
      return call.abort(notLoaded, `Module ${messageName(info)} is not loaded prior to native dispatch`);
    }
    call.charge(price);
    return whenReady(session.signature(info.address, info.module, info.name), (to) =>
      whenReady(session.signature(self.module.address, self.module.name, self.name), (from) => {
        if (!isDispatchable(from, to)) {
          const name = `${messageName(info)}::${info.name}`;
          throw new VmError("RUNTIME_DISPATCH_ERROR", `${name} does not fit ${self.name}`);
        }
        return new Dispatch({ ...info, typeArgs: call.typeArgs }, call.args.slice(0, -1));
      }),
    );
  };
}

const fungibleAsset = dispatch("aptos_framework.dispatchable_fungible_asset.dispatch.base");

/** The natives that call a function named at run time. */
export const dispatchNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::dispatchable_fungible_asset::dispatchable_withdraw": fungibleAsset,
  "0x1::dispatchable_fungible_asset::dispatchable_deposit": fungibleAsset,
  "0x1::dispatchable_fungible_asset::dispatchable_derived_balance": fungibleAsset,
  "0x1::dispatchable_fungible_asset::dispatchable_derived_supply": fungibleAsset,
  "0x1::account_abstraction::dispatchable_authenticate": dispatch(
    "aptos_framework.dispatchable_authenticate.dispatch.base",
  ),
};
