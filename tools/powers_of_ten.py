"""Prints the tables of src/base/power_of_ten.c and verifies the bounds that src/base/number_format.c relies on.

Runs with any python3 in a few seconds; the output never changes:

    python3 tools/powers_of_ten.py

It prints the tables as C, and fails if one of these statements is false:
  - for every exponent in the range, power_of_ten.c computes the leading 128 bits of 10^e exactly, rounded down, from the
    two tables;
  - the integer formulas for floor(log2 10^e), floor(log10 2^e) and floor(log10(3/4 2^e)) are exact;
  - for every double, a bound of its rounding interval times a power of ten is either an integer or at least 2^-66 away
    from an integer; so a power with 128 bits, rounded up, gives the correct integer part and detects integers.
"""

from fractions import Fraction

FIRST, LAST = -342, 324  # below FIRST, 19 digits round to 0 (parsing); LAST is needed to format the smallest double
STRIDE = 28  # 5^27 is the largest power of 5 that fits 63 bits
MASK = 2**64 - 1


def floor_log2_of_power_of_ten(e):
    return e * 217706 >> 16


def floor_log10_of_power_of_two(e):
    return e * 1262611 >> 22


def floor_log10_of_three_quarters(e):
    return e * 1262611 - 524031 >> 22


def power(base, e):
    return Fraction(base) ** e


def leading_bits(e, count):
    """The first `count` bits of 10^e, rounded down."""
    value = power(10, e) / power(2, floor_log2_of_power_of_ten(e) - count + 1)
    return value.numerator // value.denominator


# Tables -------------------------------------------------------------------------------------------------------------


def normalised(n):
    return n << 64 - n.bit_length()


FIRST_STRIDE, LAST_STRIDE = FIRST // STRIDE, LAST // STRIDE
strides = [leading_bits(STRIDE * i, 192) for i in range(FIRST_STRIDE, LAST_STRIDE + 1)]
fives = [normalised(5**i) for i in range(STRIDE)]


def from_tables(e):
    """The computation of gyre_power_of_ten: the product of 192 bits and 64 bits without its lowest word."""
    stride, rest = e // STRIDE, e % STRIDE
    product = strides[stride - FIRST_STRIDE] * fives[rest]
    words = product >> 64
    if words >> 191 == 0:
        words = words << 1 & 2**192 - 1
    return words >> 64


def check_tables():
    for e in range(FIRST, LAST + 1):
        assert power(2, floor_log2_of_power_of_ten(e)) <= power(10, e) < power(2, floor_log2_of_power_of_ten(e) + 1)
        assert from_tables(e) == leading_bits(e, 128), e


# Rounding intervals ---------------------------------------------------------------------------------------------------


def closest(a, m, count):
    """The least nonzero a n mod m and the least m - (a n mod m), over 1 <= n <= count; a and m have no common factor.

    Each new minimum is at the sum of the positions of the two current minima, as in Euclid's algorithm."""
    if m <= count:
        return 1, 1
    a %= m
    below, below_at, above, above_at = a, 1, m - a, 1
    while below_at + above_at <= count:
        if below > above:
            times = min((below - 1) // above, (count - below_at) // above_at)
            below, below_at = below - times * above, below_at + times * above_at
        else:
            times = min((above - 1) // below, (count - above_at) // below_at)
            above, above_at = above - times * below, above_at + times * below_at
    return below, above


def check_formatting():
    worst = Fraction(1)
    for q in range(-1074, 972):  # doubles are c 2^q
        k = floor_log10_of_power_of_two(q)
        assert power(10, k) <= power(2, q) < power(10, k + 1)
        shift = q + floor_log2_of_power_of_ten(-k) + 1
        assert 1 <= shift <= 4
        # 4c - 2, 4c and 4c + 2, all even, times 2^q 10^-k
        factor = power(2, q + 1) / power(10, k)
        below, above = closest(factor.numerator, factor.denominator, 2**54)
        worst = min(worst, Fraction(below, factor.denominator), Fraction(above, factor.denominator))

        # the lower bound of a power of two is closer: 4c - 1
        k = floor_log10_of_three_quarters(q)
        assert power(10, k) <= Fraction(3, 4) * power(2, q) < power(10, k + 1)
        assert 1 <= q + floor_log2_of_power_of_ten(-k) + 1 <= 4
        for c in (2**54 - 1, 2**54, 2**54 + 2):
            rest = c * power(2, q) / power(10, k) % 1
            if rest:
                worst = min(worst, rest, 1 - rest)
    # The factor is at most 2^-127 too large (relative) and the product is below 2^59, so it is at most 2^-68 too large.
    assert worst > Fraction(1, 2**66)
    print(f"// smallest distance of a bound that is not an integer from the nearest integer: 2^-66 * {float(worst * 2**66):.3g}")


def main():
    check_tables()
    check_formatting()
    print(f"enum {{ STRIDE = {STRIDE}, FIRST_STRIDE = {FIRST_STRIDE} }};")
    print("static const uint64_t powers_of_five[STRIDE] = {")
    for value in fives:
        print(f"    0x{value:016x},")
    print("};")
    print("static const uint64_t strides[][3] = {")
    for value in strides:
        print(f"    {{0x{value >> 128:016x}, 0x{value >> 64 & MASK:016x}, 0x{value & MASK:016x}}},")
    print("};")


main()
