// For MemorySanitizer and valgrind: a decision about a number that was never set.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    if (!numbers) return 0;
    numbers[0] = 1;
    printf("%s\n", numbers[2] > 0 ? "more" : "less");
    free(numbers);
    return 0;
}
