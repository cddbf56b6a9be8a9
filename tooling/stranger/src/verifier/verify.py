"""A verifier of answers with proofs, by other hands: from chain-types.md and proofs.md alone, with the standard library.

Reads one question a line from standard input, as JSON, and writes what came of it:

    { "ask": { "keys": [hex], "ledger_version": text }, "trust": { … }, "answer": { … } or "bcs": hex }
    { "ok": { "version": text, "values": { key: hex or null } } }   or   { "step": text, "reason": text }

`trust` is `{ ledger_version, accumulator_root }`, or `{ epoch_state }` where the answer's ledger info has to be signed. `ask` may
have `known`, the values that an answer left out, and may leave `keys` out for a witness. A question with `transaction`, a
version, in `ask` is one for a transaction with its parts, as the description of the API has it.
"""

import json
import sys
from collections import namedtuple
from hashlib import sha3_256

import bcs
import bls
from bcs import Malformed


class Refused(Exception):
    def __init__(self, step, reason):
        super().__init__(reason)
        self.step = step


def salted(name):
    """hash_N of chain-types.md 7."""
    seed = sha3_256(b"APTOS::" + name.encode()).digest()
    return lambda data: sha3_256(seed + data).digest()


hash_key, hash_value, hash_leaf = salted("StateKey"), salted("StateValue"), salted("SparseMerkleLeafNode")
hash_inner, hash_info = salted("SparseMerkleInternal"), salted("TransactionInfo")
hash_accumulator, hash_event_node = salted("TransactionAccumulator"), salted("EventAccumulator")
hash_event, hash_write_set, hash_transaction = salted("ContractEvent"), salted("WriteSet"), salted("Transaction")
EMPTY_PLACE = b"SPARSE_MERKLE_PLACEHOLDER_HASH".ljust(32, b"\0")
NO_LEAF = b"ACCUMULATOR_PLACEHOLDER_HASH".ljust(32, b"\0")


# -- The two forms of an answer, read part by part: a part that cannot be read fails at its own step -----------------


def hexadecimal(text, length=None):
    if not isinstance(text, str):
        raise Malformed("no hexadecimal text")
    digits = text[2:] if text.startswith("0x") else text
    if len(digits) % 2 or any(digit not in "0123456789abcdef" for digit in digits):
        raise Malformed("no hexadecimal text")
    if length is not None and len(digits) != 2 * length:
        raise Malformed(f"not {length} bytes")
    return bytes.fromhex(digits)


def u64(text):
    # Python refuses to read numbers of thousands of digits with an error of its own.
    if not isinstance(text, str) or len(text) > 20 or not text.isascii() or not text.isdigit():
        raise Malformed("no u64")
    if str(int(text)) != text or int(text) >> 64:
        raise Malformed("no u64")
    return int(text)


def many(items, read, most):
    if not isinstance(items, list) or len(items) > most:
        raise Malformed(f"no list of at most {most}")
    return [read(item) for item in items]


def member(value, name):
    if not isinstance(value, dict) or name not in value:
        raise Malformed(f"no {name}")
    return value[name]


def hashes(items, most):
    return many(items, lambda item: hexadecimal(item, 32), most)


MOST_KEYS = 1000
Entry = namedtuple("Entry", "key value value_hash leaf depth")


class JsonAnswer:
    def __init__(self, answer):
        self.answer = answer

    def version(self):
        return u64(member(self.answer, "version"))

    def info(self):
        return hexadecimal(member(member(self.answer, "info"), "transaction_info"))

    def info_siblings(self):
        return hashes(member(member(self.answer, "info"), "siblings"), 63)

    def ledger_version(self):
        return u64(member(member(self.answer, "info"), "ledger_version"))

    def ledger_info(self):
        return hexadecimal(member(self.answer, "ledger_info"))

    def entries(self):
        def leaf(value):
            return hexadecimal(member(value, "key"), 32), hexadecimal(member(value, "value_hash"), 32)

        def entry(value):
            bare, foreign, depth = (member(value, name) for name in ("value", "leaf", "depth"))
            if not isinstance(depth, int) or isinstance(depth, bool):
                raise Malformed("no depth")
            return Entry(
                hexadecimal(member(value, "key")),
                None if bare is None else hexadecimal(bare),
                hexadecimal(value["value_hash"], 32) if "value_hash" in value else None,
                None if foreign is None else leaf(foreign),
                depth,
            )

        return many(member(self.answer, "entries"), entry, MOST_KEYS)

    def siblings(self):
        return hashes(member(self.answer, "siblings"), MOST_KEYS * 256)

    def part(self, name):
        """A part of a transaction: BCS, or None where the answer does not have it."""
        return hexadecimal(self.answer[name]) if name in self.answer else None


