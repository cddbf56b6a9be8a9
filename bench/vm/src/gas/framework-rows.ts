import { formatAddressLong, parseAddress } from "@ledger/types";
import { ByteVector, type Value } from "@ledger/vm";
import { fixed, type GasRow, lengths, type NativeWork, native, smallerLengths } from "./row.ts";
import { accountAddress as address, bytesOf, shapes, string, text, textOf, vectorBytes } from "./values.ts";

const values: readonly GasRow[] = shapes.flatMap(({ type, make, item }): GasRow[] => [
  native("0x1::bcs::to_bytes", smallerLengths, (size) => ({ args: [make(size)], typeArgs: [type] }), type),
  native("0x1::bcs::serialized_size", smallerLengths, (size) => ({ args: [make(size)], typeArgs: [type] }), type),
  native("0x1::cmp::compare", smallerLengths, (size) => ({ args: [make(size), make(size)], typeArgs: [type] }), type),
  native("0x1::mem::swap", smallerLengths, (size) => ({ args: [make(size), make(size)], typeArgs: [type] }), type),
  ...["0x1::from_bcs::from_bytes", "0x1::util::from_bytes"].map((name) =>
    native(
      name,
      smallerLengths,
      (size) => ({ args: [new ByteVector(vectorBytes(size, item))], typeArgs: [type] }),
      type,
    ),
  ),
  native(
    "0x1::string_utils::native_format",
    smallerLengths,
    (size) => ({ args: [make(size), true, true, false, true], typeArgs: [type] }),
    type,
  ),
  moveRange(type, make),
]);

/** Elements of one vector moved into another and back, at the front of both. */
function moveRange(type: string, make: (size: number) => Value): GasRow {
  const element = type.slice("vector<".length, -1);
  return {
    name: `0x1::vector::move_range ${type}`,
    covers: ["0x1::vector::move_range"],
    sizes: smallerLengths,
    counts: false,
    work: (size) => ({
      inputs: [
        { type: `&mut ${type}`, value: make(size) },
        { type: `&mut ${type}`, value: make(size) },
      ],
      imports: ["0x1::vector::move_range"],
      types: [element],
      body: () => [
        ...([1, 2] as const).flatMap(
          (from) =>
            [
              ["copy_loc", from],
              ["ld_u64", 0],
              ["ld_u64", 1],
              ["copy_loc", 3 - from],
              ["ld_u64", 0],
              ["call_generic", "0x1::vector::move_range", element],
            ] as const,
        ),
      ],
    }),
  };
}

const hashes = [
  "0x1::hash::sha2_256",
  "0x1::hash::sha3_256",
  "0x1::aptos_hash::blake2b_256_internal",
  "0x1::aptos_hash::keccak256",
  "0x1::aptos_hash::ripemd160_internal",
  "0x1::aptos_hash::sha2_512_internal",
  "0x1::aptos_hash::sha3_512_internal",
  "0x1::aptos_hash::sip_hash",
].map((name) => native(name, lengths, (size) => ({ args: [bytesOf(size)] })));

const formatted = [
  native("0x1::string_utils::native_format", lengths, (size) => format(textOf(size), string), string),
  native("0x1::string_utils::native_format", lengths, (size) => format(textOf(size, '"'), string), "quotes"),
  native(
    "0x1::string_utils::native_format_list",
    lengths,
    (size) => ({ args: [bytesOf(size), [false]], typeArgs: ["0x1::string_utils::NIL"] }),
    "letters",
  ),
  native(
    "0x1::string_utils::native_format_list",
    lengths,
    (size) => ({ args: [bytesOf(size, "{".charCodeAt(0)), [false]], typeArgs: ["0x1::string_utils::NIL"] }),
    "brackets",
  ),
];

function format(value: Value, type: string): Omit<NativeWork, "native"> {
  return { args: [value, true, true, false, true], typeArgs: [type] };
}

const texts = [
  native("0x1::string::internal_check_utf8", lengths, (size) => ({ args: [bytesOf(size)] })),
  native("0x1::string::internal_index_of", lengths, (size) => ({
    args: [bytesOf(size), new ByteVector(bytesOf(size / 2).bytes.with(-1, 0x62))],
  })),
  native("0x1::string::internal_is_char_boundary", lengths, (size) => ({ args: [bytesOf(size), size / 2] })),
  native("0x1::string::internal_sub_string", lengths, (size) => ({ args: [bytesOf(size), 1, size - 1] })),
  native("0x1::function_info::is_identifier", lengths, (size) => ({ args: [bytesOf(size)] })),
  native("0x1::debug::native_print", lengths, (size) => ({ args: [textOf(size)] })),
];

