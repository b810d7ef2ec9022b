/// When all stretches are full, joins them in pairs. Memory is therefore independent of the number of samples, which
/// need not be known in advance.
#include "record/plot_series.h"

#include "math/finite.h"

static void widen(plot_stretch *stretch, plot_sample low, plot_sample high) {
    if (low.value < stretch->low.value) stretch->low = low;
    if (high.value > stretch->high.value) stretch->high = high;
}

static void join_neighbours(plot_series *s) {
    for (size_t i = 0; i < PLOT_STRETCHES / 2; i++) {
        s->stretches[i] = s->stretches[2 * i];
        widen(&s->stretches[i], s->stretches[2 * i + 1].low, s->stretches[2 * i + 1].high);
    }
    s->stretch_count = PLOT_STRETCHES / 2;
    s->samples_per_stretch *= 2;
    s->samples_in_last *= 2;
}

void gyre_plot_series_add(plot_series *s, double t, double value) {
    if (!is_finite(t) || !is_finite(value)) return;
    plot_sample sample = {t, value};
    if (s->sample_count == 0) {
        s->first = s->low = s->high = sample;
        s->samples_per_stretch = s->samples_in_last = 1; // so that the first sample begins a new stretch
    }
    if (s->samples_in_last == s->samples_per_stretch && s->stretch_count == PLOT_STRETCHES) join_neighbours(s);
    if (s->samples_in_last == s->samples_per_stretch) {
        s->stretches[s->stretch_count++] = (plot_stretch){sample, sample};
        s->samples_in_last = 0;
    } else {
        widen(&s->stretches[s->stretch_count - 1], sample, sample);
    }
    s->samples_in_last++;
    s->sample_count++;
    s->last = sample;
    if (value < s->low.value) s->low = sample;
    if (value > s->high.value) s->high = sample;
}
