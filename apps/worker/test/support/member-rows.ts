import type { World } from './world.js';

/** The id of the row. @throws an Error when there is none */
export async function inserted(world: World, text: string, values: unknown[]): Promise<number> {
  const [row] = await world.source.query<{ id: number }[]>(`${text} RETURNING id`, values);
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

export interface SomeMember {
  readonly companyId?: number;
  readonly kind?: 'Person' | 'Service';
  readonly email?: string;
  readonly locale?: string;
  readonly role?: string;
  readonly status?: string;
  readonly permissions?: readonly string[];
}

/** A member of a company, with an account unless it is a service. */
export async function createMember(
  world: World,
  {
    companyId = world.companyId,
    kind = 'Person',
    email = 'ada@example.com',
    locale = 'en',
    role = 'Admin',
    status = 'Active',
    permissions = [],
  }: SomeMember = {},
): Promise<number> {
  const accountId =
    kind === 'Service'
      ? null
      : await inserted(
          world,
          `INSERT INTO accounts (email, password_hash, locale, created_at) VALUES ($1, 'none', $2, now())`,
          [email, locale],
        );
  return inserted(
    world,
    `INSERT INTO members (company_id, account_id, kind, name, role, permissions, status, created_at)
      VALUES ($1, $2, $3, 'Somebody', $4, $5, $6, now())`,
    [companyId, accountId, kind, role, permissions, status],
  );
}
