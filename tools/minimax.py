"""Computes every constant of src/math/elementary.h and src/math/reduce_large.c from its mathematical definition.

Needs Debian's python3-mpmath and about ten seconds; the output never changes:

    apt-get install python3-mpmath && /usr/bin/python3 tools/minimax.py

It prints, as C literals ready to paste:
  - the polynomial kernels of sin, cos, exp, log and atan: minimax coefficients found by Remez exchange and rounded to
    double, constant term first, with the largest error that the rounded polynomial causes, relative to the function
    (half a unit in the last place of a double is 2^-54 to 2^-53);
  - the parts of pi/2 and ln 2 for the range reductions, with the proof by exhaustion that the parts of pi/2 suffice;
  - pi/4 in two parts for atan2, and sqrt(1/2) for log;
  - pi/2 as a 64-bit integer and the bits of 2/pi for gyre_reduce_large.
"""

from mpmath import mp, mpf

mp.prec = 250


# Minimax polynomials ------------------------------------------------------------------------------------------------


def extrema(error, a, b, count):
    """Largest |error| on [a, b] and the abscissae of `count` alternating extrema, from a fine cosine-spaced grid."""
    steps = 60 * count
    grid = [(a + b) / 2 - (b - a) / 2 * mp.cos(mp.pi * i / steps) for i in range(steps + 1)]
    values = [error(t) for t in grid]
    best = []
    for t, value in zip(grid, values):
        if best and (value > 0) == (best[-1][1] > 0):
            if abs(value) > abs(best[-1][1]):
                best[-1] = (t, value)
        else:
            best.append((t, value))
    while len(best) > count:  # too many sign changes: drop the weaker end
        best.pop(0 if abs(best[0][1]) < abs(best[-1][1]) else -1)
    assert len(best) == count, "the error does not alternate: increase mp.prec"
    return max(abs(value) for value in values), [t for t, _ in best]


def remez(f, weight, a, b, count):
    """The polynomial of `count` coefficients that minimises max |weight (polynomial - f)| on [a, b]."""
    nodes = [(a + b) / 2 - (b - a) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count + 2)) for i in range(count + 1)]
    best_worst, best = mp.inf, None
    for _ in range(20):
        # weight(t_i) sum c_j t_i^j + (-1)^i level = weight(t_i) f(t_i)
        matrix, right = mp.matrix(count + 1, count + 1), mp.matrix(count + 1, 1)
        for i, t in enumerate(nodes):
            for j in range(count):
                matrix[i, j] = weight(t) * t**j
            matrix[i, count] = (-1) ** i
            right[i] = weight(t) * f(t)
        solution = mp.lu_solve(matrix, right)
        c, level = solution[:count], abs(solution[count])
        worst, nodes = extrema(lambda t: weight(t) * (mp.polyval(c[::-1], t) - f(t)), a, b, count + 1)
        if worst < best_worst:
            best_worst, best = worst, c
        if worst < level * (1 + mpf(10) ** -3):
            break
    return best


def rounded_minimax(f, weight, a, b, count):
    """Fits, rounds c0 to double, fits the other coefficients again to compensate, rounds c1, and so on. If the interval
    contains t = 0, the new target has a pole there, so all coefficients are rounded at once."""
    if count == 0:
        return []
    c = [mpf(float(cj)) for cj in remez(f, weight, a, b, count)]
    if a < 0:
        return c
    return c[:1] + rounded_minimax(lambda t: (f(t) - c[0]) / t, lambda t: weight(t) * t, a, b, count - 1)


def print_kernel(name, formula, f, weight, a, b, count):
    """Prints a kernel. The polynomial approximates f; weight * (error of the polynomial) is the function's relative error."""
    c = rounded_minimax(f, weight, a, b, count)
    points = [a + (b - a) * i / 4001 for i in range(4002)]
    worst = max(abs(weight(t) * (mp.polyval(c[::-1], t) - f(t))) for t in points)
    print(f"\n// {name}: {formula}; relative error 2^{float(mp.log(worst, 2)):.1f}")
    for cj in c:
        print(f"    {float(cj)!r}")


