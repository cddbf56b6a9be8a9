/// A coffee shop. Customers order drinks and pay for them, collect stamps on a card, and rate what they drank.
module cafe::shop {
    use std::error;
    use std::option::{Self, Option};
    use std::signer;
    use std::string::{Self, String};
    use std::vector;
    use aptos_std::simple_map::{Self, SimpleMap};
    use aptos_std::table::{Self, Table};
    use aptos_std::table_with_length::{Self, TableWithLength};
    use aptos_framework::account;
    use aptos_framework::aptos_account;
    use aptos_framework::event::{Self, EventHandle};
    use aptos_framework::fungible_asset::Metadata;
    use aptos_framework::object::Object;
    use aptos_framework::timestamp;

    /// The shop is closed.
    const ECLOSED: u64 = 1;
    /// The order was served already.
    const EALREADY_SERVED: u64 = 2;
    /// There is no order with this ticket.
    const EORDER_NOT_FOUND: u64 = 3;
    /// The drink is not on the menu.
    const ENOT_ON_THE_MENU: u64 = 4;
    /// Only the owner of the shop may do this.
    const ENOT_THE_OWNER: u64 = 5;
    /// There have to be as many ratings as drinks, each from one to five stars.
    const EBAD_RATING: u64 = 6;
    /// Nobody visited the shop from this address.
    const ENO_CARD: u64 = 7;

    /// Tickets are numbered on a roll of this length, then again from the start: the table of orders does not grow further.
    const TICKETS: u32 = 48;
    /// Visits that a card remembers.
    const CARD_VISITS: u64 = 5;
    /// Stars of a drink that are kept.
    const KEPT_STARS: u64 = 16;

    enum Milk has copy, drop, store { None, Whole, Oat { barista: bool } }

    enum Drink has copy, drop, store {
        Espresso { shots: u8 },
        Latte { shots: u8, milk: Milk, syrup: Option<String> },
        Tea(String, u16),
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
        tip: Option<u64>,
        to_go: bool,
        placed_at: u64,
        status: Status,
    }

    /// What the shop knows of a regular.
    struct Card has copy, drop, store {
        stamps: u16,
        points: u128,
        favourite: Option<Drink>,
        visits: vector<u64>,
    }

    struct Shop has key {
        name: String,
        open: bool,
        /// Octas by the name of the drink.
        prices: SimpleMap<String, u64>,
        orders: Table<Ticket, Order>,
        regulars: TableWithLength<address, Card>,
        /// The latest stars of each drink, one byte each.
        ratings: Table<String, vector<u8>>,
        next_number: u32,
        order_events: EventHandle<OrderEvent>,
    }

    struct OrderEvent has drop, store { ticket: Ticket, customer: address, total: u64 }

    #[event]
    struct OrderPlaced has drop, store { ticket: Ticket, customer: address, drinks: vector<Drink>, total: u64 }

    #[event]
    enum Served has drop, store {
        V1 { ticket: Ticket, by: address },
        V2 { ticket: Ticket, by: address, after_secs: u32 },
    }

    #[resource_group(scope = global)]
    struct Feedback {}

    #[resource_group_member(group = cafe::shop::Feedback)]
    /// A guest's latest answers: a field of every type that a transaction can carry.
    struct Survey has key, drop {
        again: bool,
        stars: u8,
        minutes: u16,
        cups: u32,
        paid: u64,
        happiness: u128,
        seed: u256,
        came_from: address,
        picture: vector<u8>,
        words: vector<String>,
        grid: vector<vector<u64>>,
        next_visit: Option<u64>,
        paid_with: Object<Metadata>,
    }

