/** `0x1` modules that hold many values: tables, whose items are state values of their own, and maps inside one value. */
export const collectionModules: readonly string[] = [
  `module 0x1::table {
    friend 0x1::table_with_length;
    friend 0x1::storage_slots_allocator;

    struct Table<phantom K: copy + drop, phantom V> has store { handle: address }
    struct Box<V> has key, drop, store { val: V }

    public fun new<K: copy + drop, V: store>(): Table<K, V>;
    public fun add<K: copy + drop, V>(self: &mut Table<K, V>, key: K, val: V);
    public fun borrow<K: copy + drop, V>(self: &Table<K, V>, key: K): &V;
    public fun borrow_mut<K: copy + drop, V>(self: &mut Table<K, V>, key: K): &mut V;
    public fun upsert<K: copy + drop, V: drop>(self: &mut Table<K, V>, key: K, value: V);
    public fun remove<K: copy + drop, V>(self: &mut Table<K, V>, key: K): V;
    public fun contains<K: copy + drop, V>(self: &Table<K, V>, key: K): bool;
  }`,

  `module 0x1::table_with_length {
    struct TableWithLength<phantom K: copy + drop, phantom V> has store { inner: table::Table<K, V>, length: u64 }

    public fun new<K: copy + drop, V: store>(): TableWithLength<K, V>;
    public fun add<K: copy + drop, V>(self: &mut TableWithLength<K, V>, key: K, val: V);
    public fun borrow<K: copy + drop, V>(self: &TableWithLength<K, V>, key: K): &V;
    public fun length<K: copy + drop, V>(self: &TableWithLength<K, V>): u64;
    public fun remove<K: copy + drop, V>(self: &mut TableWithLength<K, V>, key: K): V;
    public fun contains<K: copy + drop, V>(self: &TableWithLength<K, V>, key: K): bool;
  }`,

  `module 0x1::simple_map {
    /// Map key already exists
    const EKEY_ALREADY_EXISTS: u64 = 1;
    /// Map key is not found
    const EKEY_NOT_FOUND: u64 = 2;

    struct SimpleMap<Key, Value> has copy, drop, store { data: vector<Element<Key, Value>> }
    struct Element<Key, Value> has copy, drop, store { key: Key, value: Value }

    public fun new<Key: store, Value: store>(): SimpleMap<Key, Value>;
    public fun length<Key: store, Value: store>(self: &SimpleMap<Key, Value>): u64;
    public fun borrow<Key: store, Value: store>(self: &SimpleMap<Key, Value>, key: &Key): &Value;
    public fun contains_key<Key: store, Value: store>(self: &SimpleMap<Key, Value>, key: &Key): bool;
    public fun add<Key: store, Value: store>(self: &mut SimpleMap<Key, Value>, key: Key, value: Value);
    public fun keys<Key: copy, Value>(self: &SimpleMap<Key, Value>): vector<Key>;
  }`,

  `module 0x1::ordered_map {
    friend 0x1::big_ordered_map;

    /// Map key already exists
    const EKEY_ALREADY_EXISTS: u64 = 1;
    /// Map key is not found
    const EKEY_NOT_FOUND: u64 = 2;

    struct Entry<K, V> has copy, drop, store { key: K, value: V }
    enum OrderedMap<K, V> has copy, drop, store { SortedVectorMap { entries: vector<Entry<K, V>> } }
    enum IteratorPtr has copy, drop { End, Position { index: u64 } }

    public fun new<K, V>(): OrderedMap<K, V>;
    public fun length<K, V>(self: &OrderedMap<K, V>): u64;
    public fun add<K, V>(self: &mut OrderedMap<K, V>, key: K, value: V);
    public fun remove<K: drop, V>(self: &mut OrderedMap<K, V>, key: &K): V;
    public fun contains<K, V>(self: &OrderedMap<K, V>, key: &K): bool;
    public fun borrow<K, V>(self: &OrderedMap<K, V>, key: &K): &V;
  }`,

  `module 0x1::storage_slots_allocator {
    enum Link<T: store> has store { Occupied { value: T }, Vacant { next: u64 } }
    enum StorageSlotsAllocator<T: store> has store {
      V1 {
        slots: option::Option<table_with_length::TableWithLength<u64, Link<T>>>,
        new_slot_index: u64,
        should_reuse: bool,
        reuse_head_index: u64,
        reuse_spare_count: u32,
      },
    }
    struct ReservedSlot { slot_index: u64 }
    struct StoredSlot has store { slot_index: u64 }

    public fun new<T: store>(should_reuse: bool): StorageSlotsAllocator<T>;
    public fun add<T: store>(self: &mut StorageSlotsAllocator<T>, val: T): StoredSlot;
    public fun borrow<T: store>(self: &StorageSlotsAllocator<T>, slot_index: u64): &T;
    public fun stored_to_index(self: &StoredSlot): u64;
  }`,

  `module 0x1::big_ordered_map {
    /// Map key already exists
    const EKEY_ALREADY_EXISTS: u64 = 1;
    /// Map key is not found
    const EKEY_NOT_FOUND: u64 = 2;

    enum Child<V: store> has store { Inner { node_index: storage_slots_allocator::StoredSlot }, Leaf { value: V } }
    enum Node<K: store, V: store> has store {
      V1 { is_leaf: bool, children: ordered_map::OrderedMap<K, Child<V>>, prev: u64, next: u64 },
    }
    enum IteratorPtr<K> has copy, drop {
      End,
      Some { node_index: u64, child_iter: ordered_map::IteratorPtr, key: K },
    }
    enum BigOrderedMap<K: store, V: store> has store {
      BPlusTreeMap {
        root: Node<K, V>,
        nodes: storage_slots_allocator::StorageSlotsAllocator<Node<K, V>>,
        min_leaf_index: u64,
        max_leaf_index: u64,
        constant_kv_size: bool,
        inner_max_degree: u16,
        leaf_max_degree: u16,
      },
    }

    public fun new<K: store, V: store>(): BigOrderedMap<K, V>;
    public fun add<K: copy + drop + store, V: store>(self: &mut BigOrderedMap<K, V>, key: K, value: V);
    public fun remove<K: copy + drop + store, V: store>(self: &mut BigOrderedMap<K, V>, key: &K): V;
    public fun contains<K: copy + drop + store, V: store>(self: &BigOrderedMap<K, V>, key: &K): bool;
    public fun borrow<K: copy + drop + store, V: store>(self: &BigOrderedMap<K, V>, key: &K): &V;
    public fun is_empty<K: store, V: store>(self: &BigOrderedMap<K, V>): bool;
  }`,
];
