import { describe, expect, it } from '@jest/globals';
import { hasStalled, NO_STALL, stallAfter, type ExportStall } from './company-export.js';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 28, 0, 0, seconds));

describe('the wait of an export for PDFs', () => {
  it.each([
    ['begins with the first attempt without progress', NO_STALL, 0, 0, { stalledMs: 0, stalledAt: at(0) }],
    ['grows by the time since then', { stalledMs: 0, stalledAt: at(0) }, 2, 0, { stalledMs: 2_000, stalledAt: at(2) }],
    ['is added up', { stalledMs: 2_000, stalledAt: at(2) }, 5, 0, { stalledMs: 5_000, stalledAt: at(5) }],
    ['ends with progress', { stalledMs: 5_000, stalledAt: at(5) }, 9, 1, { stalledMs: 0, stalledAt: at(9) }],
    [
      'omits a pause without workers',
      { stalledMs: 0, stalledAt: at(0) },
      3_600,
      0,
      { stalledMs: 30_000, stalledAt: at(3_600) },
    ],
    [
      'never shrinks, even if a clock is set back',
      { stalledMs: 9, stalledAt: at(5) },
      0,
      0,
      { stalledMs: 9, stalledAt: at(0) },
    ],
  ] as [string, ExportStall, number, number, ExportStall][])('%s', (_, before, seconds, rendered, after) => {
    expect(stallAfter(before, at(seconds), rendered)).toEqual(after);
  });

  it('is over after ten minutes', () => {
    expect(hasStalled({ stalledMs: 599_999 })).toBe(false);
    expect(hasStalled({ stalledMs: 600_000 })).toBe(true);
  });
});
