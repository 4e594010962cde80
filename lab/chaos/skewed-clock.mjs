/*
 * Preloaded (`--import`) into a program with a wrong clock: CLOCK_SKEW_MS milliseconds fast, or slow if negative.
 * performance.now() is unchanged, because a wrong clock does not run faster.
 */
const skewMs = Number(process.env.CLOCK_SKEW_MS);
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + skewMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
}
// `Date()` without `new` returns a string, which a class cannot do.
globalThis.Date = new Proxy(SkewedDate, { apply: () => new SkewedDate().toString() });
