import { convertArgument, type EntryFunctionABI, parseTypeTag } from "@aptos-labs/ts-sdk";
import { bcs, fromHex, toHex } from "@mysten/bcs";

const address = bcs.fixedArray(32, bcs.u8()).transform({
  input: (text: string) => [...fromHex(text)],
  output: (bytes) => `0x${toHex(Uint8Array.from(bytes)).replace(/^0+(?=.)/, "")}`,
});
const guid = bcs.struct("GUID", { id: bcs.struct("ID", { creation_num: bcs.u64(), addr: address }) });
const eventHandle = bcs.struct("EventHandle", { counter: bcs.u64(), guid });

const codecs = {
  CoinStore: bcs.struct("CoinStore", {
    coin: bcs.struct("Coin", { value: bcs.u64() }),
    frozen: bcs.bool(),
    deposit_events: eventHandle,
    withdraw_events: eventHandle,
  }),
};

/** Decodes a coin store with a BCS library's schema, and serializes the result. Members stay in declared order. */
export function coinStoreText(value: Uint8Array): string {
  return JSON.stringify(codecs.CoinStore.parse(value));
}

const transferAbi: EntryFunctionABI = {
  signers: 1,
  typeParameters: [],
  parameters: ["address", "u64", "vector<u8>", "0x1::string::String"].map((text) => parseTypeTag(text)),
};

/** Encodes the arguments of a call with the official client, which has the ABI in its own form already. */
export function encodeCall(args: readonly (string | Uint8Array)[]): Uint8Array[] {
  return args.map((arg, i) => convertArgument("f", transferAbi, arg, i, []).bcsToBytes());
}