def print_kernels():
    tiny = mpf(2) ** -60  # in place of 0, where the targets have removable singularities
    slack = 1 + mpf(2) ** -30  # widens the interval by the rounding error in the choice of the nearest multiple
    sin, cos, exp, root = mp.sin, mp.cos, mp.exp, mp.sqrt

    end = (slack * mp.pi / 4) ** 2
    print_kernel("sin", "sin y = y + y z P(z), z = y^2, |y| <= pi/4",
                 lambda z: (sin(root(z)) / root(z) - 1) / z, lambda z: z * root(z) / sin(root(z)), tiny, end, 6)
    print_kernel("cos", "cos y = 1 - z/2 + z^2 P(z), z = y^2, |y| <= pi/4",
                 lambda z: (cos(root(z)) - 1 + z / 2) / z**2, lambda z: z**2 / cos(root(z)), tiny, end, 6)

    end = slack * mp.log(2) / 2
    print_kernel("exp", "e^r = 1 + r + r^2 (1/2 + r P(r)), |r| <= ln(2)/2",
                 lambda r: (exp(r) - 1 - r - r**2 / 2) / r**3, lambda r: abs(r) ** 3 / exp(r), tiny - end, end, 9)

    # ln (1+s)/(1-s) = 2 atanh s
    end = ((root(2) - 1) / (root(2) + 1)) ** 2 * slack
    print_kernel("log", "ln (1+s)/(1-s) = 2 s + s z P(z), z = s^2, s <= (sqrt 2 - 1)/(sqrt 2 + 1)",
                 lambda z: (2 * mp.atanh(root(z)) / root(z) - 2) / z, lambda z: z * root(z) / (2 * mp.atanh(root(z))),
                 tiny, end, 7)

    print_kernel("atan", "atan y = y + y z P(z), z = y^2, |y| <= 1/2",
                 lambda z: (mp.atan(root(z)) / root(z) - 1) / z, lambda z: z * root(z) / mp.atan(root(z)),
                 tiny, mpf(1) / 4, 12)


# Constants in parts -------------------------------------------------------------------------------------------------


def nearest(value, bits):
    """The nearest number with `bits` significant bits."""
    scale = mpf(2) ** (bits - 1 - mp.floor(mp.log(abs(value), 2)))
    return mp.nint(value * scale) / scale


def in_parts(value, *bits):
    """Splits a value into a sum of numbers with the given numbers of bits; the remainder is below the last bit."""
    parts = []
    for count in bits:
        parts.append(nearest(value - sum(parts), count))
    return parts


def print_parts(name, parts):
    print(f"\n// {name}")
    for part in parts:
        print(f"    {float(part).hex()}")


def reduction_error(parts, turns):
    """Largest error of x - k pi/2 in units in its last place, caused by the last part of pi/2, for any double x whose nearest
    multiple is k = 1 .. turns. Tests only the two doubles next to k pi/2; for other doubles the difference has more bits."""
    bits = 300
    whole = lambda value: int(mp.nint(value * mpf(2) ** bits))
    half_pi, last, rest = whole(mp.pi / 2), abs(whole(parts[-1])), abs(whole(mp.pi / 2) - whole(sum(parts)))
    worst = 0
    for k in range(1, turns + 1):
        exact, product = k * half_pi, k * last
        shift = exact.bit_length() - 53
        error = (1 << (product.bit_length() - 54)) + k * rest  # rounding of k * last part, and the remainder of pi/2
        for x in (exact >> shift, (exact >> shift) + 1):
            reduced = abs((x << shift) - exact)
            worst = max(worst, error / (1 << (reduced.bit_length() - 53)))
    return worst


def print_constants():
    half_pi, ln2 = mp.pi / 2, mp.log(2)

    # k * part must be exact for k up to 2^18, so a part has 35 bits; the last part is a full double.
    parts = in_parts(half_pi, 35, 35, 53)
    print_parts(f"pi/2 in parts; error up to 2^18 quarter turns: {reduction_error(parts, 1 << 18):.4f} ulp", parts)
    print_parts("2/pi", [2 / mp.pi])

    # k * part must be exact for |k| up to 1100
    print_parts("ln 2 in parts", in_parts(ln2, 42, 53))
    print_parts("1/ln 2", [1 / ln2])
    print_parts("sqrt(1/2)", [mp.sqrt(mpf(1) / 2)])
    print_parts("pi/4 = high + low; high ends in three zero bits, so that 3 high is exact", in_parts(mp.pi / 4, 53, 53))

    print(f"\n// pi/2 * 2^63, rounded\n    {int(mp.nint(half_pi * mpf(2)**63)):#x}")
    words = 19  # 64 bits each: 971 bits for the exponent of the largest double and 192 for the product's window
    mp.prec = 64 * words + 100
    table = int(mp.floor(2 / mp.pi * mpf(2) ** (64 * words)))
    print(f"\n// the first {64 * words} bits of 2/pi after the binary point")
    for i in range(0, words, 5):
        row = [(table >> (64 * (words - 1 - j))) & 0xFFFFFFFFFFFFFFFF for j in range(i, min(i + 5, words))]
        print("    " + " ".join(f"0x{word:016x}," for word in row))


print_kernels()
print_constants()
