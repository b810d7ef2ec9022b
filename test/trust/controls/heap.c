// For AddressSanitizer and valgrind: one element past the end.
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
    (void)arguments;
    int *numbers = calloc((size_t)count + 3, sizeof *numbers);
    if (!numbers) return 0;
    int past = numbers[count + 3];
    printf("%d\n", past);
    free(numbers);
    return 0;
}
