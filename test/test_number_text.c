/// Layer 0: doubles as the shortest text and back, against the C library (in the C locale, where both agree).
#include "base/number_text.h"
#include "base/power_of_ten.h"
#include "check.h"
#include "random.h"

#include <float.h>

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double random_finite(random_source *r) {
    for (;;) {
        double value = double_of(random_u64(r));
        if (isfinite(value)) return value;
    }
}

// ---- building blocks ----

TEST(wide_product_agrees_with_the_product_of_halves) {
    random_source r = {1};
    const uint64_t edges[] = {0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX};
    for (int i = 0; i < 100000; i++) {
        uint64_t a = i < 36 ? edges[i / 6] : random_u64(&r), b = i < 36 ? edges[i % 6] : random_u64(&r);
        wide x = wide_product(a, b), y = wide_product_of_halves(a, b);
        CHECK(x.high == y.high && x.low == y.low);
    }
}

TEST(wide_sum_carries) {
    wide s = wide_sum((wide){3, UINT64_MAX}, 2);
    CHECK(s.high == 4 && s.low == 1);
}

TEST(powers_of_ten_that_fit_are_exact) {
    uint64_t power = 1;
    for (int e = 0; e < 20; e++, power *= 10) {
        wide got = gyre_power_of_ten(e);
        CHECK(got.high == power << __builtin_clzll(power));
        CHECK(got.low == 0);
    }
}

// 10^(e+1) is between 10 a and 10 (a + 1) where 10^e is between a and a + 1: a wrong digit anywhere in the tables
// breaks the chain. In units of 2^-64 of the leading bit 10 is 2^3 5/4, and 5 a has 131 bits.
TEST(every_power_of_ten_follows_from_the_one_before) {
    for (int e = POWER_OF_TEN_MIN; e < POWER_OF_TEN_MAX; e++) {
        wide a = gyre_power_of_ten(e), next = gyre_power_of_ten(e + 1);
        int shift = floor_log2_of_power_of_ten(e + 1) - floor_log2_of_power_of_ten(e) - 1; // 2 or 3 less the 1 of 10
        CHECK(next.high >> 63 == 1);
        // next 2^shift = 5 a + less than 5 + less than 2^shift, modulo 2^128
        wide five = wide_product(a.low, 5);
        uint64_t high = a.high * 5 + five.high;
        uint64_t next_high = next.high << shift | next.low >> (64 - shift), next_low = next.low << shift;
        uint64_t difference = next_low - five.low;
        CHECK(next_high - high - (next_low < five.low) == (difference >> 63 ? UINT64_MAX : 0));
        CHECK((int64_t)difference > -8 && (int64_t)difference < 5);
    }
}

// ---- formatting ----

