import type { Random } from "@ledger/random";
import { type Address, bytesToHex, type SignedTransaction, type TransactionPayload } from "@ledger/types";
import {
  type Actor,
  actor,
  callCounter,
  createMultisig,
  executeMultisig,
  failures,
  orderless,
  propose,
  publishCounter,
  signed,
  sponsored,
  type Terms,
  together,
  transfers,
  twoSigners,
} from "./cast.ts";

/** Coins that change hands when a transaction succeeds. */
export interface Effect {
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
  /** Set where the transaction succeeds also without it: it takes place if the coins are there. */
  readonly isOptional?: boolean;
}

/** A transaction, with what has to become of it. */
export interface Planned {
  readonly kind: string;
  readonly transaction: SignedTransaction;
  /** `kept`: success or failure, as it happens. */
  readonly expected: "success" | "failure" | "kept" | "discard";
  readonly effects: readonly Effect[];
  readonly payer: Address;
  /** Called once the transaction succeeded, with what it wrote. */
  readonly onSuccess?: ((writtenAddresses: readonly string[]) => void) | undefined;
}

interface Multisig {
  readonly owner: Actor;
  readonly address: Address;
  readonly queue: Effect[];
}

const names = Array.from({ length: 20 }, (_, index) => `player ${index}`);

/** Makes up transactions for a cast whose balances and sequence numbers it follows by itself. */
export class Playwright {
  readonly actors: Actor[] = names.map((name) => actor(name));
  readonly #random: Random;
  readonly #sequence = new Map<string, bigint>();
  readonly #balanceOf: (address: Address) => bigint;
  readonly #publishers = new Map<Actor, number>();
  readonly #multisigs: Multisig[] = [];
  #used: SignedTransaction | undefined;
  #nonce = 1n;
  #newcomers = 0;
  /** Effects of transactions that are planned, and not executed yet. */
  readonly #ahead = new Map<string, bigint>();

  constructor(random: Random, balanceOf: (address: Address) => bigint) {
    this.#random = random;
    this.#balanceOf = balanceOf;
  }

  /** Sets the sequence number that an account has. */
  setSequence(address: Address, value: bigint): void {
    this.#sequence.set(bytesToHex(address), value);
  }

  /** Forgets what lay ahead: a block has been executed. */
  settle(): void {
    this.#ahead.clear();
  }

  next(nowSecs: bigint): Planned {
    const random = this.#random;
    const sender = random.pick(this.actors);
    const terms = this.#terms(sender, nowSecs);
    const roll = random.below(100);
    if (roll < 34) return this.#transfer(sender, terms);
    if (roll < 42) return this.#orderless(sender, terms);
    if (roll < 50) return this.#sponsored(sender, terms);
    if (roll < 54)
      return this.#keep("two signers", together(sender, this.#other(sender), twoSigners, terms), "success");
    if (roll < 60) return this.#overdraft(sender, terms);
    if (roll < 65) return this.#keep("failing call", signed(sender, random.pick(failures), terms), "failure");
    if (roll < 70) return this.#scant(sender, terms);
    if (roll < 76) return this.#bad(sender, terms, nowSecs);
    if (roll < 80) return this.#newcomer(sender, terms);
    if (roll < 82) return this.#publish(sender, terms);
    if (roll < 90) return this.#call(sender, terms);
    return this.#multisig(sender, terms);
  }

