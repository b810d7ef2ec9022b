// For LeakSanitizer and valgrind: nobody has the block any more.
#include <stdio.h>
#include <stdlib.h>
static char *volatile kept;
int main(void) {
    kept = malloc(100);
    printf("%d\n", kept != NULL);
    kept = NULL;
    return 0;
}
