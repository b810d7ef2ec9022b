/// Layer 11: writing files whole or not at all.
#define _XOPEN_SOURCE 700

#include "folder.h"
#include "gyre/files.h"
#include "host.h"
#include "random.h"

#include <time.h>

static gyre_file_writer *opened(const char *name) {
    gyre_file_writer *writer = NULL;
    gyre_file_error error = {0};
    if (gyre_file_writer_open(in_folder(name), NULL, &writer, &error) != GYRE_OK) fail_msg("%s", error.text);
    return writer;
}

static void write_text(gyre_file_writer *writer, const char *text) {
    CHECK_OK(gyre_file_writer_write(writer, text, strlen(text)));
}

static void check_error(const gyre_file_error *error, const char *path, const char *reason) {
    char want[512];
    snprintf(want, sizeof want, "cannot write '%s': %s", path, reason);
    if (strcmp(error->text, want) != 0) fail_msg("got \"%s\", expected \"%s\"", error->text, want);
    CHECK_EQ(error->code, GYRE_ERR_FILE_WRITE);
}

// ---- whole or absent ----

TEST(a_file_appears_with_the_commit_and_not_before) {
    make_folder();
    gyre_file_writer *writer = opened("new");
    write_text(writer, "hello, ");
    CHECK(access(in_folder("new"), F_OK) != 0);
    write_text(writer, "world\n");
    CHECK_OK(gyre_file_writer_commit(writer, NULL));
    check_file("new", "hello, world\n");
    CHECK_EQ(entry_count(), 1); // and nothing else is left
    remove_folder();
}

TEST(an_old_file_stays_until_the_commit) {
    make_folder();
    put_file("file", "old");
    gyre_file_writer *writer = opened("file");
    write_text(writer, "new and longer");
    check_file("file", "old");
    CHECK_OK(gyre_file_writer_commit(writer, NULL));
    check_file("file", "new and longer");
    CHECK_EQ(entry_count(), 1);
    remove_folder();
}

TEST(aborting_a_write_leaves_the_old_file_unchanged) {
    make_folder();
    put_file("file", "old");
    gyre_file_writer *writer = opened("file");
    write_text(writer, "new");
    CHECK_EQ(entry_count(), 2);
    gyre_file_writer_abort(writer);
    gyre_file_writer_abort(NULL);
    check_file("file", "old");
    CHECK_EQ(entry_count(), 1);
    remove_folder();
}

TEST(an_empty_file_can_be_written) {
    make_folder();
    CHECK_OK(gyre_file_writer_commit(opened("empty"), NULL));
    check_file("empty", "");
    remove_folder();
}

TEST(pieces_of_any_size_are_written_in_order) {
    make_folder();
    random_source r = {1};
    gyre_file_writer *writer = opened("pieces");
    gyre_sink sink = gyre_file_writer_sink(writer);
    static char piece[300000];
    size_t total = 0;
    for (int i = 0; i < 60; i++) { // below, at and above the size of the buffer
        size_t size = i == 0 ? 65536 : i == 1 ? 65537 : i == 2 ? 0 : random_u64(&r) % (i % 3 ? 3000 : sizeof piece);
        for (size_t n = 0; n < size; n++)
            piece[n] = (char)((total + n) * 7 % 251);
        CHECK_OK(sink.write(piece, size, sink.user));
        total += size;
    }
    CHECK_OK(gyre_file_writer_commit(writer, NULL));
    void *bytes;
    size_t size;
    CHECK_OK(gyre_file_read(in_folder("pieces"), SIZE_MAX, NULL, &bytes, &size, NULL));
    CHECK_EQ(size, total);
    for (size_t n = 0; n < size; n++)
        CHECK_EQ(((unsigned char *)bytes)[n], n * 7 % 251);
    gyre_file_free(NULL, bytes);
    remove_folder();
}

TEST(written_bytes_can_be_overwritten_in_a_file_but_not_in_a_device) {
    make_folder();
    gyre_file_writer *writer = opened("file");
    gyre_sink sink = gyre_file_writer_sink(writer);
    write_text(writer, "one two three");
    CHECK_OK(sink.patch(4, "TWO", 3, sink.user)); // still in the buffer
    write_text(writer, " four");
    CHECK_OK(sink.patch(0, "O", 1, sink.user));
    CHECK_OK(gyre_file_writer_commit(writer, NULL));
    check_file("file", "One TWO three four");
    CHECK_OK(gyre_file_writer_open("/dev/null", NULL, &writer, NULL));
    CHECK(gyre_file_writer_sink(writer).patch == NULL);
    gyre_file_writer_abort(writer);
    remove_folder();
}

