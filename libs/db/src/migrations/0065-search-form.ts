import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The functions and the collation by which lists search and sort texts. Functions instead of columns: the rows that exist are not rewritten, and the previous release
 * need not write anything. They use nothing but what PostgreSQL has without further extensions.
 */
export class SearchForm1700000000065 implements MigrationInterface {
  name = 'SearchForm1700000000065';

  async up(db: QueryRunner): Promise<void> {
    for (const part of [NATURAL_ORDER, SEARCH_FORM, SEARCH_PATTERNS]) await db.query(part);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION search_patterns, search_form; DROP COLLATION natural_order');
  }
}

/** The order of Unicode (UTS 10), digits by their value. A server that was built without ICU sorts by code point. */
const NATURAL_ORDER = `DO $$ BEGIN
  CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');
EXCEPTION WHEN feature_not_supported THEN
  CREATE COLLATION natural_order FROM "C";
END $$`;

/** Marks above and below letters, vowel points of Hebrew and Arabic, and invisible characters. Vowel signs of Indic scripts stay: they are letters. */
const MARKS =
  '\\u00ad\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670' +
  '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u2060\\u20d0-\\u20ff\\ufe20-\\ufe2f\\ufeff';

const blanks = (text: string): string => `regexp_replace(${text}, '[ \\t\\r]+', ' ', 'g')`;

/** Letters that have no decomposition, and the final sigma. */
const LETTERS = { from: 'ςłøđðħıŧŋ', to: 'σloddhitn' };
const PAIRS = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

const plain = `lower(regexp_replace(normalize(value, NFKD), '[${MARKS}]+', '', 'g') COLLATE natural_order) COLLATE "default"`;
const folded = Object.entries(PAIRS).reduce(
  (text, [letter, pair]) => `replace(${text}, '${letter}', '${pair}')`,
  `translate(${plain}, '${LETTERS.from}', '${LETTERS.to}')`,
);

/** A text without case, accents and repeated spaces. Most texts are ASCII, which needs a twentieth of the time. */
const SEARCH_FORM = `CREATE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN octet_length(value) > char_length(value) THEN ${blanks(folded)}
  WHEN strpos(value, '  ') > 0 THEN ${blanks('lower(value COLLATE "C") COLLATE "default"')}
  ELSE lower(value COLLATE "C") COLLATE "default"
END`;

/**
 * The LIKE patterns of words, for texts whose members begin with a line break. The trigrams of one or two characters include the space
 * before a word, so they match only its beginning.
 */
const SEARCH_PATTERNS = `CREATE FUNCTION search_patterns(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT CASE
    WHEN form = '' THEN '{}'::text[]
    WHEN char_length(form) <= 2 THEN ARRAY['%' || chr(10) || escaped || '%', '% ' || escaped || '%']
    ELSE ARRAY['%' || escaped || '%']
  END
  FROM (SELECT btrim(search_form(words)) AS form) f,
    LATERAL (SELECT regexp_replace(form, '([\\\\%_])', '\\\\\\1', 'g') AS escaped) e
)`;
