// For MemorySanitizer and valgrind: a decision about a number that was never set.
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
    (void)arguments;
    volatile int *numbers = malloc(((size_t)count + 3) * sizeof *numbers);
    if (!numbers) return 0;
    numbers[0] = 1;
    for (int i = 0; i < numbers[count + 1]; i++)
        puts("more");
    free((void *)numbers);
    return 0;
}
