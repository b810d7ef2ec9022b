// For LeakSanitizer and valgrind: these blocks are leaked. (One alone may still be in a register.)
#include <stdio.h>
#include <stdlib.h>
static char *volatile kept;
int main(void) {
    for (int i = 0; i < 100; i++)
        kept = malloc(100);
    printf("%d\n", kept != NULL);
    kept = NULL;
    return 0;
}
