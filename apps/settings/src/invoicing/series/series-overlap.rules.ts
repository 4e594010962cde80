import type { SeriesView } from '@billhook/contract/invoicing/series';
import { NUMBER_SPACE } from '@billhook/domain/invoicing/series';
import { sharedNumber } from '@billhook/domain/invoicing/series-overlap';

/** Another series that can produce a number of this one. */
export interface SeriesOverlap {
  readonly other: SeriesView;
  readonly number: string;
}

type Patterned = Pick<SeriesView, 'id' | 'kind' | 'pattern'>;

/** The first series in the same number space whose pattern can produce a number of this one; only older series can overlap. */
export function overlapOf(series: Patterned, all: readonly SeriesView[]): SeriesOverlap | undefined {
  for (const other of all) {
    if (other.id === series.id || !NUMBER_SPACE[series.kind].includes(other.kind)) continue;
    const number = sharedNumber(series.pattern, other.pattern);
    if (number !== undefined) return { other, number };
  }
  return undefined;
}
