import type { Database } from '@billhook/db/database';
import { takeIds } from '@billhook/db/row';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { Company } from '@billhook/identity/companies/company.entity';
import {
  cardsOf,
  compareCards,
  countFromCards,
  insertCards,
  type NamedCompany,
} from '@billhook/identity/companies/compare-cards';
import { updateAllTenants } from '@billhook/identity/companies/tenants.repository';
import { updateAllGrants } from '@billhook/webhooks/endpoints/known-grants';
import type { CompanyDeletionsRepository } from '../company-deletions/company-deletions.repository.js';

/** Ids per statement. */
const AT_ONCE = 1_000;

/** What a restore has found in a cell whose moment differs from that of the global side. */
export interface MatchedCell {
  readonly number: number;
  /** Companies of a later moment than the cell: it does not have them. */
  readonly missing: readonly NamedCompany[];
  /** Companies that were deleted after the moment of the cell. A worker deletes them again. */
  readonly deletedAgain: readonly NamedCompany[];
  /** Companies of a later moment than the global side. They have a card again, and no member. */
  readonly ownerless: readonly NamedCompany[];
  /** Cards that have the state of their company again. */
  readonly cards: number;
}

interface MatchParts {
  readonly db: Database;
  readonly uow: UnitOfWork;
  readonly deletions: CompanyDeletionsRepository;
}

/**
 * Makes a restored cell and the global side agree, in the current cell. Programs must not run. It can be repeated.
 * @param deletesMissing requests the deletion of the cards without a company, with their members and keys
 */
export async function matchCell(
  { db, uow, deletions }: MatchParts,
  number: number,
  deletesMissing: boolean,
): Promise<MatchedCell> {
  const { withoutCompany, withoutCard, ahead, lastId } = await compareCards(db, db, number);
  await passIds(uow, lastId);
  if (withoutCard.length > 0) {
    const cards = await cardsOf(
      db,
      withoutCard.map(({ id }) => id),
    );
    await uow.run((tx) => insertCards(tx, number, cards), 'global');
  }
  if (ahead.length > 0) await uow.run((tx) => countFromCards(tx, ahead));
  await updateAllTenants(db.autocommit, new AbortController().signal);
  await updateAllGrants(db, uow);
  if (deletesMissing) await uow.run((tx) => deletions.requestNow(tx, withoutCompany), 'global');
  const ended = new Set(await deletions.completedOf(withoutCard));
  return {
    number,
    missing: withoutCompany,
    deletedAgain: withoutCard.filter(({ id }) => ended.has(id)),
    ownerless: withoutCard.filter(({ id }) => !ended.has(id)),
    cards: ahead.length,
  };
}

/** No new company gets the id of a card that exists. */
async function passIds(uow: UnitOfWork, lastId: number): Promise<void> {
  for (let last = 0; last < lastId;) {
    const count = last === 0 ? 1 : Math.min(lastId - last, AT_ONCE);
    const taken = await uow.run((tx) =>
      takeIds(
        tx,
        Array.from({ length: count }, () => Company),
      ),
    );
    last = taken.at(-1) ?? lastId;
  }
}