TEST(two_writers_of_one_file_do_not_interfere) {
    make_folder();
    gyre_file_writer *a = opened("file"), *b = opened("file");
    write_text(a, "from a");
    write_text(b, "from b");
    CHECK_EQ(entry_count(), 2);
    CHECK_OK(gyre_file_writer_commit(a, NULL));
    check_file("file", "from a");
    CHECK_OK(gyre_file_writer_commit(b, NULL));
    check_file("file", "from b");
    CHECK_EQ(entry_count(), 1);
    remove_folder();
}

// ---- what a file is besides its bytes ----

static int mode_of(const char *name) {
    struct stat status;
    CHECK_EQ(stat(in_folder(name), &status), 0);
    return (int)(status.st_mode & 07777);
}

TEST(a_new_file_has_the_usual_permissions_and_an_old_one_its_own) {
    make_folder();
    mode_t before = umask(027);
    CHECK_OK(gyre_file_writer_commit(opened("new"), NULL));
    put_file("old", "x");
    chmod(in_folder("old"), 0604);
    CHECK_OK(gyre_file_writer_commit(opened("old"), NULL));
    umask(before);
    CHECK_EQ(mode_of("new"), 0640);
    CHECK_EQ(mode_of("old"), 0604);
    remove_folder();
}

TEST(writing_through_a_symbolic_link_keeps_the_link) {
    make_folder();
    mkdir(in_folder("there"), 0755);
    put_file("there/file", "old");
    CHECK_EQ(symlink("there/file", in_folder("link")), 0);
    gyre_file_writer *writer = opened("link");
    write_text(writer, "new");
    CHECK_OK(gyre_file_writer_commit(writer, NULL));
    struct stat status;
    CHECK_EQ(lstat(in_folder("link"), &status), 0);
    CHECK(S_ISLNK(status.st_mode));
    check_file("there/file", "new");
    CHECK_EQ(entry_count(), 2);
    remove_folder();
}

TEST(a_path_without_a_folder_is_in_the_working_directory) {
    char before[512];
    make_folder();
    CHECK(getcwd(before, sizeof before) != NULL);
    CHECK_EQ(chdir(folder), 0);
    gyre_file_writer *writer = NULL;
    CHECK_OK(gyre_file_writer_open("plain", NULL, &writer, NULL));
    write_text(writer, "here");
    CHECK_EQ(chdir(before), 0); // the writer remembers the folder, not its name
    CHECK_OK(gyre_file_writer_commit(writer, NULL));
    check_file("plain", "here");
    remove_folder();
}

// ---- what cannot be written ----

static void check_refused(const char *path, const char *reason) {
    gyre_file_writer *writer = NULL;
    gyre_file_error error = {0};
    CHECK_RESULT(gyre_file_writer_open(path, NULL, &writer, &error), GYRE_ERR_FILE_WRITE);
    CHECK(writer == NULL);
    check_error(&error, path, reason);
}

TEST(paths_that_are_not_files_are_refused) {
    make_folder();
    put_file("file", "x");
    CHECK_EQ(symlink("nothing", in_folder("dangling")), 0);
    check_refused(folder, "Is a directory");
    check_refused(in_folder("none/file"), "No such file or directory");
    check_refused(in_folder("file/file"), "Not a directory");
    check_refused(in_folder("none/"), "the path has no file name");
    check_refused(in_folder("dangling"), "No such file or directory");
    check_refused("", "the path has no file name");
    char longer[5000];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    gyre_file_writer *writer = NULL;
    CHECK_RESULT(gyre_file_writer_open(longer, NULL, &writer, NULL), GYRE_ERR_FILE_WRITE);
    CHECK_EQ(entry_count(), 2);
    remove_folder();
}

static int open_in_locked_folder(void) {
    gyre_file_writer *writer = NULL;
    gyre_file_error error = {0};
    if (gyre_file_writer_open(in_folder("locked/new"), NULL, &writer, &error) != GYRE_ERR_FILE_WRITE) return 1;
    if (!strstr(error.text, "Permission denied")) return 2;
    if (gyre_file_writer_open(in_folder("read_only"), NULL, &writer, &error) != GYRE_ERR_FILE_WRITE) return 3;
    return strstr(error.text, "Permission denied") ? 0 : 4;
}

TEST(folders_and_files_without_permission_are_refused) {
    make_folder();
    chmod(folder, 0777);
    mkdir(in_folder("locked"), 0555);
    put_file("read_only", "x");
    chmod(in_folder("read_only"), 0444);
    CHECK_EQ(run_as_nobody(open_in_locked_folder), 0);
    CHECK_EQ(entry_count(), 2);
    remove_folder();
}

