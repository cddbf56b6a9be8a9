/**
 * The application that the development ledger runs, at its own address: a coffee shop. It is there to use what Move has:
 * enums in enums, generics, tables with struct keys, handle events and module events, entry functions with every kind of
 * argument, a fungible asset, a coin, and objects that come and go.
 */
export const applicationModules: readonly string[] = [
  `module 0xcafe::shop {
    /// The shop is closed.
    const ECLOSED: u64 = 1;
    /// The ticket was already served.
    const EALREADY_SERVED: u64 = 2;
    /// There is no order under this ticket.
    const EORDER_NOT_FOUND: u64 = 3;

    enum Milk has copy, drop, store { None, Whole, Oat { barista: bool } }
    enum Drink has copy, drop, store {
      Espresso { shots: u8 },
      Latte { shots: u8, milk: Milk, syrup: 0x1::option::Option<0x1::string::String> },
      Tea(0x1::string::String, u16),
    }
    enum Status has copy, drop, store {
      Open,
      Served { by: address, after_secs: u32 },
    }
    struct Ticket has copy, drop, store { counter: u8, number: u32 }
    struct Order has copy, drop, store {
      customer: address,
      drinks: vector<Drink>,
      total: u64,
      tip: 0x1::option::Option<u64>,
      to_go: bool,
      placed_at: u64,
      status: Status,
    }
    struct Card has copy, drop, store {
      stamps: u16,
      points: u128,
      favourite: 0x1::option::Option<Drink>,
      visits: vector<u64>,
    }
    struct Shop has key {
      name: 0x1::string::String,
      open: bool,
      prices: 0x1::simple_map::SimpleMap<0x1::string::String, u64>,
      orders: 0x1::table::Table<Ticket, Order>,
      regulars: 0x1::table_with_length::TableWithLength<address, Card>,
      ratings: 0x1::table::Table<0x1::string::String, vector<u8>>,
      next_number: u32,
      order_events: 0x1::event::EventHandle<OrderEvent>,
    }
    struct OrderEvent has drop, store { ticket: Ticket, customer: address, total: u64 }
    #[event]
    struct OrderPlaced has drop, store { ticket: Ticket, customer: address, drinks: vector<Drink>, total: u64 }
    #[event]
    enum Served has drop, store {
      V1 { ticket: Ticket, by: address },
      V2 { ticket: Ticket, by: address, after_secs: u32 },
    }
    struct Survey has key, copy, drop {
      again: bool,
      stars: u8,
      minutes: u16,
      cups: u32,
      paid: u64,
      happiness: u128,
      seed: u256,
      mood: i64,
      came_from: address,
      picture: vector<u8>,
      words: vector<0x1::string::String>,
      grid: vector<vector<u64>>,
      next_visit: 0x1::option::Option<u64>,
      paid_with: 0x1::object::Object<0x1::fungible_asset::Metadata>,
    }

    public entry fun place_order(
      customer: &signer, drink: 0x1::string::String, shots: u8, syrup: 0x1::option::Option<0x1::string::String>,
      tip: 0x1::option::Option<u64>, to_go: bool);
    public entry fun serve(barista: &signer, counter: u8, number: u32, after_secs: u32);
    public entry fun discard(keeper: &signer, counter: u8, number: u32);
    public entry fun rate(customer: &signer, drinks: vector<0x1::string::String>, stars: vector<u8>);
    public entry fun share(first: &signer, second: &signer, drink: 0x1::string::String);
    public entry fun answer_survey(
      guest: &signer, again: bool, stars: u8, minutes: u16, cups: u32, paid: u64, happiness: u128, seed: u256, mood: i64,
      came_from: address, picture: vector<u8>, words: vector<0x1::string::String>, grid: vector<vector<u64>>,
      next_visit: 0x1::option::Option<u64>, paid_with: 0x1::object::Object<0x1::fungible_asset::Metadata>);
    #[view] public fun price_of(drink: 0x1::string::String): u64;
    #[view] public fun find_order(ticket: Ticket): 0x1::option::Option<Order>;
    #[view] public fun regular(customer: address): Card;
  }`,

  `module 0xcafe::stock {
    struct Beans has copy, drop, store { grams: u64, origin: 0x1::string::String }
    struct Cups has copy, drop, store { count: u32 }
    struct Crate<Good: store> has key, store { goods: vector<Good>, sealed: bool }
    struct Label<phantom Kind> has copy, drop, store { text: 0x1::string::String }
    struct Shelf<phantom Kind, Good: store> has key {
      label: Label<Kind>,
      crates: vector<Crate<Good>>,
      spare: 0x1::option::Option<Crate<Good>>,
    }

    public entry fun deliver_beans<Kind>(keeper: &signer, origin: 0x1::string::String, grams: vector<u64>);
    #[view] public fun count<Kind, Good: store>(keeper: address): u64;
  }`,

  `module 0xcafe::cup {
    enum Glaze has copy, drop, store { Raw, Celadon { tone: u8 }, Gold { leaves: vector<u16> } }
    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct Cup has key { name: 0x1::string::String, glaze: Glaze, fired_at: u64 }
    #[event]
    struct Fired has drop, store { cup: address, potter: address, glaze: Glaze }
    #[event]
    struct Smashed has drop, store { cup: address, owner: address }

    public entry fun fire(potter: &signer, seed: vector<u8>, name: 0x1::string::String, tone: u8);
    public entry fun smash(owner: &signer, cup: 0x1::object::Object<Cup>);
    #[view] public fun glaze(cup: 0x1::object::Object<Cup>): Glaze;
  }`,

  `module 0xcafe::bean {
    /// Only the shop mints beans.
    const ENOT_SHOP: u64 = 1;

    #[resource_group_member(group = 0x1::object::ObjectGroup)]
    struct Refs has key {
      mint_ref: 0x1::fungible_asset::MintRef,
      transfer_ref: 0x1::fungible_asset::TransferRef,
      burn_ref: 0x1::fungible_asset::BurnRef,
    }
    #[event]
    struct Minted has drop, store { to: address, amount: u64 }

    public entry fun mint(shop: &signer, to: address, amount: u64);
    public entry fun burn(holder: &signer, amount: u64);
    #[view] public fun metadata(): 0x1::object::Object<0x1::fungible_asset::Metadata>;
  }`,

  `module 0xcafe::voucher {
    struct Voucher {}
  }`,
];
