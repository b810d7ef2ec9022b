/// Layer 11: reading files, also beside others.
#define _XOPEN_SOURCE 700

#include "folder.h"
#include "gyre/files.h"
#include "host.h"

#include <time.h>

enum { PLENTY = 1 << 20 };

// The result of reading a path: the contents, or the code and the text of the error.
static char got[512];
static const char *read_text(const char *path, size_t max_size) {
    void *bytes = NULL;
    size_t size = 0;
    gyre_file_error error;
    gyre_result r = gyre_file_read(path, max_size, NULL, &bytes, &size, &error);
    if (r == GYRE_OK) {
        CHECK_EQ(((char *)bytes)[size], 0);
        snprintf(got, sizeof got, "%.*s", (int)size, (char *)bytes);
        gyre_file_free(NULL, bytes);
    } else {
        CHECK_EQ(error.code, r);
        snprintf(got, sizeof got, "%s: %s", gyre_result_name(r), error.text);
    }
    return got;
}

static void check_text(const char *text, const char *want) {
    if (strcmp(text, want) != 0) fail_msg("got \"%s\", expected \"%s\"", text, want);
}

static const char *error_text(gyre_result code, const char *path, const char *reason) {
    static char text[512];
    snprintf(text, sizeof text, "%s: cannot read '%s': %s", gyre_result_name(code), path, reason);
    return text;
}

// ---- whole files ----

TEST(a_file_is_read_whole) {
    make_folder();
    put_file("a", "some text\n");
    put_file("empty", "");
    check_text(read_text(in_folder("a"), PLENTY), "some text\n");
    check_text(read_text(in_folder("empty"), PLENTY), "");
    remove_folder();
}

TEST(a_file_is_closed_after_reading) {
    make_folder();
    put_file("a", "some text\n");
    int next = dup(STDIN_FILENO); // the first number that is free
    CHECK(next >= 0);
    close(next);
    check_text(read_text(in_folder("a"), PLENTY), "some text\n");
    int after = dup(STDIN_FILENO);
    CHECK_EQ(after, next);
    close(after);
    remove_folder();
}

TEST(a_large_file_is_read_whole) {
    enum { SIZE = 3000001 };
    make_folder();
    FILE *file = fopen(in_folder("large"), "w");
    for (int i = 0; i < SIZE; i++)
        fputc(i * 7 % 251, file);
    fclose(file);
    void *bytes;
    size_t size;
    CHECK_OK(gyre_file_read(in_folder("large"), SIZE_MAX, NULL, &bytes, &size, NULL));
    CHECK_EQ(size, SIZE);
    for (int i = 0; i < SIZE; i++)
        CHECK_EQ(((unsigned char *)bytes)[i], i * 7 % 251);
    gyre_file_free(NULL, bytes);
    remove_folder();
}

TEST(the_limit_is_the_last_size_that_is_read) {
    make_folder();
    put_file("ten", "0123456789");
    const char *ten = in_folder("ten");
    check_text(read_text(ten, 10), "0123456789");
    check_text(read_text(ten, 9), error_text(GYRE_ERR_FILE_TOO_LARGE, ten, "it is larger than the allowed 9 bytes"));
    put_file("empty", "");
    check_text(read_text(in_folder("empty"), 0), "");
    remove_folder();
}

TEST(devices_without_a_size_are_limited_too) {
    check_text(read_text("/dev/zero", 200000),
               error_text(GYRE_ERR_FILE_TOO_LARGE, "/dev/zero", "it is larger than the allowed 200000 bytes"));
    check_text(read_text("/dev/null", 0), "");
}

