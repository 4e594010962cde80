import { z } from 'zod';
import { CalendarDate, CalendarDateView } from './common.js';
import { described } from './described.js';

const PERIOD = { start: 'The first day', end: 'The last day, which is included' };

/** A range of days, both included. */
export const Period = z
  .strictObject(described(PERIOD, { start: CalendarDate, end: CalendarDate }))
  .refine((p) => p.start <= p.end, 'must not end before it starts');
export const PeriodView = z.object(described(PERIOD, { start: CalendarDateView, end: CalendarDateView }));
