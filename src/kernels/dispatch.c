/// The list of kernels, and a test for the kernels that this machine can run.
#include "kernels/kernel.h"

#include "gyre/kernels.h"

#include <string.h>

static const kernel_table *const kernels[] = {
#define X(name, lanes) &gyre_kernel_##name,
#include "kernels/types.def"
#undef X
};

enum { KERNEL_COUNT = sizeof kernels / sizeof kernels[0] };

const kernel_table *gyre_kernel(int index) { return (unsigned)index < KERNEL_COUNT ? kernels[index] : NULL; }

// Narrow kernels need no test: every target they are built for can run them.
static bool has_cpu_for(const kernel_table *kernel) {
#if defined(__x86_64__) || defined(__i386__)
    if (kernel->lanes == 8) return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
    return kernel->lanes < 4 || __builtin_cpu_supports("avx2");
#else
    return kernel->lanes < 4;
#endif
}

bool gyre_kernel_can_run(const kernel_table *kernel) { return kernel->is_built && has_cpu_for(kernel); }

const kernel_table *gyre_kernel_best(void) {
    const kernel_table *best = kernels[0];
    for (int i = 1; i < KERNEL_COUNT; i++)
        if (gyre_kernel_can_run(kernels[i])) best = kernels[i];
    return best;
}

const kernel_table *gyre_kernel_find(const char *name) {
    for (int i = 0; i < KERNEL_COUNT; i++)
        if (strcmp(kernels[i]->name, name) == 0 && gyre_kernel_can_run(kernels[i])) return kernels[i];
    return NULL;
}

// ---- public ----

const char *gyre_kernel_name(int index) { return gyre_kernel(index) ? gyre_kernel(index)->name : NULL; }

int gyre_kernel_lanes(int index) { return gyre_kernel(index) ? gyre_kernel(index)->lanes : 0; }

int gyre_kernel_is_usable(int index) { return gyre_kernel(index) && gyre_kernel_can_run(gyre_kernel(index)); }
