// For ThreadSanitizer: two threads, one counter, no lock.
#include <pthread.h>
#include <stddef.h>
static int shared;
static void *write_it(void *unused) {
    for (int i = 0; i < 100000; i++)
        shared++;
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, write_it, NULL);
    write_it(NULL);
    pthread_join(thread, NULL);
    return 0;
}
