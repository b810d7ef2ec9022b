// For float-cast-overflow: a double that no int can be.
#include <stdio.h>
int main(int count, char **arguments) {
    (void)arguments;
    double large = 1e30 * count;
    printf("%d\n", (int)large);
    return 0;
}
