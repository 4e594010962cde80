/*
 * Preloaded (`--import`) into a program whose clock is to be wrong: CLOCK_SKEW_MS milliseconds fast, or slow where it is negative.
 * performance.now() stays as it is: a clock that is wrong runs no faster for it.
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
// `Date()` without `new` is a text, which a class would refuse to give.
globalThis.Date = new Proxy(SkewedDate, { apply: () => new SkewedDate().toString() });
