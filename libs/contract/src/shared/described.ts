import { z } from 'zod';

/** The description of a type of values, which does not describe a member. */
export const OF_TYPES = {
  id: 'The id of the record',
  instant: 'RFC 3339, in UTC, with milliseconds',
  date: 'A calendar date in the time zone of the company',
  amount: 'A decimal with exactly as many decimals as the currency has',
} as const;

const GENERAL: ReadonlySet<string | undefined> = new Set(Object.values(OF_TYPES));

type Words = Readonly<Record<string, string>>;

/** The members of all records, unless their own words say more. */
const OF_RECORDS: Words = {
  externalId: 'Your external ID of the record, unique per company and resource',
  version: 'Starts at 1 and increases by 1 with each change of the record',
  createdAt: 'When the record was created',
  updatedAt: 'When the record last changed',
};

/**
 * Describes the members of a body and of a response with the same words, and says of a member that can be null what null means. A member
 * that describes itself keeps its description.
 * @param words what the members mean, by name
 */
export function described<Shape extends z.ZodRawShape>(words: Words, shape: Shape): Shape {
  const members = Object.entries(shape as unknown as Record<string, z.ZodType>);
  return Object.fromEntries(
    members.map(([name, member]) => {
      const { description: own, id } = z.globalRegistry.get(member) ?? {};
      // A schema with an id describes its values, as those of `OF_TYPES` do.
      const meaning =
        own === undefined || id !== undefined || GENERAL.has(own) ? (words[name] ?? OF_RECORDS[name]) : undefined;
      if (meaning === undefined) return [name, member];
      const isAbsent = member instanceof z.ZodNullable && !/\bnull\b/i.test(meaning);
      return [name, member.meta({ description: isAbsent ? `${meaning}; null without one` : meaning })];
    }),
  ) as unknown as Shape;
}

/** The members of the response of a list. */
export const LIST = {
  data: 'The records of this page, in the order of the list',
  page: 'Where the page is in the list, and how to read the others',
};
