import { keep } from "../../api/keep.ts";
import { node } from "../../api/node.ts";
import { hexAsText } from "../../text/hex.ts";

/** A pair is made once and for ever. */
const keptPairs = 500;

/** Type of the coin that a fungible asset is the other form of; asked for by the address of the asset's metadata. */
export const readPairedCoin = keep(keptPairs, async (metadata: string): Promise<string | undefined> => {
  const params = { address: metadata, resource_type: "0x1::coin::PairedCoinType" };
  const answer = await node.call("get_account_resource", { params }).catch(() => undefined);
  return coinType(answer?.value.data);
});

/** A type by its parts, two of which are bytes. */
function coinType(data: unknown): string | undefined {
  const { type } = (data ?? {}) as { readonly type?: Readonly<Record<string, unknown>> };
  const { account_address: address, module_name: module, struct_name: name } = type ?? {};
  if (typeof address !== "string" || typeof module !== "string" || typeof name !== "string") return undefined;
  const [moduleName, structName] = [hexAsText(module), hexAsText(name)];
  return moduleName === undefined || structName === undefined ? undefined : `${address}::${moduleName}::${structName}`;
}