class BcsAnswer:
    """The form of proofs.md 6.1. It is read at once: bytes that end too early say nothing of what comes after them."""

    def __init__(self, data, is_transaction):
        r = bcs.Reader(data)
        self.read = {}
        (self.read_transaction if is_transaction else self.read_state)(r)
        step("info", r.end)

    def read_state(self, r):
        form = step("info", lambda: r.variant([lambda: 0, lambda: 1]))
        # Only in form 1 a value may have been left out.
        left_out = (lambda: r.option(r.hash)) if form == 1 else (lambda: None)
        leaf = lambda: r.option(lambda: (r.hash(), r.hash()))
        entry = lambda: Entry(r.bytes(), r.option(r.bytes), left_out(), leaf(), r.number(2))
        self.read["version"] = step("info", lambda: r.number(8))
        self.read["entries"] = step("state", lambda: r.vector(entry))
        self.read["siblings"] = step("state", lambda: r.vector(r.hash))
        self.read_place(r)
        self.read["ledger_info"] = step("signature", lambda: r.option(r.bytes))

    def read_transaction(self, r):
        self.read["version"] = step("info", lambda: r.number(8))
        self.read_place(r)
        parts = lambda: {"transaction": r.bytes(), "events": r.option(r.bytes), "write_set": r.option(r.bytes)}
        self.read["parts"] = step("value", parts)

    def read_place(self, r):
        self.read["info"] = step("info", r.bytes)
        self.read["info_siblings"] = step("accumulator", lambda: r.vector(r.hash))
        self.read["ledger_version"] = step("accumulator", lambda: r.number(8))

    def __getattr__(self, name):
        return lambda: self.read[name]

    def ledger_info(self):
        if self.read["ledger_info"] is None:
            raise Malformed("no ledger info")
        return self.read["ledger_info"]

    def part(self, name):
        return self.read["parts"][name]


# -- The steps, from the trusted end ---------------------------------------------------------------------------------


def step(name, part):
    """What `part` makes, where anything wrong with it is of this step."""
    try:
        return part()
    except (Malformed, bls.Invalid, RecursionError) as error:
        raise Refused(name, str(error)) from error


def require(condition, reason):
    if not condition:
        raise Malformed(reason)


