"""BLS12-381 multi-signatures: public keys in G1, signatures in G2, as chain-types.md 6 has them.

Written from RFC 9380 (hash to curve) and the definition of the curve, with the standard library alone. It is slow, and not
meant for secrets: it checks what others sign.
"""

from hashlib import sha256

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
X = -0xD201000000010000
DOMAIN = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"

G1 = (
    0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB,
    0x08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1,
)


class Invalid(Exception):
    """Some bytes are no point that may be used."""


# -- The field of p^2 elements: (a, b) is a + b·u, where u² = -1 -----------------------------------------------------


def add2(a, b):
    return ((a[0] + b[0]) % P, (a[1] + b[1]) % P)


def sub2(a, b):
    return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)


def mul2(a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P)


def inv2(a):
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return (a[0] * norm % P, -a[1] * norm % P)


def pow2(a, exponent):
    result = (1, 0)
    for bit in bin(exponent)[2:]:
        result = mul2(result, result)
        if bit == "1":
            result = mul2(result, a)
    return result


def sqrt2(a):
    """A square root, or None."""
    start = pow2(a, (P - 3) // 4)
    root = mul2(start, a)
    alpha = mul2(start, root)
    if alpha == (P - 1, 0):
        root = mul2((0, 1), root)
    else:
        root = mul2(pow2(add2((1, 0), alpha), (P - 1) // 2), root)
    return root if mul2(root, root) == a else None


# -- Points: None is the point at infinity; coordinates are of the field of p or p^2 elements ------------------------


class Curve:
    """y² = x³ + b over one of the two fields. Neither curve is used with a point of order two."""

    def __init__(self, b, add, sub, mul, inv):
        self.b, self.add_, self.sub, self.mul, self.inv = b, add, sub, mul, inv

    def has(self, point):
        x, y = point
        return self.mul(y, y) == self.add_(self.mul(self.mul(x, x), x), self.b)

    def slope(self, p, q):
        if p == q:
            square = self.mul(p[0], p[0])
            above, below = self.add_(square, self.add_(square, square)), self.add_(p[1], p[1])
        else:
            above, below = self.sub(q[1], p[1]), self.sub(q[0], p[0])
        return self.mul(above, self.inv(below))

    def add(self, p, q):
        if p is None or q is None:
            return q if p is None else p
        if p[0] == q[0] and p[1] != q[1]:
            return None
        slope = self.slope(p, q)
        x = self.sub(self.sub(self.mul(slope, slope), p[0]), q[0])
        return (x, self.sub(self.mul(slope, self.sub(p[0], x)), p[1]))

    def times(self, p, factor):
        result = None
        for bit in bin(factor)[2:]:
            result = self.add(result, result)
            if bit == "1":
                result = self.add(result, p)
        return result


E1 = Curve(4, lambda a, b: (a + b) % P, lambda a, b: (a - b) % P, lambda a, b: a * b % P, lambda a: pow(a, -1, P))
E2 = Curve((4, 4), add2, sub2, mul2, inv2)


def flags(data, length):
    if len(data) != length:
        raise Invalid(f"{len(data)} bytes for a point of {length}")
    if data[0] & 0xC0 != 0x80:
        raise Invalid("not compressed, or the point at infinity")
    return bool(data[0] & 0x20), bytes([data[0] & 0x1F]) + data[1:]


def below_p(data):
    number = int.from_bytes(data, "big")
    if number >= P:
        raise Invalid("a coordinate is not below p")
    return number


def in_subgroup(curve, point):
    if curve.times(point, R) is not None:
        raise Invalid("not in the subgroup")
    return point


def public_key(data):
    """A point of G1 from its 48 bytes."""
    larger, data = flags(data, 48)
    x = below_p(data)
    square = (x * x * x + 4) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        raise Invalid("not on the curve")
    return in_subgroup(E1, (x, y if (y > P // 2) == larger else P - y))


def signature_point(data):
    """A point of G2 from its 96 bytes."""
    larger, data = flags(data, 96)
    x = (below_p(data[48:]), below_p(data[:48]))
    y = sqrt2(add2(mul2(mul2(x, x), x), E2.b))
    if y is None:
        raise Invalid("not on the curve")
    is_larger = (y[1] or y[0]) > P // 2
    return in_subgroup(E2, (x, y if is_larger == larger else sub2((0, 0), y)))


# -- Hash to G2 (RFC 9380, suite BLS12381G2_XMD:SHA-256_SSWU_RO_) ----------------------------------------------------


def expand(message, domain, length):
    """expand_message_xmd of RFC 9380 5.3.1."""
    ending = domain + bytes([len(domain)])
    first = sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + ending).digest()
    block = sha256(first + b"\1" + ending).digest()
    blocks = [block]
    for index in range(2, length // 32 + 1):
        mixed = bytes(a ^ b for a, b in zip(first, block))
        block = sha256(mixed + bytes([index]) + ending).digest()
        blocks.append(block)
    return b"".join(blocks)


ISO_A, ISO_B, ISO_Z = (0, 240), (1012, 1012), (P - 2, P - 1)

# The map to E2 (RFC 9380, E.3), by rising powers of x.
K1 = 0x5C759507E8E333EBB5B7A9A47D7ED8532C52D39FD3A042A88B58423C50AE15D5C2638E343D9C71C6238AAAAAAAA97D6
K2 = 0x11560BF17BAA99BC32126FCED787C88F984F87ADF7AE0C7F9A208C6B4F20A4181472AAA9CB8D555526A9FFFFFFFFC71A
K3 = 0x8AB05F8BDD54CDE190937E76BC3E447CC27C3D6FBD7063FCD104635A790520C0A395554E5C6AAAA9354FFFFFFFFE38D
K4 = 0x171D6541FA38CCFAED6DEA691F5FB614CB14B4E7F4E810AA22D6108F142B85757098E38D0F671C7188E2AAAAAAAA5ED1
K5 = 0x1530477C7AB4113B59A4C18B076D11930F7DA5D4A07F649BF54439D87D27E500FC8C25EBF8C92F6812CFC71C71C6D706
K6 = 0x124C9AD43B6CF79BFBF7043DE3811AD0761B0F37A1E26286B0E977C69AA274524E79097A56DC4BD9E1B371C71C718B10
X_ABOVE = [(K1, K1), (0, K2), (K2 + 4, K3), (K4, 0)]
X_BELOW = [(0, P - 72), (12, P - 12), (1, 0)]
Y_ABOVE = [(K5, K5), (0, K1 - 24), (K2 + 2, K3 + 2), (K6, 0)]
Y_BELOW = [(P - 432, P - 432), (0, P - 216), (18, P - 18), (1, 0)]


def evaluate(coefficients, x):
    result = (0, 0)
    for coefficient in reversed(coefficients):
        result = add2(mul2(result, x), coefficient)
    return result


def sign(a):
    """sgn0 of RFC 9380 4.1."""
    return a[0] & 1 if a[0] else a[1] & 1


def curve_point(u):
    """The simplified SWU map of RFC 9380 6.6.2, and the isogeny to E2."""
    zu2 = mul2(ISO_Z, mul2(u, u))
    below = add2(mul2(zu2, zu2), zu2)
    minus_b_over_a = mul2(sub2((0, 0), ISO_B), inv2(ISO_A))
    if below == (0, 0):
        x = mul2(ISO_B, inv2(mul2(ISO_Z, ISO_A)))
    else:
        x = mul2(minus_b_over_a, add2((1, 0), inv2(below)))

    def square_of(x):
        return add2(mul2(add2(mul2(x, x), ISO_A), x), ISO_B)

    y = sqrt2(square_of(x))
    if y is None:
        x = mul2(zu2, x)
        y = sqrt2(square_of(x))
    if sign(u) != sign(y):
        y = sub2((0, 0), y)
    return (
        mul2(evaluate(X_ABOVE, x), inv2(evaluate(X_BELOW, x))),
        mul2(y, mul2(evaluate(Y_ABOVE, x), inv2(evaluate(Y_BELOW, x)))),
    )


COFACTOR = (X**8 - 4 * X**7 + 5 * X**6 - 4 * X**4 + 6 * X**3 - 4 * X**2 - 4 * X + 13) // 9 * 3 * (X**2 - 1)


def hash_to_g2(message, domain=DOMAIN):
    data = expand(message, domain, 256)
    numbers = [int.from_bytes(data[at : at + 64], "big") % P for at in range(0, 256, 64)]
    both = E2.add(curve_point((numbers[0], numbers[1])), curve_point((numbers[2], numbers[3])))
    return E2.times(both, COFACTOR)


# -- Pairing: elements of the field of p^12 elements are polynomials in w, where w^12 = 2·w^6 - 2, so u = w^6 - 1 ----


def mul12(a, b):
    product = [0] * 23
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                product[i + j] += x * y
    for i in range(22, 11, -1):
        product[i - 6] += 2 * product[i]
        product[i - 12] -= 2 * product[i]
    return [x % P for x in product[:12]]


def line(slope, t, p):
    """The line through t, times w³, at the point p of G1: the final exponentiation removes that factor."""
    constant = sub2(mul2(slope, t[0]), t[1])
    linear = mul2(slope, (-p[0] % P, 0))
    result = [0] * 12
    result[0], result[6] = constant[0] - constant[1], constant[1]
    result[2], result[8] = linear[0] - linear[1], linear[1]
    result[3] = p[1]
    return result


def miller(p, q):
    result, t = [1] + [0] * 11, q
    for bit in bin(-X)[3:]:
        result = mul12(mul12(result, result), line(E2.slope(t, t), t, p))
        t = E2.add(t, t)
        if bit == "1":
            result = mul12(result, line(E2.slope(t, q), t, p))
            t = E2.add(t, q)
    return result


def is_one(f):
    """Whether the final exponentiation gives 1. Its factor p^6 - 1 maps w to -w and divides: so odd powers must be gone."""
    exponent = (P**2 + 1) * ((P**4 - P**2 + 1) // R)
    result = [1] + [0] * 11
    for bit in bin(exponent)[2:]:
        result = mul12(result, result)
        if bit == "1":
            result = mul12(result, f)
    return not any(result[1::2])


def verify(keys, message, signature, domain=DOMAIN):
    """Whether the holders of all keys signed the message. Raises Invalid for bytes that are no points."""
    total = None
    for key in keys:
        total = E1.add(total, public_key(key))
    point = signature_point(signature)
    if total is None:
        return False
    return is_one(mul12(miller(total, hash_to_g2(message, domain)), miller((G1[0], P - G1[1]), point)))
