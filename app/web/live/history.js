// Samples of a run for plots, in bounded memory. When the rows are full, every second row is removed and the sampling
// interval doubles.

const MOST = 4096;

export function createHistory(columnCount) {
  const times = new Float64Array(MOST);
  const columns = Array.from({ length: columnCount }, () => new Float64Array(MOST));
  let count = 0, stride = 1, offered = 0;

  function thin() {
    for (let k = 0; 2 * k < count; k++) {
      times[k] = times[2 * k];
      for (const column of columns) column[k] = column[2 * k];
    }
    count = Math.ceil(count / 2);
    stride *= 2;
  }

  return {
    times, columns,
    get count() { return count; },
    /** Adds a row if the sampling interval has passed; measure() is called only then. */
    offer(t, measure) {
      if (offered++ % stride !== 0) return;
      if (count === MOST) thin();
      times[count] = t;
      measure().forEach((value, i) => { columns[i][count] = value; });
      count++;
    },
    clear() { count = 0, stride = 1, offered = 0; },
  };
}