    fun init_module(owner: &signer) {
        let prices = simple_map::new();
        prices.add(string::utf8(b"espresso"), 250000);
        prices.add(string::utf8(b"latte"), 420000);
        prices.add(string::utf8(b"tea"), 310000);
        move_to(
            owner,
            Shop {
                name: string::utf8(b"Caf\xC3\xA9 du Ledger \xE2\x98\x95"),
                open: true,
                prices,
                orders: table::new(),
                regulars: table_with_length::new(),
                ratings: table::new(),
                next_number: 0,
                order_events: account::new_event_handle<OrderEvent>(owner),
            },
        );
    }

    /// Orders one drink, pays for it, and takes a ticket.
    public entry fun place_order(
        customer: &signer,
        drink: String,
        shots: u8,
        syrup: Option<String>,
        tip: Option<u64>,
        to_go: bool,
    ) acquires Shop {
        order(customer, vector[mix(drink, shots, syrup)], drink, tip, to_go);
    }

    /// Two customers have the same; the first one pays, and both have their cards stamped.
    public entry fun share(first: &signer, second: &signer, drink: String) acquires Shop {
        let drinks = vector[mix(drink, 1, option::none()), mix(drink, 2, option::none())];
        order(first, drinks, drink, option::none(), false);
        let shop = borrow_global_mut<Shop>(@cafe);
        stamp(shop, signer::address_of(second), mix(drink, 1, option::none()), 0);
    }

    /// Hands an order out.
    public entry fun serve(barista: &signer, counter: u8, number: u32) acquires Shop {
        let shop = borrow_global_mut<Shop>(@cafe);
        let ticket = Ticket { counter, number };
        assert!(shop.orders.contains(ticket), error::not_found(EORDER_NOT_FOUND));
        let order = shop.orders.borrow_mut(ticket);
        assert!(order.status is Status::Open, error::invalid_state(EALREADY_SERVED));
        let by = signer::address_of(barista);
        let after_secs = ((timestamp::now_seconds() - order.placed_at) as u32);
        order.status = Status::Served { by, after_secs };
        event::emit(Served::V2 { ticket, by, after_secs });
    }

    /// Throws a ticket away, with its order.
    public entry fun discard(keeper: &signer, counter: u8, number: u32) acquires Shop {
        let shop = owned_shop(keeper);
        let ticket = Ticket { counter, number };
        assert!(shop.orders.contains(ticket), error::not_found(EORDER_NOT_FOUND));
        shop.orders.remove(ticket);
    }

    /// Opens or closes the shop.
    public entry fun set_open(keeper: &signer, open: bool) acquires Shop {
        owned_shop(keeper).open = open;
    }

    /// Rates drinks, each with one to five stars.
    public entry fun rate(_customer: &signer, drinks: vector<String>, stars: vector<u8>) acquires Shop {
        assert!(drinks.length() == stars.length(), error::invalid_argument(EBAD_RATING));
        let shop = borrow_global_mut<Shop>(@cafe);
        while (!drinks.is_empty()) {
            let drink = drinks.pop_back();
            let given = stars.pop_back();
            assert!(shop.prices.contains_key(&drink), error::invalid_argument(ENOT_ON_THE_MENU));
            assert!(1 <= given && given <= 5, error::invalid_argument(EBAD_RATING));
            let latest = shop.ratings.borrow_mut_with_default(drink, vector[]);
            if (latest.length() == KEPT_STARS) {
                latest.remove(0);
            };
            latest.push_back(given);
        }
    }

    /// Leaves an answer of every type.
    public entry fun answer_survey(
        guest: &signer,
        again: bool,
        stars: u8,
        minutes: u16,
        cups: u32,
        paid: u64,
        happiness: u128,
        seed: u256,
        came_from: address,
        picture: vector<u8>,
        words: vector<String>,
        grid: vector<vector<u64>>,
        next_visit: Option<u64>,
        paid_with: Object<Metadata>,
    ) acquires Survey {
        let who = signer::address_of(guest);
        if (exists<Survey>(who)) {
            move_from<Survey>(who);
        };
        move_to(
            guest,
            Survey {
                again, stars, minutes, cups, paid, happiness, seed, came_from, picture, words, grid, next_visit,
                paid_with,
            },
        );
    }

