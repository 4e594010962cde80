import { insertRow } from '@billhook/db/row';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/identity/company';
import { keyExpiresAt, type KeyExpiry } from '@billhook/domain/identity/key-status';
import type { MemberStatus } from '@billhook/domain/identity/member';
import {
  GRANTABLE_PERMISSIONS,
  ROLE_PERMISSIONS,
  type Permission,
  type Role,
} from '@billhook/domain/identity/permissions';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { Account } from '@billhook/identity/accounts/account.entity';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { updateTenants } from '@billhook/identity/companies/tenants.repository';
import { hashKey } from '@billhook/identity/keys/key-hash';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import { Member } from '@billhook/identity/members/member.entity';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ENV, type Env } from '@billhook/platform/env';
import { newId, randomText } from '@billhook/platform/ids';
import { cellOfId } from '@billhook/testing/own-tables';
import { AuthService } from '../../src/identity/auth/auth.service.js';
import { hashPassword } from '../../src/identity/auth/password-hashing.js';
import { GrantChangesService } from '../../src/identity/grants/grant-changes.service.js';
import { SessionsService } from '../../src/identity/sessions/sessions.service.js';
import { CompanyCreationsService } from '../../src/installation/company-creations/company-creations.service.js';
import { sessionCookie } from '../../src/request/cookies.rules.js';
import type { Answer, Call, TestApi } from './api.js';

export const PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

/** The addresses of sign-ins of tests. */
const ORIGIN = { ip: '127.0.0.1', userAgent: 'node' };

export interface SeededMember {
  readonly id: number;
  readonly companyId: number;
  readonly email: string;
}

/** A caller of the API, with a credential that is sent with every request. */
export interface Caller {
  call<T = Record<string, unknown>>(method: string, path: string, call?: Call): Promise<Answer<T>>;
}

export interface KeyCaller extends Caller {
  readonly id: number;
  readonly secret: string;
  readonly companyId: number;
}

export interface SessionCaller extends Caller {
  readonly cookie: string;
}

/** Creates what tests need, separately: no test sees the company of another one. */
export class World {
  constructor(private readonly api: TestApi) {}

  async company(options: { plan?: Plan; timeZone?: string; sandboxOf?: number } = {}): Promise<number> {
    const { plan = 'Pro', timeZone = 'Europe/Paris', sandboxOf } = options;
    const { id } = await this.api.app.get(CompanyCreationsService).create({
      beside: sandboxOf,
      describe: () => ({
        name: `Company ${randomText(6)}`,
        ...(sandboxOf === undefined ? {} : { kind: 'Sandbox' as const, sandboxOf }),
        plan,
        timeZone,
        currency: 'EUR',
        address: { line1: '21 rue de la Fonderie', postalCode: '59000', city: 'Lille', country: 'FR' },
        legalId: null,
        vatNumber: 'FR83404833048',
        taxNumber: null,
        email: 'billing@company.example',
        phone: null,
        website: null,
        legalNotice: null,
        iban: null,
        bic: null,
        createdAt: this.api.clock.now(),
      }),
      global: () => Promise.resolve(),
    });
    return id;
  }

  /** Another company in the same cell: a row can refer to no row of another cell. */
  async neighbour(companyId: number): Promise<number> {
    let id = await this.company();
    while (cellOfId(id) !== cellOfId(companyId)) id = await this.company();
    return id;
  }

  async member(
    companyId: number,
    options: { role?: Role; permissions?: readonly Permission[] } = {},
  ): Promise<SeededMember> {
    passwordHash ??= hashPassword(PASSWORD);
    const { role = 'Owner', permissions = ROLE_PERMISSIONS[role] } = options;
    const email = `${randomText(8).toLowerCase()}@example.com`;
    const hash = await passwordHash;
    const createdAt = this.api.clock.now();
    return this.api.app.get(UnitOfWork).run(async (tx) => {
      const accountId = await insertRow(tx, Account, {
        ...{ email, passwordHash: hash, locale: 'en', createdAt },
        lastMemberId: null,
      });
      const id = await insertRow(tx, Member, {
        companyId,
        accountId,
        ...{ lastSeenAt: null, deactivatedWithCompany: false },
        kind: 'Person',
        name: 'Test Person',
        role,
        permissions: [...permissions],
        status: 'Active',
        createdAt,
      });
      return { id, companyId, email };
    });
  }

  /** A service member, which cannot sign in. */
  async service(
    companyId: number,
    permissions: readonly Permission[] = GRANTABLE_PERMISSIONS,
  ): Promise<{ id: number; companyId: number }> {
    const createdAt = this.api.clock.now();
    const id = await this.api.app.get(UnitOfWork).run((tx) =>
      insertRow(tx, Member, {
        ...{ companyId, accountId: null, kind: 'Service', name: 'ERP', role: 'Read-only' },
        ...{ permissions: [...permissions], status: 'Active', createdAt, lastSeenAt: null },
        deactivatedWithCompany: false,
      }),
    );
    return { id, companyId };
  }

