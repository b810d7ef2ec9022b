/// Gyre: rigid-body dynamics. Includes all public headers: the headers of libgyre and, through gyre/io.h, those of
/// libgyre_io.
#pragma once

#include "gyre/base.h"
#include "gyre/clock.h"
#include "gyre/forces.h"
#include "gyre/io.h"
#include "gyre/kernels.h"
#include "gyre/ledger.h"
#include "gyre/mass.h"
#include "gyre/materials.h"
#include "gyre/math.h"
#include "gyre/mesh.h"
#include "gyre/motion.h"
#include "gyre/ode.h"
#include "gyre/shape.h"
#include "gyre/snapshot.h"
#include "gyre/state.h"
#include "gyre/world.h"