def signed_root(answer, trusted):
    """The root of a ledger info that the validators of the trusted epoch signed (chain-types.md 6)."""
    epoch, validators = bcs.whole(trusted, bcs.epoch_state)
    info = bcs.signed_ledger_info(answer.ledger_info())
    require(info["epoch"] == epoch, "signed in another epoch")
    mask = info["mask"]
    require(len(mask) == (len(validators) + 7) // 8, "a bit mask of another length")
    signers = [i for i in range(8 * len(mask)) if mask[i >> 3] & (0x80 >> (i & 7))]
    require(all(i < len(validators) for i in signers), "a bit beyond the last validator")
    total = sum(power for _, _, power in validators)
    require(sum(validators[i][2] for i in signers) >= total * 2 // 3 + 1, "no quorum")
    require(info["signature"] is not None, "no signature")
    message = sha3_256(b"APTOS::LedgerInfo").digest() + info["signed"]
    require(bls.verify([validators[i][1] for i in signers], message, info["signature"]), "the signature is wrong")
    return info["version"], info["root"]


def trusted_root(answer, trust):
    if "epoch_state" in trust:
        return step("signature", lambda: signed_root(answer, hexadecimal(trust["epoch_state"])))
    return int(trust["ledger_version"]), hexadecimal(trust["accumulator_root"])


def check_accumulator(answer, version, ledger_version, root):
    """That the info is the leaf of `version` under the root of `ledger_version` (chain-types.md 10)."""
    require(answer.ledger_version() == ledger_version, "of another ledger version")
    require(version <= ledger_version, "a version beyond the ledger")
    siblings = answer.info_siblings()
    require(len(siblings) == ledger_version.bit_length(), "another number of siblings")
    current, index = hash_info(answer.info()), version
    for sibling in siblings:
        current = hash_accumulator(sibling + current if index & 1 else current + sibling)
        index >>= 1
    require(current == root, "another root")


def bit(hash_, at):
    return hash_[at >> 3] >> (7 - (at & 7)) & 1


def end_of(key_hash, entry):
    """The hash of the place at which the path of an entry ends."""
    if entry.value is not None or entry.value_hash is not None:
        require(entry.leaf is None, "a leaf beside a value")
        require(entry.value is None or entry.value_hash is None, "a value, and one left out")
        return hash_leaf(key_hash + (hash_value(entry.value) if entry.value is not None else entry.value_hash))
    if entry.leaf is None:
        return EMPTY_PLACE
    require(entry.leaf[0] != key_hash, "shown absent by its own leaf")
    require(
        all(bit(entry.leaf[0], at) == bit(key_hash, at) for at in range(entry.depth)),
        "a leaf of another place",
    )
    return hash_leaf(entry.leaf[0] + entry.leaf[1])


def check_state(answer, root):
    """That the entries and siblings are a multiproof under the root (proofs.md 6.1)."""
    entries, siblings = answer.entries(), answer.siblings()
    require(entries, "no entries")
    require(len(entries) <= MOST_KEYS, "too many entries")
    require(all(0 <= entry.depth <= 256 for entry in entries), "a depth that no tree has")
    places = []
    for entry in entries:
        key_hash = hash_key(entry.key)
        places.append((key_hash, entry.depth, end_of(key_hash, entry)))
    require(all(a[0] < b[0] for a, b in zip(places, places[1:])), "entries out of order")
    left = iter(siblings)

    def fold(some, depth):
        if not some:
            sibling = next(left, None)
            require(sibling is not None, "too few siblings")
            return sibling
        if any(ends == depth for _, ends, _ in some):
            require(all(ends == depth for _, ends, _ in some), "an entry below another's end")
            require(len({node for _, _, node in some}) == 1, "two ends at one place")
            return some[0][2]
        require(depth < 256, "an entry without an end")
        zeros, ones = ([place for place in some if bit(place[0], depth) == side] for side in (0, 1))
        first = fold(zeros, depth + 1)
        return hash_inner(first + fold(ones, depth + 1))

    require(fold(places, 0) == root, "another root")
    require(next(left, None) is None, "siblings left over")
    return entries


def verify_state(question, answer):
    ask = question["ask"]
    trusted = trusted_root(answer, question["trust"])
    version = step("info", answer.version)
    step("info", lambda: require(version <= int(ask["ledger_version"]), "later than asked"))
    info = step("info", lambda: bcs.transaction_info(answer.info()))
    step("info", lambda: require(info["state_checkpoint_hash"] is not None, "no state root"))
    step("accumulator", lambda: check_accumulator(answer, version, *trusted))
    entries = step("state", lambda: check_state(answer, info["state_checkpoint_hash"]))
    return {"version": str(version), "values": step("value", lambda: values_of(entries, ask))}


def values_of(entries, ask):
    if "keys" in ask:
        asked = {hexadecimal(key) for key in ask["keys"]}
        require({entry.key for entry in entries} == asked, "other keys than asked for")
    known = {hash_value(value): value for value in map(hexadecimal, ask.get("known", []))}
    values = {}
    for entry in entries:
        bcs.state_key(entry.key)
        require(entry.value_hash is None or entry.value_hash in known, "a value was left out that is not known")
        value = entry.value if entry.value_hash is None else known[entry.value_hash]
        values[entry.key.hex()] = None if value is None else bcs.state_value(value).hex()
    return values


def event_root(data):
    """Root of the event accumulator (chain-types.md 8) of a BCS vector of events."""
    nodes = [hash_event(event) for event in bcs.whole(data, bcs.events)]
    if not nodes:
        return NO_LEAF
    while len(nodes) > 1:
        if len(nodes) % 2:
            nodes.append(NO_LEAF)
        nodes = [hash_event_node(left + right) for left, right in zip(nodes[::2], nodes[1::2])]
    return nodes[0]


PARTS = {
    "transaction": ("transaction_hash", hash_transaction),
    "events": ("event_root_hash", event_root),
    "write_set": ("state_change_hash", hash_write_set),
}


def verify_transaction(question, answer):
    asked = int(question["ask"]["transaction"])
    trusted = trusted_root(answer, question["trust"])
    info = step("info", lambda: bcs.transaction_info(answer.info()))
    step("info", lambda: require(answer.version() == asked, "another version than asked for"))
    step("accumulator", lambda: check_accumulator(answer, asked, *trusted))
    has = []
    for name, (member_name, root_of) in PARTS.items():
        part = step("value", lambda: answer.part(name))
        if part is not None:
            step("value", lambda: require(root_of(part) == info[member_name], f"not the {name} of the info"))
            has.append(name)
    step("value", lambda: require("transaction" in has, "no transaction"))
    return {"version": str(asked), "parts": has}


def verify(question):
    is_transaction = "transaction" in question["ask"]
    if "bcs" in question:
        answer = BcsAnswer(hexadecimal(question["bcs"]), is_transaction)
    else:
        answer = JsonAnswer(question["answer"])
    return (verify_transaction if is_transaction else verify_state)(question, answer)


def main():
    for line in sys.stdin:
        try:
            verdict = {"ok": verify(json.loads(line))}
        except Refused as refused:
            verdict = {"step": refused.step, "reason": str(refused)}
        print(json.dumps(verdict), flush=True)


if __name__ == "__main__":
    main()