const framework = formatAddressLong(parseAddress("0x1"));
const functionInfo = (name: string): Value => [framework, text("signer"), text(name)];

const types = [
  ...["0x1::type_info::type_name", "0x1::bcs::constant_serialized_size"].map((name) =>
    native(name, [1, 2, 4, 6], (size) => ({ typeArgs: [`${"vector<".repeat(size)}u64${">".repeat(size)}`] })),
  ),
  native("0x1::type_info::type_of", [1, 2, 4, 6], (size) => ({
    typeArgs: [`${"0x1::option::Option<".repeat(size)}u64${">".repeat(size)}`],
  })),
  fixed("0x1::type_info::chain_id_internal"),
  fixed("0x1::debug::native_stack_trace"),
  fixed("0x1::function_info::load_function_impl", () => [functionInfo("address_of")]),
  fixed("0x1::function_info::check_dispatch_type_compatibility_impl", () => [
    functionInfo("address_of"),
    functionInfo("borrow_address"),
  ]),
];

const addresses = [
  fixed("0x1::signer::borrow_address", () => [[0, address]]),
  fixed("0x1::create_signer::create_signer", () => [address]),
  fixed("0x1::object::exists_at", () => [address], ["0x1::object::ObjectCore"]),
  fixed("0x1::object::create_user_derived_object_address_impl", () => [address, address]),
];

const context = [
  ...[
    "chain_id_internal",
    "entry_function_payload_internal",
    "gas_payer_internal",
    "gas_unit_price_internal",
    "generate_unique_address",
    "get_script_hash",
    "get_txn_hash",
    "is_encrypted_txn_internal",
    "max_gas_amount_internal",
    "monotonically_increasing_counter_internal_for_test_only",
    "multisig_payload_internal",
    "secondary_signers_internal",
    "sender_internal",
  ].map((name) => fixed(`0x1::transaction_context::${name}`)),
  fixed("0x1::transaction_context::monotonically_increasing_counter_internal", () => [1]),
  fixed("0x1::randomness::fetch_and_increment_txn_counter"),
  fixed("0x1::randomness::is_unbiasable"),
  fixed("0x1::state_storage::get_state_storage_usage_only_at_epoch_beginning"),
];

const aggregator = (): Value => [5, 1_000_000_000];
const ofU64 = ["u64"];

const newerAggregators = [
  fixed("0x1::aggregator_v2::create_aggregator", () => [5], ofU64),
  fixed("0x1::aggregator_v2::create_unbounded_aggregator", () => [], ofU64),
  fixed("0x1::aggregator_v2::try_add", () => [aggregator(), 1], ofU64),
  fixed("0x1::aggregator_v2::try_sub", () => [[900_000_000, 1_000_000_000], 1], ofU64),
  fixed("0x1::aggregator_v2::is_at_least_impl", () => [aggregator(), 1], ofU64),
  fixed("0x1::aggregator_v2::read", () => [aggregator()], ofU64),
  fixed("0x1::aggregator_v2::snapshot", () => [aggregator()], ofU64),
  fixed("0x1::aggregator_v2::create_snapshot", () => [5], ofU64),
  fixed("0x1::aggregator_v2::read_snapshot", () => [[5]], ofU64),
  native("0x1::aggregator_v2::create_derived_string", [16, 64, 256, 1024], (size) => ({ args: [textOf(size)] })),
  native("0x1::aggregator_v2::derive_string_concat", [16, 64, 256, 1024], (size) => ({
    args: [textOf(size / 2), [7], textOf(size / 2)],
    typeArgs: ofU64,
  })),
  native("0x1::aggregator_v2::read_derived_string", [16, 64, 256, 1024], (size) => ({
    args: [[textOf(size), bytesOf(0)]],
  })),
];

/** Natives that work on values, texts and facts of the transaction. */
export const frameworkRows: readonly GasRow[] = [
  ...values,
  ...hashes,
  ...formatted,
  ...texts,
  ...types,
  ...addresses,
  ...context,
  ...newerAggregators,
];
