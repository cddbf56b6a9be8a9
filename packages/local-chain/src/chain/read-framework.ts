import { frameworkKey, type StateView } from "@ledger/types";

/** Reads a resource of 0x1. @throws Error when the chain has none, as no chain does after its genesis */
export async function readFramework<T>(
  state: StateView,
  module: string,
  name: string,
  codec: { decode(bytes: Uint8Array): T },
): Promise<T> {
  const item = await state.get(frameworkKey(module, name));
  if (item === undefined) throw new Error(`the chain has no 0x1::${module}::${name}`);
  return codec.decode(item.bytes);
}
