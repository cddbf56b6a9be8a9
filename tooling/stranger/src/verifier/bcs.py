"""Reads BCS (chain-types.md 1), and the types of it that a proof contains (chain-types.md 2, 4 to 6)."""


class Malformed(Exception):
    """Bytes that are not the encoding of what is read."""


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Malformed("too short")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def uleb(self):
        result = 0
        for shift in range(0, 35, 7):
            byte = self.number(1)
            result |= (byte & 0x7F) << shift
            if byte < 0x80:
                if (byte == 0 and shift > 0) or result > 0xFFFFFFFF:
                    raise Malformed("not a minimal length")
                return result
        raise Malformed("a length of more than five bytes")

    def hash(self):
        return self.take(32)

    def bytes(self):
        return self.take(self.uleb())

    def text(self):
        try:
            return self.bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Malformed("not UTF-8") from error

    def vector(self, item):
        return [item() for _ in range(self.uleb())]

    def option(self, item):
        tag = self.number(1)
        if tag > 1:
            raise Malformed("neither absent nor present")
        return item() if tag else None

    def variant(self, cases):
        index = self.uleb()
        if index >= len(cases):
            raise Malformed(f"unknown variant {index}")
        return cases[index]()

    def end(self):
        if self.at != len(self.data):
            raise Malformed("bytes left over")


def whole(data, read):
    """What `read` makes of all the bytes."""
    reader = Reader(data)
    result = read(reader)
    reader.end()
    return result


def type_tag(r, level=0):
    if level > 8:
        raise Malformed("a type that is too deep")

    def parameters():
        for _ in range(2):
            r.vector(lambda: r.variant([lambda: type_tag(r, level + 1)] * 3))
        r.number(1)

    nothing = lambda: None
    r.variant(
        [nothing] * 6
        + [lambda: type_tag(r, level + 1), lambda: struct_tag(r, level)]
        + [nothing] * 3
        + [parameters]
        + [nothing] * 6
    )


def struct_tag(r, level=0):
    r.take(32), r.text(), r.text()
    r.vector(lambda: type_tag(r, level + 1))


def module_id(r):
    r.take(32), r.text()


def state_key(data):
    """Raises Malformed where the bytes are not an encoded state key (5.1)."""
    r = Reader(data)
    tag = r.number(1)
    if tag == 0:
        r.take(32)
        path = r.bytes()
        r.end()
        whole(path, lambda p: p.variant([lambda: module_id(p), lambda: struct_tag(p), lambda: struct_tag(p)]))
    elif tag == 1:
        r.take(32)
    elif tag != 0xFF:
        raise Malformed("no kind of state key")


def state_value(data):
    """The bytes in a StateValue (5.2)."""

    def read(r):
        def with_metadata():
            value = r.bytes()
            r.variant([lambda: r.take(16), lambda: r.take(24)])
            return value

        return r.variant([r.bytes, with_metadata])

    return whole(data, read)


def transaction_info(data):
    """The hashes in a TransactionInfo of variant 0 (4.1)."""

    def read(r):
        location = lambda: r.variant([lambda: module_id(r), lambda: None])
        abort = lambda: (location(), r.take(8), r.option(lambda: (r.text(), r.text())))
        failure = lambda: (location(), r.take(4))
        nothing = lambda: None

        def v0():
            r.take(8)
            r.variant([nothing, nothing, abort, failure, lambda: r.option(lambda: r.take(8))])
            names = ("transaction_hash", "event_root_hash", "state_change_hash")
            info = {name: r.hash() for name in names}
            info["state_checkpoint_hash"] = r.option(r.hash)
            info["auxiliary_info_hash"] = r.option(r.hash)
            return info

        return r.variant([v0])

    return whole(data, read)


def events(r):
    """The bytes of each ContractEvent (4.2) of a vector."""

    def event():
        start = r.at
        v1 = lambda: (r.take(48), type_tag(r), r.bytes())
        r.variant([v1, lambda: (type_tag(r), r.bytes())])
        return r.data[start : r.at]

    return r.vector(event)


def epoch_state(r):
    epoch = r.number(8)
    validators = r.vector(lambda: (r.take(32), r.bytes(), r.number(8)))
    return epoch, validators


def signed_ledger_info(data):
    """LedgerInfoWithSignatures (6), with the bytes that were signed."""

    def read(r):
        def v0():
            start = r.at
            info = {"epoch": r.number(8), "round": r.number(8), "id": r.hash(), "root": r.hash()}
            info["version"], info["time"] = r.number(8), r.number(8)
            info["next"] = r.option(lambda: epoch_state(r))
            r.hash()
            info["signed"] = r.data[start : r.at]
            info["mask"], info["signature"] = r.bytes(), r.option(r.bytes)
            return info

        return r.variant([v0])

    return whole(data, read)
