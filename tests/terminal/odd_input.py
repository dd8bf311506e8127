"""Bytes and sequences that no key sends, but that reach a program all the same."""

from random import Random

_LETTERS = "é", "あ", "🎲", "\u07ff", "\ufffd", "\U0010ffff"


def odd_inputs(rng: Random, count: int) -> list[bytes]:
    """Return 8-bit bytes, prefixes of letters, and random control sequences."""
    prefixes = [
        data[:length]
        for data in (letter.encode() for letter in _LETTERS)
        for length in range(1, len(data))
    ]
    known = [
        b"\xc3a", b"\xc0\xaf", b"\x1b[M\xff\xff\xff", b"\x1b[1114112u", b"\x1b[99999999999;5u",
        b"\x1b[55296u", b"\x1b[55296;;55296u", b"\x1b[48;0;0;0;0t", b"\x1b[48;24;80;0;0t",
        b"\x1b[48;99999;99999;9999999;9999999t", b"\x1b[99999;99999R", b"\x1b[<9999999999;1;1M",
        b"\x1b[<0;99999999;99999999M", b"\x1b[<0;0;0M", b"\x1b[;;;;;u", b"\x1b[:u",
    ]  # fmt: skip
    every_byte = [bytes([byte]) for byte in range(0x80, 0x100)]
    return [*every_byte, *prefixes, *known, *(_sequence(rng) for _ in range(count))]


def _sequence(rng: Random) -> bytes:
    number = str(rng.randrange(1000, 10 ** rng.randint(4, 14))).encode()  # no key has such a one
    numbers = b";".join(b"%d" % rng.randrange(10**9) for _ in range(rng.randint(0, 8)))
    private = rng.choice([b"", b"?", b">", b"=", b"<"])
    between = rng.choice([b"", b"", b"$", b"!", b" ", b'"'])
    body = bytes(rng.choice(range(0x20, 0x7F)) for _ in range(rng.randint(0, 40)))
    return rng.choice([
        b"\x1b[" + private + number + b";" + numbers + between + bytes([rng.randrange(0x40, 0x7F)]),
        b"\x1b[%d;%s%c" % (rng.randrange(0x110000, 10**9), numbers, rng.choice(b"uABCDEFHPQRS~")),
        b"\x1b[<%s;%s;%sM" % (number, b"5000", b"9000"),
        b"\x1b[48;" + numbers + b"t",
        b"\x1bO" + numbers + b"w",
        b"\x1bP" + body + b"\x1b\\",
        b"\x1b]" + number + b";" + body + rng.choice([b"\x07", b"\x1b\\"]),
        b"\x1b_" + body + b"\x1b\\",
    ])  # fmt: skip