TEST(numbers_are_written_in_everyday_notation) {
    const struct {
        double value;
        const char *text;
    } rows[] = {
        {0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {-1, "-1"},
        {0.1, "0.1"},
        {0.3, "0.3"},
        {0.1 + 0.2, "0.30000000000000004"},
        {-9.81, "-9.81"},
        {100, "100"},
        {123456789, "123456789"},
        {0.5, "0.5"},
        {1.0 / 3, "0.3333333333333333"},
        {2.0 / 3, "0.6666666666666666"},
        {3.141592653589793, "3.141592653589793"},
        {123456.789, "123456.789"},
        {1e15, "1000000000000000"},
        {9007199254740991, "9007199254740991"},
        {9007199254740992, "9007199254740992"},
        {9007199254740994, "9007199254740994"},
        {9999999999999998, "9999999999999998"},
        {1e16, "1e16"},
        {12345678901234567000.0, "1.2345678901234567e19"},
        {0.001, "0.001"},
        {1e-4, "0.0001"},
        {1e-5, "1e-5"},
        {-1.5e-7, "-1.5e-7"},
        {0.00012345678901234567, "0.00012345678901234567"},
        {1e21, "1e21"},
        {1e22, "1e22"},
        {1e23, "1e23"},
        {9.5e-3, "0.0095"},
        {1e100, "1e100"},
        {1e300, "1e300"},
        {-1.25e-300, "-1.25e-300"},
        {DBL_MAX, "1.7976931348623157e308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {DBL_EPSILON, "2.220446049250313e-16"},
        {5e-324, "5e-324"},
        {-2.2250738585072011e-308, "-2.225073858507201e-308"},
        {4.35, "4.35"},
        {2e-323, "2e-323"},
        {9.109e-31, "9.109e-31"},
        {6.02214076e23, "6.02214076e23"},
        {299792458, "299792458"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[NUMBER_TEXT_SIZE];
        size_t length = gyre_number_format(rows[i].value, text);
        if (strcmp(text, rows[i].text) != 0) fail_msg("%.17g gives %s, expected %s", rows[i].value, text, rows[i].text);
        CHECK_EQ(length, strlen(rows[i].text));
    }
}

TEST(nan_and_infinities_have_no_text) {
    char text[NUMBER_TEXT_SIZE];
    CHECK_EQ(gyre_number_format(NAN, text), 0);
    CHECK_EQ(gyre_number_format(INFINITY, text), 0);
    CHECK_EQ(gyre_number_format(-INFINITY, text), 0);
}

// Back through our own parser and the C library's.
static void check_round_trip(double value) {
    char text[NUMBER_TEXT_SIZE];
    size_t length = gyre_number_format(value, text);
    CHECK(length > 0 && length <= 24 && text[length] == 0);
    double back = 0;
    if (!gyre_number_parse(text, length, &back) || bits_of(back) != bits_of(value))
        fail_msg("%a was written as %s and read as %a", value, text, back);
    back = strtod(text, NULL);
    if (bits_of(back) != bits_of(value)) fail_msg("%a was written as %s, which strtod reads as %a", value, text, back);
}

// The digits of a text without point and exponent, leading and trailing zeros.
static int significant_digits(const char *text, char digits[32]) {
    int count = 0;
    for (const char *p = text; *p && *p != 'e'; p++)
        if (*p >= '0' && *p <= '9' && (count > 0 || *p != '0')) digits[count++] = *p;
    while (count > 0 && digits[count - 1] == '0')
        count--;
    digits[count] = 0;
    return count;
}

// No decimal with one digit less reads back, and with as many digits ours is the closest that does.
static void check_shortest(double value) {
    char text[NUMBER_TEXT_SIZE], digits[32], other[64], other_digits[32];
    gyre_number_format(value, text);
    int count = significant_digits(text, digits);
    // the C library's digits are the closest of their number; where an interval is lopsided they may fall outside
    snprintf(other, sizeof other, "%.*e", count - 1, value);
    if (strtod(other, NULL) == value) {
        significant_digits(other, other_digits);
        if (strcmp(digits, other_digits) != 0) fail_msg("%s was written as %s: not the closest", other, text);
    }
    if (count == 1) return;
    // one digit less, and its neighbours
    snprintf(other, sizeof other, "%.*e", count - 2, fabs(value));
    const char *e = strchr(other, 'e');
    int exponent = atoi(e + 1) - (count - 2);
    long long shorter = 0;
    for (const char *p = other; p < e; p++)
        if (*p != '.') shorter = shorter * 10 + (*p - '0');
    for (long long n = shorter - 1; n <= shorter + 1; n++) {
        snprintf(other, sizeof other, "%llde%d", n, exponent);
        if (strtod(other, NULL) == fabs(value)) fail_msg("%s would do instead of %s", other, text);
    }
}

TEST(random_bit_patterns_survive_the_round_trip) {
    random_source r = {2};
    for (int i = 0; i < 1500000; i++)
        check_round_trip(random_finite(&r));
}

TEST(numbers_of_everyday_size_survive_the_round_trip) {
    random_source r = {3};
    for (int i = 0; i < 300000; i++) {
        check_round_trip(random_between(&r, -1, 1));
        check_round_trip(random_between(&r, -1e6, 1e6));
        check_round_trip((double)(int64_t)random_between(&r, -1e15, 1e15));
    }
}

TEST(powers_of_two_and_their_neighbours_are_right_and_shortest) {
    for (uint64_t exponent = 0; exponent < 0x7ff; exponent++)
        for (uint64_t i = 0; i < 3; i++) {
            uint64_t bits = (exponent << 52) + i - 1;
            if (exponent == 0 && i < 2) continue;
            check_round_trip(double_of(bits));
            check_shortest(double_of(bits));
        }
}

TEST(denormals_are_right_and_shortest) {
    random_source r = {4};
    for (uint64_t bits = 1; bits <= 2000; bits++) {
        check_round_trip(double_of(bits));
        check_shortest(double_of(bits));
    }
    for (int bit = 0; bit < 52; bit++)
        for (int i = 0; i < 200; i++) {
            double value = double_of((UINT64_C(1) << bit) | (random_u64(&r) & ((UINT64_C(1) << bit) - 1)));
            check_round_trip(value);
            check_shortest(value);
        }
}

TEST(random_numbers_are_written_shortest) {
    random_source r = {5};
    for (int i = 0; i < 60000; i++) {
        check_shortest(random_finite(&r));
        check_shortest(random_between(&r, -1000, 1000));
        check_shortest((double)(int)random_between(&r, -1e6, 1e6) / 1000 + 1e-9); // few digits
    }
}

// Numbers with up to 15 digits are written as they were typed.
TEST(short_decimals_are_written_as_typed) {
    random_source r = {6};
    for (int i = 0; i < 100000; i++) {
        char typed[64], text[NUMBER_TEXT_SIZE], typed_digits[32], digits[32];
        long long n = (long long)(random_u64(&r) % 1000000000000000) + 1;
        snprintf(typed, sizeof typed, "%llde%d", n, (int)(random_u64(&r) % 580) - 295);
        double value;
        CHECK(gyre_number_parse(typed, strlen(typed), &value));
        gyre_number_format(value, text);
        significant_digits(typed, typed_digits);
        significant_digits(text, digits);
        if (strcmp(typed_digits, digits) != 0) fail_msg("%s was read back as %s", typed, text);
    }
}

// ---- parsing ----

static void check_like_strtod(const char *text) {
    double got, want = strtod(text, NULL);
    bool is_ok = gyre_number_parse(text, strlen(text), &got);
    if (bits_of(got) != bits_of(want)) fail_msg("%.60s gives %a, expected %a", text, got, want);
    CHECK_EQ(is_ok, isfinite(want) != 0);
}

TEST(the_grammar_is_that_of_json) {
    const char *const good[] = {"0",    "-0",   "1",   "10",      "0.5",     "-0.0", "1e5",
                                "1E+5", "1e-5", "0e0", "0.0e-99", "123.456", "1e05", "-1.5E300"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        check_like_strtod(good[i]);
    const char *const bad[] = {"",    "-",    "+1",   ".5",  "1.",   "01",   "-01", "00",   "1e",       "1e+",
                               "e5",  "1.e5", "1.5.", "0x1", "1 ",   " 1",   "--1", "1-",   "1e5.5",    "nan",
                               "inf", "1_0",  "1,5",  "-.",  "0.e1", "1ee1", "1e-", "NaN",  "Infinity", "1f",
                               "1d",  "١",    "1e 5", "-e5", "0-",   "1\n",  "\t1", "0.5.", "00.5",     "-00"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = 7;
        if (gyre_number_parse(bad[i], strlen(bad[i]), &value)) fail_msg("\"%s\" is not a JSON number", bad[i]);
        CHECK(isnan(value));
    }
}

TEST(parsing_stops_at_the_given_length) {
    double value;
    CHECK(gyre_number_parse("12345", 3, &value));
    CHECK_SAME(value, 123);
    CHECK(gyre_number_parse("1.5e10", 3, &value));
    CHECK_SAME(value, 1.5);
    CHECK(!gyre_number_parse("1.5e10", 4, &value));
}

TEST(too_large_numbers_are_distinguished_from_invalid_ones) {
    const char *const rows[] = {"1e309", "1.7976931348623159e308", "1e99999999999999999999", "1797693134862315808e290"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double value = 0;
        CHECK(!gyre_number_parse(rows[i], strlen(rows[i]), &value));
        CHECK_SAME(value, INFINITY);
    }
    double value = 0;
    CHECK(!gyre_number_parse("-1e309", 6, &value));
    CHECK_SAME(value, -INFINITY);
}

// Cases that broke parsers before: ties, near ties, denormals, both ends of the range.
TEST(hard_cases_are_rounded_right) {
    const char *const rows[] = {
        "1.7976931348623157e308",
        "1.79769313486231580793728971405301e308", // just below the midpoint to the next power of two
        "1.79769313486231580793728971405304e308",
        "2.2250738585072011e-308", // endless loops in PHP and Java
        "2.2250738585072012e-308",
        "2.2250738585072014e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327208299493e-324", // just below and above half of the smallest double
        "2.4703282292062328208299493e-324",
        "2.47032822920623272e-324",
        "2.48e-324",
        "2.4e-324",
        "1e-323",
        "1e-400",
        "-1e-400",
        "9007199254740993", // ties
        "9007199254740995",
        "9007199254740993.0000000000000000000000000000000001",
        "9007199254740992.9999999999999999999999999999999999",
        "4503599627370496.5",
        "4503599627370497.5",
        "4503599627370497.4999999999999999",
        "9223372036854775807",
        "9223372036854775808",
        "9223372036854776833",
        "18446744073709551615",
        "18446744073709551616",
        "18446744073709553665",
        "36893488147419107329", // 2^65 + 2^13 + 1
        "1e22",
        "1e23",
        "8.5e22",
        "123456789012345678e22",
        "8.442911973260991817129021e-309",
        "6.9294956446009195e15",
        "3.7455744005952583e15",
        "5e125",
        "69e267",
        "999e-26",
        "7861e-34",
        "75569e-254",
        "928609e-261",
        "9210917e80",
        "84863171e114",
        "653777767e273",
        "5232604057e-298",
        "27235667517e-109",
        "653532977297e-123",
        "3142213164987e-294",
        "46202199371337e-72",
        "231010996856685e-73",
        "9324754620109615e212",
        "78459735791271921e49",
        "272104041512242479e200",
        "6802601037806061975e198",
        "20505426358836677347e-221",
        "836168422905420598437e-234",
        "4891559871276714924261e222",
        "0.500000000000000166533453693773481063544750213623046875",
        "3.518437208883201171875e13",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "1.50000000000000011102230246251565",
        "6.631236846766476e-316",
        "3.2378839133029012895883524125015321748630094236e-319",
        "100000000000000016777215",
        "100000000000000016777216",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001e98",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_like_strtod(rows[i]);
}

TEST(random_decimals_are_rounded_right) {
    random_source r = {7};
    for (int i = 0; i < 300000; i++) {
        char text[128];
        int digits = 1 + (int)(random_u64(&r) % 40), length = 0;
        for (int n = 0; n < digits; n++) {
            text[length++] = (char)('0' + random_u64(&r) % 10);
            if (n == 0) text[length++] = '.';
        }
        if (digits == 1) length--;
        snprintf(text + length, sizeof text - (size_t)length, "e%d", (int)(random_u64(&r) % 660) - 340);
        check_like_strtod(text);
    }
}

// The exact decimal expansion of the middle between two neighbouring doubles: their digits added and halved.
enum { EXPANSION = 1500 };
static void middle_text(double a, double b, char *text) {
    static char first[EXPANSION], second[EXPANSION];
    int length = snprintf(first, sizeof first, "%0*.*f", 1390, 1075, a);
    snprintf(second, sizeof second, "%0*.*f", 1390, 1075, b);
    int carry = 0;
    for (int i = length - 1; i >= 0; i--) {
        if (first[i] == '.') continue;
        int sum = (first[i] - '0') + (second[i] - '0') + carry;
        carry = sum / 10;
        first[i] = (char)('0' + sum % 10);
    }
    int rest = 0;
    for (int i = 0; i < length; i++) {
        if (first[i] == '.') continue;
        int value = rest * 10 + (first[i] - '0');
        first[i] = (char)('0' + value / 2);
        rest = value % 2;
    }
    CHECK_EQ(rest, 0);
    const char *start = first;
    while (*start == '0' && start[1] != '.')
        start++;
    snprintf(text, EXPANSION, "%s", start);
}

static void check_middle(double below) {
    double above = nextafter(below, INFINITY), even = bits_of(below) & 1 ? above : below, value;
    static char text[EXPANSION + 8];
    middle_text(below, above, text);
    CHECK(gyre_number_parse(text, strlen(text), &value));
    CHECK_SAME(value, even);
    // a trace more, far behind the digits that are compared
    strcat(text, "0001");
    CHECK(gyre_number_parse(text, strlen(text), &value));
    CHECK_SAME(value, above);
    // a trace less: the last digit that is not 0 is lowered, and what follows is 9
    size_t last = strlen(text) - 5;
    while (text[last] == '0' || text[last] == '.')
        last--;
    text[last]--;
    for (size_t i = last + 1; text[i]; i++)
        if (text[i] != '.') text[i] = '9';
    CHECK(gyre_number_parse(text, strlen(text), &value));
    CHECK_SAME(value, below);
}

TEST(halfway_decimals_round_to_even_unless_further_digits_decide) {
    random_source r = {8};
    check_middle(0);
    check_middle(double_of(1));
    check_middle(double_of(2));
    check_middle(nextafter(DBL_MIN, 0));
    check_middle(DBL_MIN);
    check_middle(1);
    check_middle(nextafter(DBL_MAX, 0));
    for (int i = 0; i < 1500; i++)
        check_middle(fabs(random_finite(&r)) * (1 - DBL_EPSILON)); // not the largest of all, which has no successor
    for (uint64_t exponent = 1; exponent < 0x7fe; exponent += 7) {
        check_middle(double_of(exponent << 52));
        check_middle(double_of((exponent << 52) - 1));
    }
}

TEST(the_middle_beyond_the_largest_double_is_too_large) {
    // 2^1024 - 2^970, exactly
    const char *text =
        "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
        "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
        "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904"
        "174497792";
    char below[400];
    double value;
    CHECK(!gyre_number_parse(text, strlen(text), &value));
    CHECK_SAME(value, INFINITY);
    snprintf(below, sizeof below, "%s", text);
    below[strlen(below) - 1]--;
    CHECK(gyre_number_parse(below, strlen(below), &value));
    CHECK_SAME(value, DBL_MAX);
}

TEST(any_number_of_digits_is_read) {
    enum { SIZE = 100000 };
    char *text = malloc(SIZE + 16);
    double value;
    // 0.000...01e99999: the zeros and the exponent cancel
    memset(text, '0', SIZE);
    text[1] = '.';
    snprintf(text + SIZE - 1, 16, "1e%d", SIZE - 2);
    CHECK(gyre_number_parse(text, strlen(text), &value));
    CHECK_SAME(value, 1);
    // 1000...0e-99999
    memset(text, '0', SIZE);
    text[0] = '1';
    snprintf(text + SIZE, 16, "e-%d", SIZE - 1);
    CHECK(gyre_number_parse(text, strlen(text), &value));
    CHECK_SAME(value, 1);
    // 9007199254740993 and 99984 zeros after the point: a tie; then a final 1
    memset(text, '0', SIZE);
    memcpy(text, "9007199254740993.", 17);
    text[SIZE] = 0;
    CHECK(gyre_number_parse(text, SIZE, &value));
    CHECK_SAME(value, 9007199254740992);
    text[SIZE - 1] = '1';
    CHECK(gyre_number_parse(text, SIZE, &value));
    CHECK_SAME(value, 9007199254740994);
    // exponents beyond any integer
    CHECK(gyre_number_parse("0e99999999999999999999999999", 28, &value));
    CHECK_SAME(value, 0);
    CHECK(gyre_number_parse("-1e-99999999999999999999999999", 30, &value));
    CHECK_SAME(value, -0.0);
    free(text);
}

RUN_TESTS("number_text")
