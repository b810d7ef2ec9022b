/// Several worlds at the same time, each on a separate thread: they share no data, so ThreadSanitizer finds nothing
/// (check_tsan.sh), and every world has the bits that it has alone.
///     together WORLDS STEPS
#include "changes.h"
#include "files.h"

#include <inttypes.h>
#include <pthread.h>

enum { WORLDS_MAX = 64 };

typedef struct job {
    int number, steps;
    uint64_t hash;
} job;

// A scene that depends on the number, so that different things happen side by side.
static void *run_job(void *argument) {
    job *j = argument;
    gyre_hash hash = gyre_hash_begin();
    switch (j->number % 4) {
    case 0:
        run_crowd(&hash, &crowds[j->number / 4 * 5 % CROWD_COUNT], j->steps);
        break;
    case 1:
        every_shape(&hash, j->steps);
        break;
    case 2:
        changing_world(&hash, j->steps);
        break;
    case 3:
        thrown_parts(&hash, j->steps);
        break;
    }
    j->hash = gyre_hash_value(&hash);
    return NULL;
}

int main(int count, char **arguments) {
    int worlds = count > 1 ? atoi(arguments[1]) : 8, steps = count > 2 ? atoi(arguments[2]) : 20, failed = 0;
    if (worlds < 1 || worlds > WORLDS_MAX || steps < 1) {
        fprintf(stderr, "together WORLDS STEPS: 1 to %d worlds, at least one step\n", WORLDS_MAX);
        return 2;
    }
    chosen_threads = 2; // threads of threads
    pthread_t threads[WORLDS_MAX];
    job jobs[WORLDS_MAX];
    for (int i = 0; i < worlds; i++) {
        jobs[i] = (job){i, steps, 0};
        if (pthread_create(&threads[i], NULL, run_job, &jobs[i]) != 0) abort();
    }
    for (int i = 0; i < worlds; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < worlds; i++) {
        job alone = {i, steps, 0};
        run_job(&alone);
        if (alone.hash == jobs[i].hash) continue;
        printf("world %d: %016" PRIx64 " together, %016" PRIx64 " alone\n", i, jobs[i].hash, alone.hash);
        failed = 1;
    }
    printf("%d worlds at a time, %d steps: %s\n", worlds, steps, failed ? "DIFFERENT" : "the same bits as alone");
    return failed;
}
