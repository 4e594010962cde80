import { addDays, endOfMonth } from '../../shared/calendar.js';
import { MEMBER_STATES } from '../taxes/tax-area.js';

/** What the law of the seller's country allows as a rule; other terms need an agreement that it permits. */
interface TermLimit {
  readonly source: string;
  /** The maximum number of days from the issue date to the due date. */
  readonly days: number;
  /** The other form that France allows: a number of days, then the end of the month. */
  readonly endOfMonth?: number;
}

interface CountryLimits {
  readonly Business: TermLimit;
  readonly Public: TermLimit;
}

/** Directive 2011/7/EU: article 3 (5) between businesses, article 4 (3) for authorities. */
const DIRECTIVE: CountryLimits = {
  Business: { days: 60, source: 'Directive 2011/7/EU, article 3 (5)' },
  Public: { days: 30, source: 'Directive 2011/7/EU, article 4 (3)' },
};

/** The laws that implement the directive. Consumers are in none of them. */
const LIMITS: Readonly<Record<string, CountryLimits>> = {
  BE: { ...DIRECTIVE, Business: { days: 60, source: 'Loi du 2 août 2002, article 4' } },
  DE: {
    Business: { days: 60, source: '§ 271a (1) BGB' },
    Public: { days: 30, source: '§ 271a (2) BGB' },
  },
  ES: {
    Business: { days: 60, source: 'Ley 3/2004, artículo 4' },
    Public: { days: 30, source: 'Ley 9/2017, artículo 198.4' },
  },
  FR: {
    Business: { days: 60, endOfMonth: 45, source: 'Code de commerce, article L441-10' },
    Public: { days: 30, source: 'Code de la commande publique, article R2192-10' },
  },
  IT: {
    Business: { days: 60, source: 'D.Lgs. 231/2002, articolo 4' },
    Public: { days: 30, source: 'D.Lgs. 231/2002, articolo 4' },
  },
  PL: {
    Business: { days: 60, source: 'Ustawa z 8 marca 2013 r., art. 7' },
    Public: { days: 30, source: 'Ustawa z 8 marca 2013 r., art. 8' },
  },
};

/** A term that is longer than the law allows as a rule. */
export interface LongTerm {
  /** The last due date that needs no special agreement. */
  readonly latest: string;
  readonly source: string;
}

/**
 * Compares a due date with the payment terms that the law of the seller's country allows as a rule, counted from the issue date.
 * @param country of the seller, ISO 3166-1; outside the EU nothing is compared
 * @returns undefined for a consumer, and for a term within the limit
 */
export function longTerm(
  country: string | undefined,
  kind: 'Business' | 'Individual' | 'Public',
  { issueDate, dueDate }: { readonly issueDate: string; readonly dueDate: string | null },
): LongTerm | undefined {
  if (country === undefined || kind === 'Individual' || dueDate === null) return undefined;
  const limit = (LIMITS[country] ?? (MEMBER_STATES.has(country) ? DIRECTIVE : undefined))?.[kind];
  if (!limit) return undefined;
  const latest = latestDueDate(issueDate, limit);
  return dueDate > latest ? { latest, source: limit.source } : undefined;
}

/** French practice reads "45 days, end of month" in two ways; the later day of both is not a mistake. */
function latestDueDate(issueDate: string, { days, endOfMonth: net }: TermLimit): string {
  const dates = [addDays(issueDate, days)];
  if (net !== undefined) dates.push(endOfMonth(addDays(issueDate, net)), addDays(endOfMonth(issueDate), net));
  return dates.sort().at(-1) ?? issueDate;
}
