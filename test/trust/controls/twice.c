// For gcc -fanalyzer, clang-tidy and cppcheck, which do not run it: a double free on one of two paths.
#include <stdlib.h>
void free_twice(int is_bad);
void free_twice(int is_bad) {
    char *block = malloc(10);
    if (!block) return;
    if (is_bad) free(block);
    free(block);
}
