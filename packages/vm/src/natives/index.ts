import type { NativeTable } from "../port/native.ts";
import { cryptoFamilies } from "./crypto-natives.ts";
import { aggregatorNatives } from "./framework/aggregator.ts";
import { aggregatorV2Natives } from "./framework/aggregator-v2.ts";
import { bcsNatives } from "./framework/bcs.ts";
import { cmpNatives } from "./framework/cmp.ts";
import { codeNatives } from "./framework/code.ts";
import { consensusConfigNatives } from "./framework/consensus-config.ts";
import { debugNatives } from "./framework/debug.ts";
import { dispatchNatives } from "./framework/dispatch.ts";
import { eventNatives } from "./framework/event.ts";
import { fromBcsNatives } from "./framework/from-bcs.ts";
import { functionInfoNatives } from "./framework/function-info.ts";
import { hashNatives } from "./framework/hash.ts";
import { memNatives } from "./framework/mem.ts";
import { objectNatives } from "./framework/object.ts";
import { randomnessNatives } from "./framework/randomness.ts";
import { reflectNatives } from "./framework/reflect.ts";
import { signerNatives } from "./framework/signer.ts";
import { stateStorageNatives } from "./framework/state-storage.ts";
import { storageSlotNatives } from "./framework/storage-slot.ts";
import { stringNatives } from "./framework/string.ts";
import { stringUtilsNatives } from "./framework/string-utils.ts";
import { tableNatives } from "./framework/table.ts";
import { transactionContextNatives } from "./framework/transaction-context.ts";
import { typeInfoNatives } from "./framework/type-info.ts";
import { vectorNatives } from "./framework/vector.ts";
import { refusingNatives } from "./unsupported-natives.ts";

export { type AggregatorUse, aggregators } from "./framework/aggregator.ts";
export { type PublishRequest, publishRequest } from "./framework/code.ts";
export { type DebugOutput, debugOutput } from "./framework/debug.ts";
export { unsupportedNatives } from "./unsupported-natives.ts";

/**
 * Every native that the published frameworks declare and that can be called; {@link unsupportedNatives} among them end in a
 * `HostError`.
 */
export const frameworkNatives: NativeTable = new Map(
  [
    aggregatorNatives,
    aggregatorV2Natives,
    bcsNatives,
    cmpNatives,
    codeNatives,
    consensusConfigNatives,
    debugNatives,
    dispatchNatives,
    eventNatives,
    fromBcsNatives,
    functionInfoNatives,
    hashNatives,
    memNatives,
    objectNatives,
    randomnessNatives,
    reflectNatives,
    signerNatives,
    stateStorageNatives,
    storageSlotNatives,
    stringNatives,
    stringUtilsNatives,
    tableNatives,
    transactionContextNatives,
    typeInfoNatives,
    vectorNatives,
    ...cryptoFamilies.map(({ natives }) => natives),
    refusingNatives,
  ].flatMap((group) => Object.entries(group)),
);

/**
 * Loads the cryptography that natives need, about 100 kB, ahead of their first call. Without it that call waits, which makes the
 * answer of an otherwise synchronous session a promise.
 */
export async function loadCrypto(): Promise<void> {
  await Promise.all(cryptoFamilies.map((family) => family.load()));
}