    #[view]
    /// Octas for a drink.
    public fun price_of(drink: String): u64 acquires Shop {
        let shop = borrow_global<Shop>(@cafe);
        assert!(shop.prices.contains_key(&drink), error::invalid_argument(ENOT_ON_THE_MENU));
        *shop.prices.borrow(&drink)
    }

    #[view]
    /// The drinks that the shop serves.
    public fun menu(): vector<String> acquires Shop {
        borrow_global<Shop>(@cafe).prices.keys()
    }

    #[view]
    /// Whether the shop is open.
    public fun is_open(): bool acquires Shop {
        borrow_global<Shop>(@cafe).open
    }

    #[view]
    /// The order with a ticket.
    public fun find_order(counter: u8, number: u32): Option<Order> acquires Shop {
        let shop = borrow_global<Shop>(@cafe);
        let ticket = Ticket { counter, number };
        if (shop.orders.contains(ticket)) option::some(*shop.orders.borrow(ticket))
        else option::none()
    }

    #[view]
    /// The card of a customer.
    public fun regular(customer: address): Card acquires Shop {
        let shop = borrow_global<Shop>(@cafe);
        assert!(shop.regulars.contains(customer), error::not_found(ENO_CARD));
        *shop.regulars.borrow(customer)
    }

    inline fun owned_shop(keeper: &signer): &mut Shop {
        assert!(signer::address_of(keeper) == @cafe, error::permission_denied(ENOT_THE_OWNER));
        borrow_global_mut<Shop>(@cafe)
    }

    fun order(customer: &signer, drinks: vector<Drink>, name: String, tip: Option<u64>, to_go: bool) acquires Shop {
        let shop = borrow_global_mut<Shop>(@cafe);
        assert!(shop.open, error::invalid_state(ECLOSED));
        assert!(shop.prices.contains_key(&name), error::invalid_argument(ENOT_ON_THE_MENU));
        let total = *shop.prices.borrow(&name) * drinks.length() + *tip.borrow_with_default(&0);
        aptos_account::transfer(customer, @cafe, total);
        let who = signer::address_of(customer);
        let ticket = Ticket { counter: if (to_go) 1 else 0, number: shop.next_number };
        shop.next_number = (shop.next_number + 1) % TICKETS;
        stamp(shop, who, drinks[0], (total as u128));
        shop.orders.upsert(
            ticket,
            Order { customer: who, drinks, total, tip, to_go, placed_at: timestamp::now_seconds(), status: Status::Open },
        );
        shop.order_events.emit_event(OrderEvent { ticket, customer: who, total });
        event::emit(OrderPlaced { ticket, customer: who, drinks, total });
    }

    /// Marks a visit on a customer's card, which the first visit makes.
    fun stamp(shop: &mut Shop, customer: address, drink: Drink, points: u128) {
        let card = shop.regulars.borrow_mut_with_default(
            customer,
            Card { stamps: 0, points: 0, favourite: option::none(), visits: vector[] },
        );
        if (card.stamps % 3 == 0) {
            card.favourite = option::some(drink);
        };
        card.stamps = (card.stamps + 1) % 10;
        card.points += points;
        if (card.visits.length() == CARD_VISITS) {
            vector::remove(&mut card.visits, 0);
        };
        card.visits.push_back(timestamp::now_seconds());
    }

    fun mix(name: String, shots: u8, syrup: Option<String>): Drink {
        if (name == string::utf8(b"tea")) {
            Drink::Tea(string::utf8(b"Earl Grey"), 180 + (shots as u16))
        } else if (name == string::utf8(b"espresso")) {
            Drink::Espresso { shots }
        } else {
            let milk = if (shots == 0) Milk::None else if (shots == 1) Milk::Whole else Milk::Oat { barista: shots > 2 };
            Drink::Latte { shots, milk, syrup }
        }
    }
}
