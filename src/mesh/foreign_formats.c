/// Recognises CAD models, scenes, archives and other formats that Gyre does not read, and advises how to convert them.
#include "mesh/foreign_formats.h"

#include "mesh/model_bytes.h"

#include <string.h>

#define READ "Gyre reads STL, OBJ, PLY, glTF and GLB"
#define EXPORT_CAD                                                                                                     \
    ", a CAD model and not a mesh; export it as STL or OBJ from the CAD program, or convert it with FreeCAD or gmsh "  \
    "(gmsh -2 part.step -o part.stl)"
#define EXPORT_NATIVE ", a CAD model and not a mesh; export it as STL or OBJ from the CAD program"
#define EXPORT_SCENE "; open it in Blender and export it as glTF, STL or OBJ"
#define EXPORT_PRINT "; export it as STL or OBJ from the CAD program or the slicer"
#define CONVERT_MESH "; convert it to STL, OBJ or PLY, for example with MeshLab"
#define UNPACK "; unpack it first: " READ

typedef struct foreign_format {
    const char *sign; // first bytes, or text to find, or extension
    size_t length;
    const char *text;
} foreign_format;

#define SIGN(sign, text)                                                                                               \
    { sign, sizeof(sign) - 1, text }

// First bytes after white space; longer signatures come first.
static const foreign_format beginnings[] = {
    SIGN("ISO-10303-21", "a STEP file" EXPORT_CAD),
    SIGN("DBRep_DrawableShape", "an Open CASCADE BREP file" EXPORT_CAD),
    SIGN("CASCADE Topology", "an Open CASCADE BREP file" EXPORT_CAD),
    SIGN("**ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a Parasolid file" EXPORT_NATIVE),
    SIGN("V5_CFV2", "a CATIA file" EXPORT_NATIVE),
    SIGN("\320\317\021\340\241\261\032\341", "an OLE file, perhaps a SolidWorks or Inventor part" EXPORT_NATIVE),
    SIGN("3D Geometry File Format", "a Rhino 3DM file" EXPORT_NATIVE),
    SIGN("AutoCAD Binary DXF", "a DXF file" EXPORT_NATIVE),
    SIGN("0\nSECTION", "a DXF file" EXPORT_NATIVE),
    SIGN("0\r\nSECTION", "a DXF file" EXPORT_NATIVE),
    SIGN("AC10", "a DWG file" EXPORT_NATIVE),
    SIGN("Kaydara FBX", "an FBX file" EXPORT_SCENE),
    SIGN("; FBX", "an FBX file" EXPORT_SCENE),
    SIGN("BLENDER", "a Blender file" EXPORT_SCENE),
    SIGN("#usda", "a USD file" EXPORT_SCENE),
    SIGN("PXR-USDC", "a USD file" EXPORT_SCENE),
    SIGN("<COLLADA", "a COLLADA file" EXPORT_SCENE),
    SIGN("<amf", "an AMF file" EXPORT_PRINT),
    SIGN("<X3D", "an X3D file" EXPORT_SCENE),
    SIGN("<!DOCTYPE html", "a web page; " READ),
    SIGN("<html", "a web page; " READ),
    SIGN("#VRML", "a VRML file" CONVERT_MESH),
    SIGN("#X3D", "an X3D file" EXPORT_SCENE),
    SIGN("# vtk", "a VTK file" CONVERT_MESH),
    SIGN("DRACO", "a Draco file; " READ),
    SIGN("OFF", "an OFF file" CONVERT_MESH),
    SIGN("COFF", "an OFF file" CONVERT_MESH),
    SIGN("NOFF", "an OFF file" CONVERT_MESH),
    SIGN("$MeshFormat", "a Gmsh file; convert it to STL (gmsh -save part.msh -o part.stl)"),
    SIGN("\211HDF", "an HDF5 file; " READ),
    SIGN("\211PNG", "a PNG picture; " READ),
    SIGN("\377\330\377", "a JPEG picture; " READ),
    SIGN("GIF8", "a GIF picture; " READ),
    SIGN("%PDF", "a PDF document; " READ),
    SIGN("\177ELF", "a program; " READ),
    SIGN("GYRE", "a recording or snapshot of Gyre, not a mesh; " READ),
    SIGN("version https://git-lfs", "a Git LFS pointer, not the file itself; fetch it with git lfs pull"),
    SIGN("\377\376", "text in UTF-16; save it as UTF-8"),
    SIGN("\376\377", "text in UTF-16; save it as UTF-8"),
};

// Text to find in an XML document or among the file names of a ZIP archive.
static const foreign_format contents[] = {
    SIGN("<COLLADA", "a COLLADA file" EXPORT_SCENE),
    SIGN("<amf", "an AMF file" EXPORT_PRINT),
    SIGN("<X3D", "an X3D file" EXPORT_SCENE),
    SIGN("3D/3dmodel.model", "a 3MF file" EXPORT_PRINT),
    SIGN("GuiDocument.xml", "a FreeCAD document; open it in FreeCAD and export it as STL or OBJ"),
    SIGN(".usdc", "a USDZ file" EXPORT_SCENE),
};