  /**
   * Changes the permissions or the status of a member, like an administrator.
   * @param open a transaction of the spec, which nothing follows
   */
  async change(
    member: { readonly id: number },
    to: { permissions?: readonly Permission[]; status?: MemberStatus },
    open?: Tx,
  ): Promise<void> {
    const write = (tx: Tx) =>
      tx.query({
        name: 'test_member_change',
        text: 'UPDATE members SET permissions = coalesce($2, permissions), status = coalesce($3, status) WHERE id = $1',
        values: [member.id, to.permissions ?? null, to.status ?? null],
      });
    if (open) return void (await write(open));
    const { app } = this.api;
    await app.get(UnitOfWork).run(async (tx) => {
      await write(tx);
      app.get(GrantChangesService).memberChanged(tx, member.id);
    });
  }

  /**
   * Deletes failed sign-in attempts: all tests of a file share an address, and after a clock goes back, later attempts would count for
   * months.
   */
  async forgetAttempts(): Promise<void> {
    await this.api.database.query({ name: 'test_attempts', text: 'DELETE FROM sign_in_attempts' });
  }

  /** As if the password had last been confirmed two hours earlier, in the settings and in the portal. */
  async ageConfirmation({ id }: { readonly id: number }): Promise<void> {
    for (const table of ['sessions', 'portal_sessions', 'portal_links']) {
      await this.api.database.query({
        name: `test_age_${table}`,
        text: `UPDATE ${table} SET confirmed_at = confirmed_at - interval '2 hours' WHERE member_id = $1`,
        values: [id],
      });
    }
  }

  /** Moves a company to another plan, as the operator does. */
  async setPlan(companyId: number, plan: Plan): Promise<void> {
    await this.api.database.query({
      name: 'test_plan',
      text: 'UPDATE companies SET plan = $2 WHERE id = $1',
      values: [companyId, plan],
    });
    await updateTenants(this.api.database, companyId);
  }

  /** A key with these scopes, as if its creator had created it in the settings. */
  async key(
    options: {
      member?: Omit<SeededMember, 'email'> & Partial<SeededMember>;
      scopes?: readonly Permission[];
      expiry?: KeyExpiry;
    } = {},
  ): Promise<KeyCaller> {
    const { scopes = GRANTABLE_PERMISSIONS, expiry = 'none' } = options;
    const member = options.member ?? (await this.member(await this.company()));
    const { secret, prefix } = generateSecret(randomText);
    const { hash, version } = hashKey(this.api.app.get(AppSecrets), secret);
    const now = this.api.clock.now();
    const id = await this.api.app.get(UnitOfWork).run((tx) =>
      this.api.app.get(KeysRepository).insert(tx, {
        companyId: member.companyId,
        memberId: member.id,
        name: 'test key',
        prefix,
        hash,
        hashVersion: version,
        scopes: [...scopes],
        lifetime: expiry,
        expiresAt: keyExpiresAt(expiry, now),
        allowedCidrs: [],
        rateLimit: null,
        familyId: null,
        predecessorId: null,
        successorId: null,
        graceSeconds: null,
        firstUsedAt: null,
        retiresAt: null,
        warnedDays: null,
        createdAt: now,
        createdFromIp: null,
        createdFromAgent: null,
        lastUsedAt: null,
        lastUsedIp: null,
        lastUsedAgent: null,
        revokedAt: null,
        revokedBy: null,
        revocationReason: null,
      }),
    );
    return { id, secret, companyId: member.companyId, ...this.bearer(secret) };
  }

  /** Sends any secret as a bearer token. */
  bearer(secret: string): Caller {
    return {
      call: (method, path, call) =>
        this.api.call(method, path, { ...call, headers: { authorization: `Bearer ${secret}`, ...call?.headers } }),
    };
  }

  /**
   * A browser in which a member is signed in, without checking the password, which takes longer than most tests. Specs about signing in use `signIn`.
   */
  async session(member: SeededMember): Promise<SessionCaller> {
    await this.forgetAttempts();
    const { app } = this.api;
    const account = await app.get(AccountsRepository).findByEmail(member.email);
    if (!account) throw new Error(`no account of ${member.email}`);
    const { id: accountId, email, passwordHash } = account;
    const who = { accountId, companyId: member.companyId, memberId: member.id, email };
    const proof = { passwordHash, secondFactorSince: undefined };
    const { id } = await app
      .get(UnitOfWork)
      .run((tx) => app.get(SessionsService).start(tx, who, proof, { ...ORIGIN, requestId: newId('req') }));
    // The page requests them immediately, which counts as access.
    await app.get(AuthService).find(id);
    return this.browser(`${sessionCookie(app.get<Env>(ENV))}=${id}`);
  }

  /** Signs a member in, as the sign-in page does. */
  async signIn(member: Pick<SeededMember, 'email'>): Promise<SessionCaller> {
    await this.forgetAttempts();
    const answer = await this.api.call('POST', '/app/session', { body: { email: member.email, password: PASSWORD } });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0];
    if (answer.status !== 201 || !cookie) throw new Error(`sign-in failed: ${answer.text}`);
    return this.browser(cookie);
  }

  /** Sends any session cookie. */
  private browser(cookie: string): SessionCaller {
    return {
      cookie,
      call: (method, path, call) => this.api.call(method, path, { ...call, headers: { cookie, ...call?.headers } }),
    };
  }
}
