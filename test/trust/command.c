/// The gyre command under observation.
#include "command.h"

#include "determinism/files.h"
#include "gltf_sample.h"
#include "gyre/gyre.h"
#include "snapshot_tag.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUN "run", "scene.json"
#define RUN_TO(file)                                                                                                   \
    {RUN, "--quiet", "--hash", "-o", file}, { file }

const command_case command_cases[] = {
#define X(name, extension, text) {"run to " #name, RUN_TO("out" extension), NULL, 0},
#include "gyre/formats.def"
#undef X
    {"run to two files", {RUN, "-o", "out.csv", "-o", "more.csv"}, {"out.csv", "more.csv"}, NULL, 0},
    {"run with a ledger", {RUN}, {0}, NULL, 0},
    {"run and hash", {RUN, "--quiet", "--hash"}, {0}, NULL, 0},
    {"run on two threads", {RUN, "--threads", "2", "-o", "out.csv"}, {"out.csv"}, NULL, 0},
    {"run from a snapshot", {RUN, "--from", "start.gyre", "-o", "out.gyre"}, {"out.gyre"}, NULL, 0},
    {"run with meshes", {"run", "meshes.json", "-o", "out.glb"}, {"out.glb"}, NULL, 0},
    {"run standard input", {"run", "-", "-o", "out.csv"}, {"out.csv"}, "scene.json", 0},
    {"run an example", {"run", "two-forces", "--duration", "1"}, {0}, NULL, 0},
    {"inertia of STL", {"inertia", "part.stl"}, {0}, NULL, 0},
    {"inertia of OBJ", {"inertia", "part.obj", "--json"}, {0}, NULL, 1},
    {"inertia of PLY", {"inertia", "part.ply", "--urdf"}, {0}, NULL, 1},
    {"inertia of GLB", {"inertia", "part.glb", "--mjcf"}, {0}, NULL, 1},
    {"inertia of glTF", {"inertia", "part.gltf", "--sdf"}, {0}, NULL, 0},
    {"inertia of two", {"inertia", "part.stl", "part.obj", "--json"}, {0}, NULL, 1},
    {"inertia of standard input", {"inertia", "-"}, {0}, "part.stl", 1},
    {"inertia to SVG", {"inertia", "part.obj", "-o", "out.svg"}, {"out.svg"}, NULL, 1},
    {"inertia to HTML", {"inertia", "part.obj", "-o", "out.html"}, {"out.html"}, NULL, 1},
    {"inertia to both", {"inertia", "part.obj", "-o", "out.svg", "-o", "out.html"}, {"out.svg", "out.html"}, NULL, 1},
    {"check", {"check", "scene.json", "meshes.json"}, {0}, NULL, 0},
    {"verify", {"verify", "scene.json"}, {0}, NULL, 0},
    {"examples", {"examples"}, {0}, NULL, 0},
    {"examples, one", {"examples", "solar-system"}, {0}, NULL, 0},
    {"methods", {"methods"}, {0}, NULL, 0},
    {"schema", {"schema"}, {0}, NULL, 0},
    {"help", {"--help"}, {0}, NULL, 0},
    {"help of run", {"run", "--help"}, {0}, NULL, 0},
    {"version", {"--version"}, {0}, NULL, 0},
};
const int command_case_count = sizeof command_cases / sizeof command_cases[0];

static const char SCENE[] =
    "{\"gyre\":1,\"title\":\"A brick on a spring\",\"gravity\":[0,0,-9.8],\"dt\":0.02,\"duration\":0.2,\"fps\":50,"
    "\"bodies\":[{\"name\":\"brick\",\"mass\":2,\"shape\":{\"type\":\"box\",\"size\":[1,2,3]},\"angular_velocity\":[1,"
    "2,3]"
    "},{\"name\":\"ball\",\"mass\":1,\"shape\":{\"type\":\"sphere\",\"radius\":0.5},\"position\":[3,0,0]}],\"forces\":["
    "{"
    "\"type\":\"spring\",\"name\":\"spring\",\"body\":\"brick\",\"to\":\"ball\",\"stiffness\":20,\"length\":2}]"
    "}";