TEST(a_full_disk_is_an_error_at_the_commit) {
    gyre_file_writer *writer = NULL;
    gyre_file_error error = {0};
    CHECK_OK(gyre_file_writer_open("/dev/full", NULL, &writer, &error));
    write_text(writer, "x");
    CHECK_EQ(gyre_file_writer_error(writer)->code, GYRE_OK);
    CHECK_RESULT(gyre_file_writer_commit(writer, &error), GYRE_ERR_FILE_WRITE);
    check_error(&error, "/dev/full", "No space left on device");
}

TEST(an_error_persists_with_its_reason) {
    static const char zeros[100000];
    gyre_file_writer *writer = NULL;
    CHECK_OK(gyre_file_writer_open("/dev/full", NULL, &writer, NULL));
    CHECK_RESULT(gyre_file_writer_write(writer, zeros, sizeof zeros), GYRE_ERR_FILE_WRITE);
    CHECK_RESULT(gyre_file_writer_write(writer, "x", 1), GYRE_ERR_FILE_WRITE);
    check_error(gyre_file_writer_error(writer), "/dev/full", "No space left on device");
    CHECK_RESULT(gyre_file_writer_commit(writer, NULL), GYRE_ERR_FILE_WRITE);
}

TEST(a_target_replaced_by_a_folder_is_an_error_and_leaves_no_file) {
    make_folder();
    gyre_file_writer *writer = opened("file");
    write_text(writer, "x");
    const char *path = in_folder("file");
    mkdir(path, 0755);
    gyre_file_error error = {0};
    CHECK_RESULT(gyre_file_writer_commit(writer, &error), GYRE_ERR_FILE_WRITE);
    check_error(&error, path, "Is a directory");
    CHECK_EQ(entry_count(), 1);
    remove_folder();
}

