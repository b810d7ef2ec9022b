/// Gyre: meshes, scene files, recordings and data sheets. Includes all headers of libgyre_io.
#pragma once

#include "gyre/datasheet.h"
#include "gyre/doctor.h"
#include "gyre/files.h"
#include "gyre/model.h"
#include "gyre/record.h"
#include "gyre/scene.h"