static const char MESHES[] =
    "{\"gyre\":1,\"dt\":0.02,\"duration\":0.1,\"fps\":50,\"bodies\":[{\"name\":\"a\",\"density\":1000,\"shape\":{"
    "\"type\":"
    "\"mesh\",\"file\":\"part.stl\"}},{\"name\":\"b\",\"mass\":2,\"position\":[3,0,0],\"shape\":{\"type\":\"mesh\","
    "\"file\":\"part.obj\"}}]}";

static const char *gyre;
static char folder[256];

const char *command_path(void) { return folder; }

// ---- files ----

static bool put_bytes(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    bool is_done = file && fwrite(bytes, 1, size, file) == size;
    return file && fclose(file) == 0 && is_done;
}

static char *get_bytes(const char *name, size_t *out_size) {
    FILE *file = fopen(name, "rb");
    char *bytes = NULL;
    *out_size = 0;
    if (!file) return NULL;
    for (size_t room = 1 << 14, count = 1; count > 0; *out_size += count, room *= 2) {
        bytes = realloc(bytes, room);
        if (!bytes) abort();
        count = fread(bytes + *out_size, 1, room - *out_size - 1, file);
    }
    bytes[*out_size] = 0;
    fclose(file);
    return bytes;
}

static bool put_gltf(const own_mesh *m) {
    static gltf_sample s;
    float xyz[3 * 256];
    size_t count = m->view.vertex_count;
    if (count > 256) return false;
    for (size_t i = 0; i < 3 * count; i++)
        xyz[i] = (float)m->positions[i];
    sample_positions(&s, xyz, count);
    sample_indices(&s, m->triangles, 3 * m->view.triangle_count, 2);
    s.rest = "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"nodes\":[{\"mesh\":0}],"
             "\"scenes\":[{\"nodes\":[0]}],\"scene\":0";
    sample_file binary = sample_glb(&s);
    bool is_done = put_bytes("part.glb", binary.bytes, binary.size) && put_bytes("part.bin", s.bytes, s.size);
    free(binary.bytes);
    s.buffer = "\"uri\":\"part.bin\"";
    sample_file text = sample_gltf(&s);
    is_done = is_done && put_bytes("part.gltf", text.bytes, text.size);
    free(text.bytes);
    return is_done;
}

static bool put_inputs(void) {
    own_mesh m = mesh_of_box((gyre_vec3){1, 0.5, 0.25}); // few triangles: each run weighs it
    byte_buffer stl = stl_of(&m), obj = obj_of(&m), ply = ply_of(&m);
    bool is_done = put_bytes("scene.json", SCENE, sizeof SCENE - 1) &&
                   put_bytes("meshes.json", MESHES, sizeof MESHES - 1) && put_bytes("empty", "", 0) &&
                   put_bytes("part.stl", stl.bytes, stl.size) && put_bytes("part.obj", obj.bytes, obj.size) &&
                   put_bytes("part.ply", ply.bytes, ply.size) && put_gltf(&m);
    free(stl.bytes), free(obj.bytes), free(ply.bytes);
    mesh_free(&m);
    return is_done;
}