TEST(errors_have_path_and_reason) {
    make_folder();
    const char *missing = in_folder("no/such"), *itself = folder;
    check_text(read_text(missing, PLENTY), error_text(GYRE_ERR_FILE_MISSING, missing, "No such file or directory"));
    check_text(read_text(itself, PLENTY), error_text(GYRE_ERR_FILE_READ, itself, "Is a directory"));
    char longer[4000];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    check_text(read_text(longer, PLENTY), error_text(GYRE_ERR_FILE_READ,
                                                     "...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                                                     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                                                     "File name too long"));
    remove_folder();
}

static int read_secret(void) {
    return strstr(read_text(in_folder("secret"), PLENTY), "GYRE_ERR_FILE_READ: cannot read") == got &&
                   strstr(got, "Permission denied")
               ? 0
               : 1;
}

TEST(a_file_without_permission_is_an_error) {
    make_folder();
    chmod(folder, 0755);
    put_file("secret", "x");
    chmod(in_folder("secret"), 0);
    CHECK_EQ(run_as_nobody(read_secret), 0);
    remove_folder();
}

TEST(a_dash_is_standard_input) {
    make_folder();
    put_file("input", "from a file");
    int saved = dup(STDIN_FILENO), input = open(in_folder("input"), O_RDONLY);
    dup2(input, STDIN_FILENO);
    const char *text = read_text("-", PLENTY);
    dup2(saved, STDIN_FILENO);
    close(saved), close(input);
    check_text(text, "from a file");
    remove_folder();
}

TEST(a_pipe_is_read_to_its_end) {
    enum { SIZE = 200000 };
    make_folder();
    CHECK_EQ(mkfifo(in_folder("pipe"), 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        FILE *file = fopen(in_folder("pipe"), "w");
        for (int i = 0; i < SIZE; i++)
            fputc('a' + i % 26, file);
        fclose(file);
        _exit(0);
    }
    void *bytes = NULL;
    size_t size = 0;
    CHECK_OK(gyre_file_read(in_folder("pipe"), PLENTY, NULL, &bytes, &size, NULL));
    waitpid(child, NULL, 0);
    CHECK_EQ(size, SIZE);
    for (int i = 0; i < SIZE; i++)
        CHECK_EQ(((char *)bytes)[i], 'a' + i % 26);
    gyre_file_free(NULL, bytes);
    remove_folder();
}

TEST(interrupted_reads_are_continued) {
    make_folder();
    CHECK_EQ(mkfifo(in_folder("pipe"), 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        nanosleep(&(struct timespec){0, 20000000}, NULL); // opening waits for us, and is interrupted too
        int file = open(in_folder("pipe"), O_WRONLY);
        for (int i = 0; i < 4; i++) {
            nanosleep(&(struct timespec){0, 2000000}, NULL);
            if (write(file, "slow ", 5) != 5) _exit(1);
        }
        _exit(0);
    }
    start_alarms();
    const char *text = read_text(in_folder("pipe"), PLENTY);
    int count = stop_alarms();
    waitpid(child, NULL, 0);
    check_text(text, "slow slow slow slow ");
    CHECK(count > 2);
    remove_folder();
}

TEST(memory_that_runs_out_is_an_error_without_a_leak) {
    for (int fail_at = 0; fail_at < 6; fail_at++) { // /dev/zero has no size: the room doubles
        failing f = {.fail_at = fail_at};
        gyre_allocator own = {failing_take, failing_give, &f};
        void *bytes = NULL;
        size_t size = 0;
        gyre_file_error error;
        gyre_result r = gyre_file_read("/dev/zero", 500000, &own, &bytes, &size, &error);
        CHECK_EQ(r, fail_at < 4 ? GYRE_ERR_NO_MEMORY : GYRE_ERR_FILE_TOO_LARGE); // 64, 128, 256, 488 KiB
        CHECK_EQ(f.live, 0);
        CHECK(bytes == NULL);
    }
}

TEST(wrong_arguments_are_refused) {
    void *bytes;
    size_t size;
    gyre_file_error error;
    gyre_allocator half = {.take = failing_take};
    CHECK_RESULT(gyre_file_read(NULL, 1, NULL, &bytes, &size, &error), GYRE_ERR_NULL_POINTER);
    CHECK_EQ(error.code, GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_file_read("x", 1, NULL, NULL, &size, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_file_read("/dev/null", 1, &half, &bytes, &size, NULL), GYRE_ERR_ALLOCATOR);
    CHECK_RESULT(gyre_file_read_beside("a", NULL, 0, 1, NULL, &bytes, &size, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_file_read_beside("a", "b", 2, 1, NULL, &bytes, &size, NULL), GYRE_ERR_OPTION);
}

// ---- beside another file ----

static const char *read_beside(const char *base, const char *reference, unsigned flags) {
    void *bytes = NULL;
    size_t size = 0;
    gyre_file_error error;
    gyre_result r = gyre_file_read_beside(base, reference, flags, PLENTY, NULL, &bytes, &size, &error);
    if (r == GYRE_OK) {
        snprintf(got, sizeof got, "%.*s", (int)size, (char *)bytes);
        gyre_file_free(NULL, bytes);
    } else {
        CHECK_EQ(error.code, r);
        snprintf(got, sizeof got, "%s: %s", gyre_result_name(r), error.text);
    }
    return got;
}

// inside/ is the folder of the base, outside.txt lies above it.
static void make_tree(void) {
    char absolute[512];
    make_folder();
    put_file("outside.txt", "outside");
    mkdir(in_folder("inside"), 0755);
    mkdir(in_folder("inside/sub"), 0755);
    mkdir(in_folder("inside/..sub"), 0755);
    put_file("inside/scene.json", "{}");
    put_file("inside/part", "part");
    put_file("inside/sub/inner", "inner");
    put_file("inside/..sub/odd", "odd");
    put_file("inside/...", "dots");
    snprintf(absolute, sizeof absolute, "%sinside/part", folder);
    CHECK_EQ(symlink("../part", in_folder("inside/sub/up")), 0);
    CHECK_EQ(symlink("sub", in_folder("inside/link")), 0);
    CHECK_EQ(symlink("link/../sub/./up", in_folder("inside/chain")), 0);
    CHECK_EQ(symlink("../outside.txt", in_folder("inside/out")), 0);
    CHECK_EQ(symlink("..", in_folder("inside/parent")), 0);
    CHECK_EQ(symlink("../../inside/part", in_folder("inside/sub/out_and_in")), 0);
    CHECK_EQ(symlink(absolute, in_folder("inside/absolute")), 0);
    CHECK_EQ(symlink("loop", in_folder("inside/loop")), 0);
    CHECK_EQ(symlink("nothing", in_folder("inside/dangling")), 0);
    CHECK_EQ(mkfifo(in_folder("inside/pipe"), 0600), 0);
}

TEST(references_inside_the_folder_are_read) {
    const char *const rows[][2] = {{"part", "part"},        {"./part", "part"},       {"sub/inner", "inner"},
                                   {"sub//inner", "inner"}, {"sub/./inner", "inner"}, {"..sub/odd", "odd"},
                                   {"...", "dots"},         {"sub/up", "part"},       {"link/inner", "inner"},
                                   {"link/up", "part"},     {"chain", "part"}};
    make_tree();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_text(read_beside(in_folder("inside/scene.json"), rows[i][0], 0), rows[i][1]);
    remove_folder();
}

TEST(references_that_leave_the_folder_are_refused) {
    char absolute[512];
    make_tree();
    snprintf(absolute, sizeof absolute, "%sinside/part", folder);
    const char *const rows[] = {"../outside.txt",
                                "sub/../part",
                                "sub/../../outside.txt",
                                "..",
                                "sub/..",
                                absolute,
                                "/etc/passwd",
                                "out",
                                "parent/outside.txt",
                                "absolute",
                                "sub/out_and_in",
                                "parent/inside/part",
                                "/"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char want[640];
        snprintf(want, sizeof want,
                 "GYRE_ERR_PATH_ESCAPES: cannot read '%s': it leads out of the folder of the file that refers to it",
                 rows[i]);
        check_text(read_beside(in_folder("inside/scene.json"), rows[i], 0), want);
    }
    remove_folder();
}

TEST(references_to_missing_files_and_folders_are_errors) {
    make_tree();
    const char *base = in_folder("inside/scene.json");
    check_text(read_beside(base, "nothing", 0),
               error_text(GYRE_ERR_FILE_MISSING, "nothing", "No such file or directory"));
    check_text(read_beside(base, "no/thing", 0),
               error_text(GYRE_ERR_FILE_MISSING, "no/thing", "No such file or directory"));
    check_text(read_beside(base, "dangling", 0),
               error_text(GYRE_ERR_FILE_MISSING, "dangling", "No such file or directory"));
    check_text(read_beside(base, "part/x", 0), error_text(GYRE_ERR_FILE_READ, "part/x", "Not a directory"));
    check_text(read_beside(base, "sub", 0), error_text(GYRE_ERR_FILE_READ, "sub", "Is a directory"));
    check_text(read_beside(base, "", 0), error_text(GYRE_ERR_FILE_READ, "", "Is a directory"));
    check_text(read_beside(base, "pipe", 0), error_text(GYRE_ERR_FILE_READ, "pipe", "it is not a regular file"));
    check_text(read_beside(base, "loop", 0),
               error_text(GYRE_ERR_FILE_READ, "loop", "Too many levels of symbolic links"));
    remove_folder();
}

// A link's text takes the place of its name in a buffer of 4096 bytes: text, slash, what is left of the reference,
// zero.
TEST(a_link_is_followed_up_to_the_size_of_the_path_buffer) {
    enum { ROOM = 4096 };
    static const char rest[] = "/inner";
    make_tree();
    const size_t longest = ROOM - 1 - strlen(rest) - 1;
    for (size_t more = 0; more <= 2; more++) {
        char text[ROOM];
        size_t length = longest + more;
        memset(text, '/', length); // ./////sub
        text[0] = '.';
        memcpy(text + length - 3, "sub", 4);
        CHECK_EQ(symlink(text, in_folder("inside/long")), 0);
        check_text(read_beside(in_folder("inside/scene.json"), "long/inner", 0),
                   more == 0 ? "inner" : error_text(GYRE_ERR_FILE_READ, "long/inner", "File name too long"));
        CHECK_EQ(unlink(in_folder("inside/long")), 0);
    }
    remove_folder();
}

TEST(the_flag_allows_any_path_to_a_regular_file) {
    char absolute[512];
    make_tree();
    const char *base = in_folder("inside/scene.json");
    snprintf(absolute, sizeof absolute, "%soutside.txt", folder);
    check_text(read_beside(base, "../outside.txt", GYRE_FILES_ALLOW_PATH), "outside");
    check_text(read_beside(base, absolute, GYRE_FILES_ALLOW_PATH), "outside");
    check_text(read_beside(base, "out", GYRE_FILES_ALLOW_PATH), "outside");
    check_text(read_beside(base, "part", GYRE_FILES_ALLOW_PATH), "part");
    check_text(read_beside(base, "/dev/zero", GYRE_FILES_ALLOW_PATH),
               error_text(GYRE_ERR_FILE_READ, "/dev/zero", "it is not a regular file"));
    remove_folder();
}

TEST(the_base_may_be_given_in_any_way) {
    char before[512];
    make_tree();
    CHECK(getcwd(before, sizeof before) != NULL);
    CHECK_EQ(chdir(in_folder("inside")), 0);
    check_text(read_beside("scene.json", "part", 0), "part");
    check_text(read_beside("-", "part", 0), "part");
    check_text(read_beside("./scene.json", "sub/up", 0), "part");
    check_text(read_beside("link/scene.json", "inner", 0), "inner"); // the base's own path may have links
    check_text(read_beside("sub/scene.json", "../part", 0) ? "tried" : "", "tried");
    CHECK(strstr(got, "GYRE_ERR_PATH_ESCAPES") == got);
    CHECK_EQ(chdir(before), 0);
    check_text(read_beside(in_folder("none/scene.json"), "part", 0) ? "tried" : "", "tried");
    CHECK(strstr(got, "GYRE_ERR_FILE_MISSING: cannot open the folder of") == got);
    remove_folder();
}

TEST(one_file_is_the_same_under_all_its_names) {
    char part[512], up[512], other[512];
    make_tree();
    snprintf(part, sizeof part, "%s", in_folder("inside/part"));
    snprintf(up, sizeof up, "%s", in_folder("inside/sub/up")); // a link to it
    snprintf(other, sizeof other, "%s", in_folder("inside/sub/../part"));
    CHECK(gyre_file_is_same(part, part));
    CHECK(gyre_file_is_same(part, up));
    CHECK(gyre_file_is_same(other, part));
    CHECK(!gyre_file_is_same(part, in_folder("inside/sub/inner")));
    CHECK(!gyre_file_is_same(part, in_folder("inside/none")));
    // not there yet: the same name in the same folder, however that is spelled
    snprintf(part, sizeof part, "%s", in_folder("inside/new"));
    CHECK(gyre_file_is_same(part, in_folder("inside/sub/../new")));
    CHECK(!gyre_file_is_same(part, in_folder("inside/newer")));
    CHECK(!gyre_file_is_same(part, in_folder("inside/sub/new")));
    CHECK(!gyre_file_is_same(part, in_folder("none/new")));
    CHECK(gyre_file_is_same("./a-name-that-nobody-has", "a-name-that-nobody-has"));
    CHECK(!gyre_file_is_same(NULL, part) && !gyre_file_is_same(part, NULL));
    char endless[5000];
    memset(endless, 'a', sizeof endless);
    snprintf(endless + sizeof endless - 5, 5, "/new");
    CHECK(!gyre_file_is_same(endless, part));
    remove_folder();
}

RUN_TESTS("file_read")
