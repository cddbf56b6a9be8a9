/** `0x1` modules of the Move standard library: text, options, vectors. Names and layouts are those of public networks. */
export const standardModules: readonly string[] = [
  `module 0x1::error {
    public fun canonical(category: u64, reason: u64): u64;
    public fun invalid_argument(reason: u64): u64;
    public fun out_of_range(reason: u64): u64;
    public fun invalid_state(reason: u64): u64;
    public fun unauthenticated(reason: u64): u64;
    public fun permission_denied(reason: u64): u64;
    public fun not_found(reason: u64): u64;
    public fun already_exists(reason: u64): u64;
    public fun resource_exhausted(reason: u64): u64;
    public fun internal(reason: u64): u64;
    public fun unavailable(reason: u64): u64;
  }`,

  `module 0x1::signer {
    native public fun borrow_address(account: &signer): &address;
    public fun address_of(account: &signer): address;
  }`,

  `module 0x1::vector {
    /// The index into the vector is out of bounds
    const EINDEX_OUT_OF_BOUNDS: u64 = 131072;

    native public fun empty<Element>(): vector<Element>;
    native public fun length<Element>(self: &vector<Element>): u64;
    native public fun borrow<Element>(self: &vector<Element>, i: u64): &Element;
    native public fun borrow_mut<Element>(self: &mut vector<Element>, i: u64): &mut Element;
    native public fun push_back<Element>(self: &mut vector<Element>, e: Element);
    native public fun pop_back<Element>(self: &mut vector<Element>): Element;
    native public fun destroy_empty<Element>(self: vector<Element>);
    native public fun swap<Element>(self: &mut vector<Element>, i: u64, j: u64);
    public fun singleton<Element>(e: Element): vector<Element>;
    public fun append<Element>(self: &mut vector<Element>, other: vector<Element>);
    public fun contains<Element>(self: &vector<Element>, e: &Element): bool;
    public fun index_of<Element>(self: &vector<Element>, e: &Element): (bool, u64);
    public fun remove<Element>(self: &mut vector<Element>, i: u64): Element;
    public fun slice<Element: copy>(self: &vector<Element>, start: u64, end: u64): vector<Element>;
  }`,

  `module 0x1::option {
    /// The Option is in an invalid state for the operation attempted: it is Some while it should be None.
    const EOPTION_IS_SET: u64 = 262144;
    /// The Option is in an invalid state for the operation attempted: it is None while it should be Some.
    const EOPTION_NOT_SET: u64 = 262145;

    enum Option<Element> has copy, drop, store { None, Some { e: Element } }

    public fun none<Element>(): Option<Element>;
    public fun some<Element>(e: Element): Option<Element>;
    public fun is_none<Element>(self: &Option<Element>): bool;
    public fun is_some<Element>(self: &Option<Element>): bool;
    public fun borrow<Element>(self: &Option<Element>): &Element;
    public fun get_with_default<Element: copy + drop>(self: &Option<Element>, default_ref: Element): Element;
    public fun fill<Element>(self: &mut Option<Element>, e: Element);
    public fun extract<Element>(self: &mut Option<Element>): Element;
    public fun destroy_some<Element>(self: Option<Element>): Element;
    public fun destroy_none<Element>(self: Option<Element>);
    public fun to_vec<Element>(self: Option<Element>): vector<Element>;
  }`,

  `module 0x1::string {
    /// An invalid UTF8 encoding.
    const EINVALID_UTF8: u64 = 1;
    /// Index out of range.
    const EINVALID_INDEX: u64 = 2;

    struct String has copy, drop, store { bytes: vector<u8> }

    public fun utf8(bytes: vector<u8>): String;
    public fun try_utf8(bytes: vector<u8>): option::Option<String>;
    public fun bytes(self: &String): &vector<u8>;
    public fun is_empty(self: &String): bool;
    public fun length(self: &String): u64;
    public fun append(self: &mut String, r: String);
    public fun sub_string(self: &String, i: u64, j: u64): String;
    native public fun internal_check_utf8(v: &vector<u8>): bool;
  }`,

  `module 0x1::bcs {
    native public fun to_bytes<MoveValue>(v: &MoveValue): vector<u8>;
    native public fun serialized_size<MoveValue>(v: &MoveValue): u64;
    native public fun constant_serialized_size<MoveValue>(): option::Option<u64>;
  }`,

  `module 0x1::type_info {
    struct TypeInfo has copy, drop, store {
      account_address: address,
      module_name: vector<u8>,
      struct_name: vector<u8>,
    }

    public fun account_address(self: &TypeInfo): address;
    public fun module_name(self: &TypeInfo): vector<u8>;
    public fun struct_name(self: &TypeInfo): vector<u8>;
    native public fun type_of<T>(): TypeInfo;
    native public fun type_name<T>(): string::String;
  }`,

  `module 0x1::copyable_any {
    /// The type provided for \`unpack\` is not the same as was given for \`pack\`.
    const ETYPE_MISMATCH: u64 = 0;

    struct Any has copy, drop, store { type_name: string::String, data: vector<u8> }

    public fun pack<T: copy + drop + store>(x: T): Any;
    public fun unpack<T>(self: Any): T;
    public fun type_name(self: &Any): &string::String;
  }`,
];
