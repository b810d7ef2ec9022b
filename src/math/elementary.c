/// Public elementary functions, for one lane.
#include "math/elementary.h"

#include "gyre/math.h"

double gyre_sin(double angle) { return sin_real(angle); }
double gyre_cos(double angle) { return cos_real(angle); }
double gyre_exp(double a) { return exp_real(a); }
double gyre_log(double a) { return log_real(a); }
double gyre_atan2(double y, double x) { return atan2_real(y, x); }
