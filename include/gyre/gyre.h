/// Gyre: rigid-body dynamics. This header includes the whole library.
#pragma once

#include "gyre/base.h"
#include "gyre/clock.h"
#include "gyre/files.h"
#include "gyre/forces.h"
#include "gyre/ledger.h"
#include "gyre/mass.h"
#include "gyre/math.h"
#include "gyre/mesh.h"
#include "gyre/motion.h"
#include "gyre/ode.h"
#include "gyre/record.h"
#include "gyre/scene.h"
#include "gyre/shape.h"
#include "gyre/snapshot.h"
#include "gyre/state.h"
#include "gyre/world.h"