bool command_begin(const char *gyre_path) {
    const char *place = getenv("TMPDIR");
    static const command_case snapshot = {"snapshot", {RUN, "--duration", "0.1", "-o", "start.gyre"}, {0}, NULL, 0};
    gyre = gyre_path;
    snprintf(folder, sizeof folder, "%s/gyre-trust-XXXXXX", place ? place : "/tmp");
    bool is_done = mkdtemp(folder) && chdir(folder) == 0 && put_inputs() && command_run(&snapshot, NULL, NULL) == 0;
    if (!is_done) printf("no folder with inputs at %s\n", folder);
    return is_done;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

void command_clear(void) {
    if (chdir("/") == 0) nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static int visit_temporaries(bool is_removing) {
    DIR *listing = opendir(".");
    int count = 0;
    for (struct dirent *entry; listing && (entry = readdir(listing));)
        if (strncmp(entry->d_name, ".gyre-", 6) == 0) count += !is_removing || unlink(entry->d_name) == 0;
    if (listing) closedir(listing);
    return count;
}

int command_sweep(void) { return visit_temporaries(true); }
int command_temporaries(void) { return visit_temporaries(false); }

// ---- runs ----

void command_exec(const command_case *c) {
    const char *words[WORDS_MAX + 2] = {"gyre"};
    for (int i = 0; i < WORDS_MAX && c->words[i]; i++)
        words[i + 1] = c->words[i];
    int in = open(c->input ? c->input : "empty", O_RDONLY), flags = O_WRONLY | O_CREAT | O_TRUNC;
    int out = open("stdout", flags, 0600), err = open("stderr", flags, 0600);
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(99);
    close(in), close(out), close(err);
    execv(gyre, (char *const *)words);
    _exit(98);
}

int command_run(const command_case *c, const char *variable, const char *value) {
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (variable) setenv(variable, value, 1);
        command_exec(c);
    }
    waitpid(child, &status, 0);
    return status;
}

void command_prepare(const command_case *c, const command_truth *truth, bool is_over_old) {
    for (int i = 0; i < OUTPUTS_MAX && c->outputs[i]; i++) {
        unlink(c->outputs[i]);
        if (is_over_old && !put_bytes(c->outputs[i], truth->old, truth->old_size)) abort();
    }
}

bool command_learn(const command_case *c, command_truth *out) {
    static char old[] = "the earlier contents, which must not be lost\n";
    *out = (command_truth){.old = old, .old_size = sizeof old - 1};
    command_prepare(c, out, false);
    int status = command_run(c, NULL, NULL);
    out->text = get_bytes("stdout", &out->text_size);
    for (int i = 0; i < OUTPUTS_MAX && c->outputs[i]; i++) {
        out->outputs[i] = get_bytes(c->outputs[i], &out->sizes[i]);
        forget_tag(out->outputs[i], out->sizes[i]);
    }
    if (status != 0) printf("%s: undisturbed, it ends with status %x\n", c->name, status);
    return status == 0;
}

void command_forget(command_truth *truth) {
    for (int i = 0; i < OUTPUTS_MAX; i++)
        free(truth->outputs[i]);
    free(truth->text);
}

// A file that ends early but is complete for its format.
static bool is_whole_early(const char *name, const char *bytes, size_t size, const char *whole, size_t whole_size) {
    enum { ARCHIVE_END = 22, GLB_SIZE_AT = 8, TAIL = 4 };
    const char *extension = strrchr(name, '.');
    if (size < ARCHIVE_END) return false;
    if (strcmp(extension, ".csv") == 0)
        return size < whole_size && bytes[size - 1] == '\n' && memcmp(bytes, whole, size) == 0;
    if (strcmp(extension, ".npz") == 0) return memcmp(bytes + size - ARCHIVE_END, "PK\5\6", 4) == 0;
    if (strcmp(extension, ".glb") == 0) return memcmp(bytes + GLB_SIZE_AT, &(uint32_t){(uint32_t)size}, 4) == 0;
    if (strcmp(extension, ".gyre") == 0) return memcmp(bytes + 16, "\0\0\0\0\0\0\0", 8) == 0; // by forget_tag
    return memcmp(bytes + size - TAIL, whole + whole_size - TAIL, TAIL) == 0;                 // the end of a text
}

void command_look(const command_case *c, const command_truth *truth, int status, command_end *out) {
    size_t size;
    *out = (command_end){.status = status, .code = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
    out->text = get_bytes("stdout", &out->text_size);
    out->is_text_whole =
        out->text && out->text_size == truth->text_size && memcmp(out->text, truth->text, truth->text_size) == 0;
    char *messages = get_bytes("stderr", &size);
    if (messages) snprintf(out->messages, sizeof out->messages, "%s", messages);
    free(messages);
    for (int i = 0; i < OUTPUTS_MAX && c->outputs[i]; i++) {
        char *bytes = get_bytes(c->outputs[i], &size);
        forget_tag(bytes, size);
        out->is_new[i] = bytes && size == truth->sizes[i] && memcmp(bytes, truth->outputs[i], size) == 0;
        out->is_old[i] = bytes && size == truth->old_size && memcmp(bytes, truth->old, size) == 0;
        if (!bytes) out->is_old[i] = true; // there was none
        out->is_early[i] = bytes && is_whole_early(c->outputs[i], bytes, size, truth->outputs[i], truth->sizes[i]);
        free(bytes);
    }
    out->temporary_files = command_temporaries();
}

void command_end_clear(command_end *end) { free(end->text); }
