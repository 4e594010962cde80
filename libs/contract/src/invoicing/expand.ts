import type { Permission } from '@billhook/domain/identity/permissions';
import { z } from 'zod';
import { namesIn, wordsIn } from '../shared/name-list.js';

/** The expansions, and the permission that each requires in addition to the route's permission. */
export const EXPANSIONS = {
  client: 'client.read',
  quote: 'quote.read',
  invoice: 'invoice.read',
  invoices: 'invoice.read',
  payments: 'payment.read',
  creditNotes: 'invoice.read',
} as const satisfies Record<string, Permission>;
export type ExpansionName = keyof typeof EXPANSIONS;

export const isExpansion = (name: string): name is ExpansionName => Object.hasOwn(EXPANSIONS, name);

/** The maximum number of records in an expansion. A record can have any number of payments, and a page has up to 100 records. */
export const EXPANDED_MOST = 100;

/** Parses `expand=client,payments` and `expand=client&expand=payments`. */
export const namesToExpand = (given: unknown): unknown[] => wordsIn(given);

/**
 * The `expand` parameter of a resource.
 * @param names the expansions of its records
 */
export function expandParameter<const Name extends ExpansionName>(names: readonly [Name, ...Name[]]) {
  return z
    .preprocess((given) => namesIn(given, names), z.array(z.enum(names)).optional())
    .meta({
      description: `Related records to include in \`expanded\`: ${names.map((name) => `\`${name}\` (needs \`${EXPANSIONS[name]}\`)`).join(', ')}. Separate several by commas: \`expand=${names.slice(0, 2).join(',')}\``,
    });
}