  #terms(sender: Actor, nowSecs: bigint): Terms {
    const sequenceNumber = this.#sequence.get(bytesToHex(sender.address)) ?? 0n;
    return { sequenceNumber, expirationTimestampSecs: nowSecs + 50n };
  }

  #other(sender: Actor): Actor {
    const found = this.#random.pick(this.actors);
    return found === sender ? this.actors[(this.actors.indexOf(sender) + 1) % this.actors.length]! : found;
  }

  /** A transaction that takes its sender's sequence number. */
  #keep(
    kind: string,
    transaction: SignedTransaction,
    expected: Planned["expected"],
    more: Partial<Planned> = {},
  ): Planned {
    const { sender, sequenceNumber } = transaction.rawTxn;
    if (expected !== "discard") this.setSequence(sender, sequenceNumber + 1n);
    for (const { from, amount } of more.effects ?? []) {
      const id = bytesToHex(from);
      this.#ahead.set(id, (this.#ahead.get(id) ?? 0n) + amount);
    }
    return { kind, transaction, expected, effects: [], payer: sender, ...more };
  }

  /** An amount that the account has for certain, whatever comes before. */
  #affordable(from: Address): bigint {
    const free = this.#balanceOf(from) - (this.#ahead.get(bytesToHex(from)) ?? 0n) - 500_000_000n;
    return free > 10_000n ? BigInt(this.#random.below(10_000)) : 0n;
  }

  #move(sender: Actor, to: Address): { payload: TransactionPayload; effects: readonly Effect[] } {
    const amount = this.#affordable(sender.address);
    const payload = this.#random.pick(transfers)(to, amount);
    return { payload, effects: [{ from: sender.address, to, amount }] };
  }

  #transfer(sender: Actor, terms: Terms): Planned {
    // Also to oneself.
    const { payload, effects } = this.#move(sender, this.#random.pick(this.actors).address);
    return this.#keep("transfer", signed(sender, payload, terms), "success", { effects });
  }

  #orderless(sender: Actor, terms: Terms): Planned {
    if (this.#used !== undefined && this.#random.below(4) === 0) {
      const { rawTxn } = this.#used;
      const isOver = rawTxn.expirationTimestampSecs < terms.expirationTimestampSecs - 45n;
      if (!isOver) return this.#plain("the same nonce again", this.#used, "discard");
    }
    const { payload, effects } = this.#move(sender, this.#other(sender).address);
    const transaction = orderless(sender, payload, this.#nonce++, terms);
    this.#used = transaction;
    return { ...this.#plain("orderless", transaction, "success"), effects };
  }

  #plain(kind: string, transaction: SignedTransaction, expected: Planned["expected"]): Planned {
    return { kind, transaction, expected, effects: [], payer: transaction.rawTxn.sender };
  }

  #sponsored(sender: Actor, terms: Terms): Planned {
    const payer = this.#other(sender);
    const { payload, effects } = this.#move(sender, this.#random.pick(this.actors).address);
    return this.#keep("sponsored", sponsored(sender, payer, payload, terms), "success", {
      effects,
      payer: payer.address,
    });
  }

  #overdraft(sender: Actor, terms: Terms): Planned {
    const payload = this.#random.pick(transfers)(this.#other(sender).address, 2n ** 60n);
    return this.#keep("overdraft", signed(sender, payload, terms), "failure");
  }

  /** With gas that may suffice or not. */
  #scant(sender: Actor, terms: Terms): Planned {
    // A first transaction needs more: it makes the account.
    if (terms.sequenceNumber === 0n) return this.#transfer(sender, terms);
    const { payload, effects } = this.#move(sender, this.#other(sender).address);
    const maxGasAmount = BigInt(3 + this.#random.below(12));
    return this.#keep("little gas", signed(sender, payload, { ...terms, maxGasAmount }), "kept", { effects });
  }

  #bad(sender: Actor, terms: Terms, nowSecs: bigint): Planned {
    const { payload } = this.#move(sender, this.#other(sender).address);
    const faults: readonly Partial<Terms>[] = [
      { sequenceNumber: terms.sequenceNumber + 1n + BigInt(this.#random.below(5)) },
      { expirationTimestampSecs: nowSecs - 1n },
      { chainId: 5 },
      { gasUnitPrice: 99n },
      { maxGasAmount: 1n },
      { maxGasAmount: 2n ** 63n },
      ...(terms.sequenceNumber > 0n ? [{ sequenceNumber: terms.sequenceNumber - 1n }] : []),
    ];
    const transaction = signed(sender, payload, { ...terms, ...this.#random.pick(faults) });
    if (this.#random.below(4) > 0) return this.#keep("bad terms", transaction, "discard");
    // A good one that was changed after it was signed.
    const { rawTxn, authenticator } = signed(sender, payload, terms);
    return this.#keep("forged", { rawTxn: { ...rawTxn, maxGasAmount: 19_999n }, authenticator }, "discard");
  }

  #newcomer(sender: Actor, terms: Terms): Planned {
    const newcomer = actor(`newcomer ${this.#newcomers++}`);
    const amount = this.#affordable(sender.address);
    const payload = transfers[this.#random.below(2)]!(newcomer.address, amount);
    const effects = [{ from: sender.address, to: newcomer.address, amount }];
    if (this.#random.below(3) > 0) {
      return this.#keep("newcomer", signed(sender, payload, terms), "success", { effects });
    }
    // Has no account and no coins; somebody else pays.
    const first = sponsored(newcomer, sender, this.#random.pick([transfers[0]!(sender.address, 0n), ...failures]), {
      ...terms,
      sequenceNumber: 0n,
    });
    return this.#keep("newcomer, sponsored", first, "kept", { payer: sender.address });
  }

  #publish(sender: Actor, terms: Terms): Planned {
    const payload = publishCounter(sender, 1 + this.#random.below(100));
    const transaction = signed(sender, payload, { ...terms, maxGasAmount: 200_000n });
    const onSuccess = () => this.#publishers.set(sender, 1);
    return this.#keep("publish", transaction, "success", { onSuccess });
  }

  #call(sender: Actor, terms: Terms): Planned {
    const [owner] = [...this.#publishers.keys()].slice(-1);
    if (owner === undefined) return this.#publish(sender, terms);
    const roll = this.#random.below(5);
    if (roll > 1) return this.#keep("call", signed(sender, callCounter(owner, "bump"), terms), "success");
    if (roll === 1) return this.#keep("abort", signed(sender, callCounter(owner, "fail"), terms), "failure");
    // A first transaction needs more: it makes the account.
    const maxGasAmount = terms.sequenceNumber === 0n ? 5_000n : 50n;
    const endless = signed(sender, callCounter(owner, "spin"), { ...terms, maxGasAmount });
    return this.#keep("endless loop", endless, "failure");
  }

  #multisig(sender: Actor, terms: Terms): Planned {
    const waiting = this.#multisigs.find(({ queue }) => queue.length > 0);
    if (waiting !== undefined && this.#random.below(2) === 0) return this.#execute(waiting, terms);
    const known = this.#multisigs.find(({ owner }) => owner === sender);
    if (known === undefined) {
      if (this.#multisigs.length > 5) return this.#transfer(sender, terms);
      const onSuccess = (written: readonly string[]) => {
        const found = written.find((text) => text.endsWith("0x1::multisig_account::MultisigAccount"));
        if (found === undefined) throw new Error("no multisig account was written");
        const address = Uint8Array.from(Buffer.from(found.slice(2, 66), "hex")) as Address;
        this.#multisigs.push({ owner: sender, address, queue: [] });
      };
      return this.#keep("new multisig account", signed(sender, createMultisig(), terms), "success", { onSuccess });
    }
    if (this.#random.below(3) === 0) {
      const { payload, effects } = this.#move(sender, known.address);
      return this.#keep("to a multisig account", signed(sender, payload, terms), "success", { effects });
    }
    if (known.queue.length > 3) return this.#execute(known, terms);
    // Now and then more than the account has: its call fails, and the transaction of its owner succeeds.
    const amount = this.#random.below(3) === 0 ? 2n ** 61n : BigInt(this.#random.below(100));
    const to = this.#other(sender).address;
    known.queue.push({ from: known.address, to, amount });
    const payload = propose(known.address, transfers[0]!(to, amount));
    return this.#keep("proposal", signed(sender, payload, terms), "success");
  }

  #execute({ owner, address, queue }: Multisig, terms: Terms): Planned {
    const effect = queue.shift();
    if (effect === undefined) throw new Error("nothing to execute");
    const own = { ...terms, sequenceNumber: this.#sequence.get(bytesToHex(owner.address)) ?? 0n };
    const effects = [{ ...effect, isOptional: true }];
    return this.#keep("multisig call", signed(owner, executeMultisig(address), own), "success", { effects });
  }
}
