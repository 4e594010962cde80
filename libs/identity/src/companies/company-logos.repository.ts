import { createHash } from 'node:crypto';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { CompanyLogo } from './company-logo.entity.js';

export type StoredLogo = Pick<CompanyLogo, 'type' | 'bytes'>;

export const logoDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A logo of a company, now or at the issue of a document; undefined without one. @throws Error if its bytes were changed */
export async function findLogo(db: ReadRunner, companyId: number, digest: string): Promise<StoredLogo | undefined> {
  const [logo] = await db.query<StoredLogo & Record<string, unknown>>({
    name: 'company_logo_get',
    text: 'SELECT type, bytes FROM company_logos WHERE company_id = $1 AND digest = $2',
    values: [companyId, digest],
  });
  if (logo && logoDigest(logo.bytes) !== digest)
    throw new Error(`the stored logo ${digest} of company ${companyId} was changed`);
  return logo;
}

/** A logo by the digest in its address, whichever company has it: the same digest is the same image. */
export async function logoOfAddress(db: ReadRunner, digest: string): Promise<StoredLogo | undefined> {
  const [logo] = await db.query<StoredLogo & Record<string, unknown>>({
    name: 'company_logo_public',
    text: 'SELECT type, bytes FROM company_logos WHERE digest = $1 LIMIT 1',
    values: [digest],
  });
  return logo;
}

/** Some of the logos of a company, the oldest first. Logos are only added, so the number of those before stays the same. */
export function logosOf(
  db: ReadRunner,
  companyId: number,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<CompanyLogo[]> {
  return db.query<CompanyLogo & Record<string, unknown>>({
    name: 'company_logos',
    text: `SELECT company_id AS "companyId", digest, type, bytes, created_at AS "createdAt" FROM company_logos
      WHERE company_id = $1 ORDER BY created_at, digest OFFSET $2::integer LIMIT $3::integer`,
    values: [companyId, skip, limit],
  });
}

/** Stores a logo, unless the company had it before. The caller holds the lock of the company. @returns whether there is room for it */
export async function keepLogo(tx: Tx, logo: CompanyLogo, most: number): Promise<boolean> {
  const [state] = await tx.query<{ count: number; known: boolean }>({
    name: 'company_logos_count',
    text: 'SELECT count(*)::int AS count, coalesce(bool_or(digest = $2), false) AS known FROM company_logos WHERE company_id = $1',
    values: [logo.companyId, logo.digest],
  });
  if (state?.known) return true;
  if ((state?.count ?? 0) >= most) return false;
  await tx.query({
    name: 'company_logo_add',
    text: 'INSERT INTO company_logos (company_id, digest, type, bytes, created_at) VALUES ($1, $2, $3, $4, $5)',
    values: [logo.companyId, logo.digest, logo.type, logo.bytes, logo.createdAt],
  });
  return true;
}
