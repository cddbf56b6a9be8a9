import { node } from "../../api/node.ts";
import { hexAsText } from "../../text/hex.ts";

/** Pairs kept for the life of the page: a pair is made once and for ever. */
const keptCoins = 500;

const kept = new Map<string, Promise<string | undefined>>();

/** Type of the coin that a fungible asset is the other form of. @param metadata - address of the asset's metadata */
export function readPairedCoin(metadata: string): Promise<string | undefined> {
  const known = kept.get(metadata);
  if (known !== undefined) return known;
  const params = { address: metadata, resource_type: "0x1::coin::PairedCoinType" };
  const reading = node.call("get_account_resource", { params }).then(
    ({ value }) => coinType(value.data),
    () => {
      kept.delete(metadata);
      return undefined;
    },
  );
  if (kept.size >= keptCoins) kept.delete(kept.keys().next().value ?? "");
  kept.set(metadata, reading);
  return reading;
}

/** A type by its parts, two of which are bytes. */
function coinType(data: unknown): string | undefined {
  const { type } = (data ?? {}) as { readonly type?: Readonly<Record<string, unknown>> };
  const { account_address: address, module_name: module, struct_name: name } = type ?? {};
  if (typeof address !== "string" || typeof module !== "string" || typeof name !== "string") return undefined;
  const [moduleName, structName] = [hexAsText(module), hexAsText(name)];
  return moduleName === undefined || structName === undefined ? undefined : `${address}::${moduleName}::${structName}`;
}
