// For UndefinedBehaviorSanitizer: a sum of ints that overflows.
#include <limits.h>
#include <stdio.h>
int main(int count, char **arguments) {
    (void)arguments;
    int large = INT_MAX - 1 + count;
    printf("%d\n", large + count);
    return 0;
}
