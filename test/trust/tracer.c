/// Observes, counts, refuses and shortens system calls by ptrace. Linux on x86-64 and arm64.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): feature macro

#include "tracer.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- which calls concern files ----

enum { HAS_FD = 1, HAS_PATH = 2, HAS_PATH_AT = 4, IS_DATA = 8, HAS_COUNT = 16, MAY_INTERRUPT = 32 };

typedef struct call_row {
    long number;
    const char *name;
    int flags;
} call_row;

#define CALL(name, flags)                                                                                              \
    { SYS_##name, #name, flags }

static const call_row calls[] = {
    CALL(openat, HAS_PATH_AT | MAY_INTERRUPT),
    CALL(read, HAS_FD | HAS_COUNT | MAY_INTERRUPT),
    CALL(pread64, HAS_FD | HAS_COUNT | MAY_INTERRUPT),
    CALL(readv, HAS_FD | MAY_INTERRUPT),
    CALL(write, HAS_FD | IS_DATA | HAS_COUNT | MAY_INTERRUPT),
    CALL(pwrite64, HAS_FD | IS_DATA | HAS_COUNT | MAY_INTERRUPT),
    CALL(writev, HAS_FD | IS_DATA | MAY_INTERRUPT),
    CALL(close, HAS_FD | MAY_INTERRUPT),
    CALL(fsync, HAS_FD | IS_DATA | MAY_INTERRUPT),
    CALL(fdatasync, HAS_FD | IS_DATA | MAY_INTERRUPT),
    CALL(ftruncate, HAS_FD | IS_DATA | MAY_INTERRUPT),
    CALL(fallocate, HAS_FD | IS_DATA | MAY_INTERRUPT),
    CALL(fchmod, HAS_FD | MAY_INTERRUPT),
    CALL(fstat, HAS_FD),
    CALL(lseek, HAS_FD),
    CALL(fcntl, HAS_FD),
    CALL(ioctl, HAS_FD),
    CALL(newfstatat, HAS_PATH_AT),
    CALL(statx, HAS_PATH_AT),
    CALL(faccessat, HAS_PATH_AT),
    CALL(faccessat2, HAS_PATH_AT),
    CALL(readlinkat, HAS_PATH_AT),
    CALL(unlinkat, HAS_PATH_AT),
    CALL(linkat, HAS_PATH_AT),
    CALL(renameat2, HAS_PATH_AT),
    CALL(renameat, HAS_PATH_AT),
    CALL(fchmodat, HAS_PATH_AT),
    CALL(getcwd, 0),
    CALL(dup, HAS_FD),
    CALL(pipe2, 0),
#ifdef SYS_open
    CALL(open, HAS_PATH | MAY_INTERRUPT),
    CALL(creat, HAS_PATH | MAY_INTERRUPT),
    CALL(stat, HAS_PATH),
    CALL(lstat, HAS_PATH),
    CALL(access, HAS_PATH),
    CALL(readlink, HAS_PATH),
    CALL(unlink, HAS_PATH),
    CALL(link, HAS_PATH),
    CALL(rename, HAS_PATH),
    CALL(chmod, HAS_PATH),
    CALL(mkdir, HAS_PATH),
    CALL(dup2, HAS_FD),
#endif
};

static const call_row *find_call(long number) {
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (calls[i].number == number) return &calls[i];
    return NULL;
}

// ---- registers ----

typedef struct registers {
#if defined(__x86_64__)
    struct user_regs_struct all;
#else
    struct user_pt_regs all;
    int number;
#endif
} registers;

static bool get_registers(pid_t child, registers *r) {
    struct iovec place = {&r->all, sizeof r->all};
    if (ptrace(PTRACE_GETREGSET, child, (void *)NT_PRSTATUS, &place) != 0) return false;
#if defined(__aarch64__)
    r->number = (int)r->all.regs[8];
#endif
    return true;
}

static void set_registers(pid_t child, registers *r) {
    struct iovec place = {&r->all, sizeof r->all};
    ptrace(PTRACE_SETREGSET, child, (void *)NT_PRSTATUS, &place);
#if defined(__aarch64__)
    struct iovec number = {&r->number, sizeof r->number};
    ptrace(PTRACE_SETREGSET, child, (void *)NT_ARM_SYSTEM_CALL, &number);
#endif
}

#if defined(__x86_64__)
static long call_number(const registers *r) { return (long)r->all.orig_rax; }
static void set_no_call(registers *r) { r->all.orig_rax = (unsigned long long)-1; }
static void set_result(registers *r, long result) { r->all.rax = (unsigned long long)result; }
static uint64_t argument(const registers *r, int i) { return i == 0 ? r->all.rdi : i == 1 ? r->all.rsi : r->all.rdx; }
static void set_count(registers *r, uint64_t count) { r->all.rdx = count; }
#else
static long call_number(const registers *r) { return (long)r->all.regs[8]; }
static void set_no_call(registers *r) { r->number = -1; }
static void set_result(registers *r, long result) { r->all.regs[0] = (unsigned long long)result; }
static uint64_t argument(const registers *r, int i) { return r->all.regs[i]; }
static void set_count(registers *r, uint64_t count) { r->all.regs[2] = count; }
#endif

static void read_path(pid_t child, uint64_t address, char out[TRACE_PATH_SIZE]) {
    out[0] = 0;
    for (size_t i = 0; i < TRACE_PATH_SIZE - 1; i += sizeof(long)) {
        errno = 0;
        long word = ptrace(PTRACE_PEEKDATA, child, (void *)(uintptr_t)(address + i), NULL);
        size_t room = TRACE_PATH_SIZE - i < sizeof word ? TRACE_PATH_SIZE - i : sizeof word;
        if (errno) break;
        memcpy(out + i, &word, room);
        if (memchr(&word, 0, room)) return;
    }
    out[TRACE_PATH_SIZE - 1] = 0;
}

// ---- the observer ----

typedef struct observer {
    const fault *f;
    trace *out;
    bool is_in_main; // the loader's own files are not the command's business
    bool is_full;    // since the fault
} observer;

static void describe(observer *o, pid_t child, const call_row *row, const registers *r) {
    trace *t = o->out;
    snprintf(t->call, sizeof t->call, "%s", row->name);
    t->descriptor = row->flags & HAS_FD ? (int)argument(r, 0) : -1;
    t->path[0] = 0;
    if (row->flags & (HAS_PATH | HAS_PATH_AT)) read_path(child, argument(r, row->flags & HAS_PATH ? 0 : 1), t->path);
    t->can_be_short = (row->flags & HAS_COUNT) && argument(r, 2) > 1;
    t->can_be_interrupted = row->flags & MAY_INTERRUPT;
}

// The command begins by opening /dev/null; the dynamic loader before it does not.
static bool has_main_begun(observer *o, pid_t child, const call_row *row, const registers *r) {
    char path[TRACE_PATH_SIZE];
    if (o->is_in_main || !row || !(row->flags & (HAS_PATH | HAS_PATH_AT))) return o->is_in_main;
    read_path(child, argument(r, row->flags & HAS_PATH ? 0 : 1), path);
    return o->is_in_main = strcmp(path, "/dev/null") == 0;
}

static bool is_output(const call_row *row, const registers *r) {
    return (row->flags & IS_DATA) && argument(r, 0) != STDERR_FILENO;
}

// At the entry of a call. Returns the result that it must give instead of happening, or 1; *out_kill: when to kill.
static long meet_call(observer *o, pid_t child, registers *r, fault_kind *out_kill) {
    const call_row *row = find_call(call_number(r));
    *out_kill = FAULT_NONE;
    if (!has_main_begun(o, child, row, r) || !row) return 1;
    if (o->is_full && is_output(row, r)) return -o->f->number;
    if (o->out->calls++ != o->f->at || o->f->kind == FAULT_NONE) return 1;
    describe(o, child, row, r);
    o->out->has_happened = true;
    if (o->f->kind == FAULT_KILL || o->f->kind == FAULT_KILL_DONE) *out_kill = o->f->kind;
    if (o->f->kind == FAULT_SHORT && o->out->can_be_short) {
        set_count(r, argument(r, 2) / 2);
        set_registers(child, r);
    }
    o->is_full = o->f->kind == FAULT_FULL;
    return o->f->kind == FAULT_ERROR || o->f->kind == FAULT_FULL ? -o->f->number : 1;
}

enum { THREADS_MAX = 16 };

typedef struct traced_thread {
    pid_t id;
    bool is_in_call;
    long forced; // result; 1: its own
    bool is_doomed;
} traced_thread;

static traced_thread *find_thread(traced_thread threads[THREADS_MAX], pid_t id) {
    for (int i = 0; i < THREADS_MAX; i++) {
        if (threads[i].id == 0) threads[i] = (traced_thread){.id = id, .forced = 1};
        if (threads[i].id == id) return &threads[i];
    }
    return &threads[THREADS_MAX - 1];
}

static void at_stop(observer *o, pid_t child, traced_thread *t) {
    registers r;
    fault_kind when;
    if (!get_registers(t->id, &r)) return;
    t->is_in_call = !t->is_in_call;
    if (t->is_in_call) {
        t->forced = meet_call(o, t->id, &r, &when);
        if (t->forced <= 0) {
            set_no_call(&r);
            set_registers(t->id, &r);
        }
        if (when == FAULT_KILL) kill(child, SIGKILL);
        t->is_doomed = when == FAULT_KILL_DONE;
    } else {
        if (t->forced <= 0) {
            set_result(&r, t->forced);
            set_registers(t->id, &r);
        }
        if (t->is_doomed) kill(child, SIGKILL);
    }
}

static int observe(pid_t child, observer *o) {
    traced_thread threads[THREADS_MAX] = {{0}};
    int status = 0;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE;
    if (waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status)) return status;
    ptrace(PTRACE_SETOPTIONS, child, NULL, options);
    ptrace(PTRACE_SYSCALL, child, NULL, NULL);
    for (;;) {
        pid_t who = waitpid(-1, &status, __WALL);
        if (who < 0) return status;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (who == child) return status;
            continue;
        }
        int signal_number = WSTOPSIG(status);
        long handed = 0;
        if (signal_number == (SIGTRAP | 0x80))
            at_stop(o, child, find_thread(threads, who));
        else if (signal_number != SIGTRAP && signal_number != SIGSTOP)
            handed = signal_number;
        ptrace(PTRACE_SYSCALL, who, NULL, handed);
    }
}

int tracer_run(void (*start)(const void *context), const void *context, const fault *f, trace *out) {
    *out = (trace){.descriptor = -1};
    observer o = {.f = f, .out = out};
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(97);
        raise(SIGSTOP);
        start(context);
        _exit(98);
    }
    return child < 0 ? -1 : observe(child, &o);
}

static void exit_well(const void *context) {
    (void)context;
    _exit(0);
}

bool tracer_works(void) {
    trace t;
    fault none = {FAULT_NONE, -1, 0};
    return tracer_run(exit_well, NULL, &none, &t) == 0;
}

#else

bool tracer_works(void) { return false; }

int tracer_run(void (*start)(const void *context), const void *context, const fault *f, trace *out) {
    (void)start, (void)context, (void)f, (void)out;
    return -1;
}

#endif
