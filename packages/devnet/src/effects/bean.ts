import { type Address, namedObjectAddress } from "@ledger/types";
import { SHOP_ADDRESS } from "../accounts.ts";

/** Metadata object of the shop's own fungible asset. */
export const BEAN_METADATA: Address = namedObjectAddress(SHOP_ADDRESS, new TextEncoder().encode("BEAN"));
