import { type Address, formatAddressLong, whenReady } from "@ledger/types";
import { addressOf, integerOf, partsBehind, partsOf } from "../../natives/arguments.ts";
import { lazyNatives } from "../../natives/lazy-natives.ts";
import type { EmittedEvent } from "../../port/event-log.ts";
import type { NativeCall, NativeFunction, NativeTable } from "../../port/native.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { deserializeValue } from "../../value/deserialize.ts";
import { signerValue, type Value } from "../../value/value.ts";

/** Signers of the addresses whose first eight bytes are 0, 1, 2 … with the lowest byte first. */
function createSigners(call: NativeCall): Value {
  return Array.from({ length: Number(integerOf(call.args[0])) }, (_, i) => {
    const address = new Uint8Array(32);
    new DataView(address.buffer).setBigUint64(0, BigInt(i), true);
    return signerValue(formatAddressLong(address as Address));
  });
}

/** The messages of the session's events that have the native's type and some more in common. */
function emitted(call: NativeCall, isMeant: (event: EmittedEvent) => boolean): ReturnType<NativeFunction> {
  const { session } = call;
  const type = call.typeArgs[0]!;
  return whenReady(session.layout(type), (layout) => {
    const events = session.events.filter((event) => event.type === type && isMeant(event));
    const messages = events.map(({ data }) => deserializeValue(data, layout, session.types)!);
    return type.kind === "U8" ? new ByteVector(Uint8Array.from(messages as number[])) : messages;
  });
}

/** The events of an `EventHandle`: a counter and a guid, whose id is a creation number and an address. */
function emittedByHandle(call: NativeCall): ReturnType<NativeFunction> {
  const [, guid] = partsBehind(call.args[0]);
  const [number, address] = partsOf(partsOf(guid)[0]);
  const creationNumber = BigInt(integerOf(number));
  const owner = addressOf(address);
  return emitted(call, ({ key }) => key?.creationNumber === creationNumber && key.address === owner);
}

const families = [
  lazyNatives(
    {
      "0x1::ed25519": ["generate_keys_internal", "sign_internal"],
      "0x1::multi_ed25519": ["generate_keys_internal", "sign_internal"],
      "0x1::bls12381": ["generate_keys_internal", "sign_internal", "generate_proof_of_possession_internal"],
      "0x1::ristretto255": ["random_scalar_internal"],
    },
    () => import("./keys.ts"),
  ),
  lazyNatives(
    { "0x1::ristretto255_bulletproofs": ["prove_range_internal", "prove_batch_range_internal"] },
    () => import("./bulletproofs.ts"),
  ),
  lazyNatives({ "0x1::crypto_algebra": ["rand_insecure_internal"] }, () => import("./algebra-elements.ts")),
];

/**
 * The natives that only code for tests declares. What they make up is the same in every run. They cost nothing.
 *
 * @see the framework's `#[test_only]` natives
 */
export const testNatives: NativeTable = new Map<string, NativeFunction>([
  ["0x1::unit_test::create_signers_for_testing", createSigners],
  ["0x1::event::emitted_events", (call) => emitted(call, ({ key }) => key === undefined)],
  ["0x1::event::emitted_events_by_handle", emittedByHandle],
  ...families.flatMap(({ natives }) => Object.entries(natives)),
]);