// Lower-case extensions, used if the content is unknown or only a container.
static const foreign_format extensions[] = {
    SIGN("step", "a STEP file (by its name)" EXPORT_CAD),
    SIGN("stp", "a STEP file (by its name)" EXPORT_CAD),
    SIGN("iges", "an IGES file (by its name)" EXPORT_CAD),
    SIGN("igs", "an IGES file (by its name)" EXPORT_CAD),
    SIGN("brep", "an Open CASCADE BREP file (by its name)" EXPORT_CAD),
    SIGN("3mf", "a 3MF file (by its name)" EXPORT_PRINT),
    SIGN("amf", "an AMF file (by its name)" EXPORT_PRINT),
    SIGN("fbx", "an FBX file (by its name)" EXPORT_SCENE),
    SIGN("blend", "a Blender file (by its name)" EXPORT_SCENE),
    SIGN("dae", "a COLLADA file (by its name)" EXPORT_SCENE),
    SIGN("x3d", "an X3D file (by its name)" EXPORT_SCENE),
    SIGN("usdz", "a USDZ file (by its name)" EXPORT_SCENE),
    SIGN("max", "a 3ds Max file (by its name); export it as glTF, STL or OBJ from that program"),
    SIGN("c4d", "a Cinema 4D file (by its name); export it as glTF, STL or OBJ from that program"),
    SIGN("skp", "a SketchUp file (by its name); export it as glTF, STL or OBJ from that program"),
    SIGN("sldprt", "a SolidWorks part (by its name)" EXPORT_NATIVE),
    SIGN("sldasm", "a SolidWorks assembly (by its name)" EXPORT_NATIVE),
    SIGN("ipt", "an Inventor part (by its name)" EXPORT_NATIVE),
    SIGN("iam", "an Inventor assembly (by its name)" EXPORT_NATIVE),
    SIGN("prt", "a CAD part (by its name)" EXPORT_NATIVE),
    SIGN("catpart", "a CATIA part (by its name)" EXPORT_NATIVE),
    SIGN("f3d", "a Fusion 360 design (by its name)" EXPORT_NATIVE),
    SIGN("x_t", "a Parasolid file (by its name)" EXPORT_NATIVE),
    SIGN("x_b", "a Parasolid file (by its name)" EXPORT_NATIVE),
    SIGN("3dm", "a Rhino 3DM file (by its name)" EXPORT_NATIVE),
    SIGN("dwg", "a DWG file (by its name)" EXPORT_NATIVE),
    SIGN("fcstd", "a FreeCAD document (by its name); open it in FreeCAD and export it as STL or OBJ"),
};

// Containers with unknown contents and an unknown extension.
static const foreign_format containers[] = {
    SIGN("PK\003\004", "a ZIP archive" UNPACK),   SIGN("\037\213", "compressed by gzip" UNPACK),
    SIGN("7z\274\257", "a 7-Zip archive" UNPACK), SIGN("\050\265\057\375", "compressed by Zstandard" UNPACK),
    SIGN("BZh", "compressed by bzip2" UNPACK),    SIGN("\3757zXZ", "compressed by xz" UNPACK),
    SIGN("<", "an unknown XML format; " READ),
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool begins_with(const model_source *source, size_t at, const foreign_format *f) {
    return source->size - at >= f->length && memcmp(source->bytes + at, f->sign, f->length) == 0;
}

static const char *find_beginning(const model_source *source, size_t at, const foreign_format *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (begins_with(source, 0, &list[i]) || begins_with(source, at, &list[i])) return list[i].text;
    return NULL;
}

// Searches the first and the last bytes, because a ZIP archive lists its file names at the end.
static const char *find_content(const model_source *source) {
    const size_t part = 1 << 14;
    for (size_t at = 0; at < source->size; at++) {
        if (at >= part && source->size - at > part) at = source->size - part;
        for (size_t i = 0; i < COUNT(contents); i++)
            if (begins_with(source, at, &contents[i])) return contents[i].text;
    }
    return NULL;
}

const char *gyre_foreign_name(const model_source *source) {
    const char *name = source->options->file_name, *dot = name ? strrchr(name, '.') : NULL;
    for (size_t i = 0; dot && i < COUNT(extensions); i++) {
        size_t k = 0;
        while (dot[1 + k] && (dot[1 + k] | 0x20) == (extensions[i].sign[k] | 0x20))
            k++;
        if (!dot[1 + k] && k == extensions[i].length) return extensions[i].text;
    }
    return NULL;
}

// IGES has no signature, but its lines have 80 columns: column 73 holds the section letter, followed by a line number.
static bool is_iges(const model_source *source) {
    if (source->size < 80 || source->bytes[72] != 'S' || source->bytes[79] != '1') return false;
    for (size_t i = 73; i < 79; i++)
        if (source->bytes[i] != ' ' && source->bytes[i] != '0') return false;
    return true;
}

const char *gyre_foreign_content(const model_source *source, size_t text_begin) {
    const char *text = find_beginning(source, text_begin, beginnings, COUNT(beginnings));
    if (!text && is_iges(source)) text = "an IGES file" EXPORT_CAD;
    if (text) return text;
    const char *container = find_beginning(source, text_begin, containers, COUNT(containers));
    if (!container) return NULL;
    text = find_content(source);
    if (!text) text = gyre_foreign_name(source);
    return text ? text : container;
}
