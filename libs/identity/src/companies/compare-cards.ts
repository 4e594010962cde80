import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';

/*
 * Companies of a cell and their cards, which are on two servers. In an installation that runs, each has the other. Servers that were restored
 * to different moments may not.
 */

/** A company or a card, as the other side lacks it. */
export interface NamedCompany {
  readonly id: number;
  readonly name: string;
}

interface VersionedCompany extends NamedCompany {
  /** The change that the card has, or the last change of the company. */
  readonly version: number;
}

/** How a cell and the cards of its companies differ. */
export interface CardDifferences {
  /** Cards of companies that the cell does not have. */
  readonly withoutCompany: readonly NamedCompany[];
  /** Companies without a card. */
  readonly withoutCard: readonly NamedCompany[];
  /** Cards with a later change than their company. */
  readonly ahead: readonly VersionedCompany[];
  /** The highest id of a card; 0 without any. */
  readonly lastId: number;
}

// A card that is being created or deleted may have no company.
const CARDS = `SELECT t.id, t.name, t.version FROM tenants t WHERE t.cell = $1 AND t.creating_since IS NULL
  AND NOT EXISTS (SELECT FROM company_deletions d WHERE d.company_id = t.id
    AND (d.status = 'Running' OR (d.status = 'Requested' AND d.deletes_at <= now())))`;
const CARD_IDS = 'SELECT id FROM tenants WHERE cell = $1';
const COMPANIES = `SELECT c.id, c.name, coalesce(t.version, 0) AS version FROM companies c LEFT JOIN tenant_changes t ON t.company_id = c.id`;

/**
 * Compares the companies of a cell with their cards. What differs only for a moment, because it is being created or deleted, is left out.
 * @param global reads the global side
 * @param local reads the cell
 */
export async function compareCards(global: ReadRunner, local: ReadRunner, cell: number): Promise<CardDifferences> {
  const first = await differences(global, local, cell);
  if (first.withoutCompany.length + first.withoutCard.length + first.ahead.length === 0) return first;
  const again = await differences(global, local, cell);
  const remaining = <T extends NamedCompany>(before: readonly T[], after: readonly T[]): T[] => {
    const ids = new Set(before.map(({ id }) => id));
    return after.filter(({ id }) => ids.has(id));
  };
  return {
    withoutCompany: remaining(first.withoutCompany, again.withoutCompany),
    withoutCard: remaining(first.withoutCard, again.withoutCard),
    ahead: remaining(first.ahead, again.ahead),
    lastId: again.lastId,
  };
}

async function differences(global: ReadRunner, local: ReadRunner, cell: number): Promise<CardDifferences> {
  type Row = VersionedCompany & Record<string, unknown>;
  const companies = await local.query<Row>({ name: 'cards_companies', text: COMPANIES });
  const cards = await global.query<Row>({ name: 'cards_of_cell', text: CARDS, values: [cell] });
  const ids = await global.query<{ id: number }>({ name: 'cards_ids', text: CARD_IDS, values: [cell] });
  const versions = new Map(companies.map(({ id, version }) => [id, version]));
  const known = new Set(ids.map(({ id }) => id));
  return {
    withoutCompany: cards.filter(({ id }) => !versions.has(id)),
    withoutCard: companies.filter(({ id }) => !known.has(id)),
    ahead: cards.filter(({ id, version }) => version > (versions.get(id) ?? version)),
    lastId: ids.reduce((last, { id }) => Math.max(last, id), 0),
  };
}

/** The columns of a card that are those of its company. */
const COPIED = 'id, kind, sandbox_of, created_at, name, plan, time_zone, clock_offset, deletes_at';

/** What the cards of companies would be. Read in their cell, before `insertCards`. */
export async function cardsOf(local: ReadRunner, companyIds: readonly number[]): Promise<readonly string[]> {
  const rows = await local.query<{ card: string }>({
    name: 'cards_of_companies',
    text: `SELECT to_jsonb(c)::text AS card FROM (SELECT ${COPIED} FROM companies WHERE id = ANY ($1)
      ORDER BY sandbox_of NULLS FIRST, id) c`,
    values: [companyIds],
  });
  return rows.map(({ card }) => card);
}

/** Inserts cards that are missing. @param cards as `cardsOf` has read them */
export async function insertCards(tx: Tx, cell: number, cards: readonly string[]): Promise<void> {
  for (const card of cards)
    await tx.query({
      name: 'card_insert',
      text: `INSERT INTO tenants (${COPIED}, cell) SELECT ${COPIED}, $2 FROM jsonb_populate_record(NULL::tenants, $1)
        ON CONFLICT (id) DO NOTHING`,
      values: [card, cell],
    });
}

/** Counts the changes of companies on from those of their cards, which are then updated as after any change. In the cell. */
export async function countFromCards(tx: Tx, cards: readonly VersionedCompany[]): Promise<void> {
  await tx.query({
    name: 'cards_overtake',
    text: `INSERT INTO tenant_changes AS t (company_id, version, applied)
      SELECT c.id, c.version + 1, 0 FROM unnest($1::bigint[], $2::bigint[]) AS c (id, version) JOIN companies o ON o.id = c.id
      ON CONFLICT (company_id) DO UPDATE SET version = greatest(t.version, EXCLUDED.version)`,
    values: [cards.map(({ id }) => id), cards.map(({ version }) => version)],
  });
}