TEST(memory_that_runs_out_is_an_error) {
    failing f = {.fail_at = 0};
    gyre_allocator own = {failing_take, failing_give, &f}, half = {.take = failing_take};
    make_folder();
    gyre_file_writer *writer = NULL;
    CHECK_RESULT(gyre_file_writer_open(in_folder("a"), &own, &writer, NULL), GYRE_ERR_NO_MEMORY);
    CHECK_RESULT(gyre_file_writer_open(in_folder("none/a"), &own, &writer, NULL), GYRE_ERR_FILE_WRITE);
    CHECK_RESULT(gyre_file_writer_open(in_folder("a"), &half, &writer, NULL), GYRE_ERR_ALLOCATOR);
    CHECK_RESULT(gyre_file_writer_open(NULL, &own, &writer, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_OK(gyre_file_writer_open(in_folder("a"), &own, &writer, NULL));
    CHECK_OK(gyre_file_writer_commit(writer, NULL));
    CHECK_EQ(f.live, 0);
    remove_folder();
}

// ---- what is no regular file ----

TEST(a_pipe_is_written_to_directly) {
    make_folder();
    CHECK_EQ(mkfifo(in_folder("pipe"), 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        gyre_file_writer *writer = NULL;
        int failed = gyre_file_writer_open(in_folder("pipe"), NULL, &writer, NULL) != GYRE_OK ||
                     gyre_file_writer_write(writer, "through", 7) != GYRE_OK ||
                     gyre_file_writer_commit(writer, NULL) != GYRE_OK;
        _exit(failed);
    }
    check_file("pipe", "through");
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_EQ(status, 0);
    CHECK_EQ(entry_count(), 1);
    remove_folder();
}

// A pipe that is full takes a part of what it is given when a signal comes, or nothing.
TEST(interrupted_and_short_writes_are_continued) {
    enum { SIZE = 1 << 20 };
    static char bytes[SIZE];
    for (int i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * 7 % 251);
    make_folder();
    CHECK_EQ(mkfifo(in_folder("pipe"), 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        gyre_file_writer *writer = NULL;
        start_alarms(); // opening a pipe waits for a reader, and is interrupted too
        int failed = gyre_file_writer_open(in_folder("pipe"), NULL, &writer, NULL) != GYRE_OK ||
                     gyre_file_writer_write(writer, bytes, SIZE) != GYRE_OK ||
                     gyre_file_writer_commit(writer, NULL) != GYRE_OK;
        _exit(failed ? 1 : stop_alarms() < 3 ? 2 : 0);
    }
    nanosleep(&(struct timespec){0, 5000000}, NULL);
    int file = open(in_folder("pipe"), O_RDONLY);
    int size = 0;
    for (ssize_t count = 1; count > 0; size += (int)count) {
        char part[20000];
        count = read(file, part, sizeof part);
        CHECK(count >= 0 && size + count <= SIZE);
        CHECK_BYTES(part, bytes + size, (size_t)count);
        nanosleep(&(struct timespec){0, 500000}, NULL);
    }
    close(file);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_EQ(size, SIZE);
    CHECK_EQ(status, 0);
    remove_folder();
}

TEST(a_dash_is_standard_output_and_is_not_closed) {
    make_folder();
    fflush(stdout);
    int saved = dup(STDOUT_FILENO), file = open(in_folder("output"), O_WRONLY | O_CREAT, 0600);
    dup2(file, STDOUT_FILENO);
    gyre_file_writer *writer = NULL;
    gyre_result opening = gyre_file_writer_open("-", NULL, &writer, NULL);
    gyre_result writing = gyre_file_writer_write(writer, "to the ", 7),
                committing = gyre_file_writer_commit(writer, NULL);
    ssize_t count = write(STDOUT_FILENO, "screen", 6);
    dup2(saved, STDOUT_FILENO);
    close(saved), close(file);
    CHECK_OK(opening);
    CHECK_OK(writing);
    CHECK_OK(committing);
    CHECK_EQ(count, 6);
    check_file("output", "to the screen");
    remove_folder();
}

// ---- killed in the middle ----

// Version n of a file: a size and a letter that belong together.
enum { VERSION_SIZE = 150000 };
static size_t version_size(unsigned n) { return VERSION_SIZE + n % 1000; }
static char version_letter(unsigned n) { return (char)('a' + n % 1000 % 26); }

static void write_versions_forever(unsigned n) {
    for (;; n++) {
        gyre_file_writer *writer = NULL;
        char piece[977];
        memset(piece, version_letter(n), sizeof piece);
        if (gyre_file_writer_open(in_folder("file"), NULL, &writer, NULL) != GYRE_OK) _exit(1);
        for (size_t left = version_size(n), size; left > 0; left -= size) {
            size = left < sizeof piece ? left : sizeof piece;
            if (gyre_file_writer_write(writer, piece, size) != GYRE_OK) _exit(2);
        }
        if (gyre_file_writer_commit(writer, NULL) != GYRE_OK) _exit(3);
    }
}

// The version in the file, which must be one version whole.
static unsigned check_version(void) {
    char *bytes;
    void *read;
    size_t size;
    CHECK_OK(gyre_file_read(in_folder("file"), SIZE_MAX, NULL, &read, &size, NULL));
    bytes = read;
    CHECK(size >= VERSION_SIZE && size < VERSION_SIZE + 1000);
    unsigned n = (unsigned)(size - VERSION_SIZE);
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != version_letter(n)) fail_msg("byte %zu of %zu is from another version", i, size);
    gyre_file_free(NULL, read);
    return n;
}

TEST(a_process_killed_at_any_time_leaves_an_old_or_a_new_file) {
    make_folder();
    random_source r = {(uint64_t)time(NULL)}; // other times in every run
    gyre_file_writer *writer = opened("file");
    static char zero[VERSION_SIZE];
    memset(zero, version_letter(0), sizeof zero);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    CHECK_OK(gyre_file_writer_write(writer, zero, sizeof zero));
    CHECK_OK(gyre_file_writer_commit(writer, NULL));
    clock_gettime(CLOCK_MONOTONIC, &end);
    // some of the children come to a commit or two before they die
    int64_t longest = 5000000 + 3 * ((end.tv_sec - start.tv_sec) * INT64_C(1000000000) + end.tv_nsec - start.tv_nsec);
    unsigned version = 0, moved = 0;
    for (int round = 0; round < 50; round++) {
        pid_t child = fork();
        if (child == 0) write_versions_forever(version + 1);
        int64_t wait = (int64_t)(random_u64(&r) % (uint64_t)longest);
        nanosleep(&(struct timespec){(time_t)(wait / 1000000000), (long)(wait % 1000000000)}, NULL);
        CHECK_EQ(kill(child, SIGKILL), 0);
        int status = 0;
        waitpid(child, &status, 0);
        CHECK(WIFSIGNALED(status)); // killed by the signal, not ended by an error
        unsigned now = check_version();
        moved += now != version;
        version = now;
    }
    CHECK(moved > 0);
    remove_folder();
}

TEST(a_missing_writer_is_refused) {
    gyre_file_error error;
    CHECK_RESULT(gyre_file_writer_write(NULL, "a", 1), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_file_writer_commit(NULL, &error), GYRE_ERR_NULL_POINTER);
    CHECK(gyre_file_writer_error(NULL) == NULL);
    gyre_sink sink = gyre_file_writer_sink(NULL);
    CHECK_RESULT(sink.write("a", 1, sink.user), GYRE_ERR_NULL_POINTER);
}

RUN_TESTS("file_write")
