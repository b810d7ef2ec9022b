/// The format html, which this build cannot write.
#include "record/record.h"

#include "base/log.h"

static gyre_result begin_html(recording *r) {
    gyre_log_line(&r->log, GYRE_LOG_ERROR, "html replays come later");
    return GYRE_ERR_FORMAT;
}

const format_writer gyre_writer_html = {.begin = begin_html};
