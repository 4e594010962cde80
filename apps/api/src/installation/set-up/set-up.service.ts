import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InstallationSetUp, SetUpInstallation } from '@billhook/contract/installation/set-up';
import type { Plan } from '@billhook/domain/identity/company';
import { newCompanyDefaults } from '@billhook/domain/invoicing/document-defaults';
import { HOUR_MS } from '@billhook/domain/shared/durations';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import { Problem } from '@billhook/domain/shared/problems';
import { CompaniesRepository, type NewCompany } from '@billhook/identity/companies/companies.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import { nameUntilEntered } from '../../identity/invitations/invitation.rules.js';
import { OwnerInvitationsService } from '../../identity/invitations/owner-invitations.service.js';
import { CompanyCreationsService } from '../company-creations/company-creations.service.js';

const PURPOSE = 'set-up';

/** The details that the operator gives for a new company. */
interface BareCompany {
  readonly name: string;
  readonly plan: Plan;
  readonly currency: string;
  readonly timeZone: string;
  readonly country: string | undefined;
  /** The language of its first owner, and of its documents until someone changes it. */
  readonly locale: DocumentLocale;
  readonly createdAt: Date;
}

/** A company whose owner completes its details. */
export function bareCompany({ country, locale, ...company }: BareCompany): NewCompany {
  return {
    ...company,
    address: country === undefined ? null : { country },
    ...{ legalId: null, vatNumber: null, taxNumber: null, email: null, phone: null, website: null },
    ...{ legalNotice: null, iban: null, bic: null },
    ...newCompanyDefaults(country, locale),
  };
}

/** The first company of an installation, which no member can create. */
@Injectable()
export class SetUpService {
  constructor(
    private readonly creations: CompanyCreationsService,
    private readonly companies: CompaniesRepository,
    private readonly invitations: OwnerInvitationsService,
    private readonly secrets: AppSecrets,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A link that creates the first company. Undefined once there is one. */
  async link(): Promise<{ readonly url: string; readonly expiresAt: Date } | undefined> {
    if (await this.companies.exists()) return undefined;
    const expiresAt = new Date(this.clock.now().getTime() + SET_UP_HOURS * HOUR_MS);
    // After the #, which browsers do not send, so the token appears in no log of a proxy.
    const token = createSetUpToken(this.secrets.current(PURPOSE).key, expiresAt);
    return { url: `${this.env.PUBLIC_URL}/settings/set-up#${token}`, expiresAt };
  }

  /** @throws Problem 401 set_up_link_invalid */
  async run({ token, company, ...body }: SetUpInstallation): Promise<InstallationSetUp> {
    const keys = this.secrets.keys(PURPOSE).map(({ key }) => key);
    const createdAt = this.clock.now();
    if (!isSetUpToken(keys, token, createdAt)) throw new Problem('set_up_link_invalid');
    const { email, locale, country, timeZone, currency } = body;
    const created = await this.creations.create({
      describe: async (tx) => {
        await this.companies.lockFirst(tx);
        if (await this.companies.isBegun(tx)) throw new Problem('set_up_link_invalid');
        return bareCompany({ name: company, plan: 'Pro', country, locale, timeZone, currency, createdAt });
      },
      global: (tx, id) => this.invitations.invite(tx, id, { email, name: nameUntilEntered(email), locale }),
    });
    return { url: created.global.url };
  }
}

/** For how long a set-up link works. The API prints another one at each start without a company. */
export const SET_UP_HOURS = 24;

/** The seconds of the expiry, and what proves that they are ours. */
const FORM = /^([0-9a-z]{1,10})-([0-9a-f]{64})$/;

/**
 * The token of a set-up link. It is not stored: the secret of the installation verifies it, and the first company ends all of
 * them.
 */
function createSetUpToken(key: Buffer, expiresAt: Date): string {
  const expiry = Math.floor(expiresAt.getTime() / 1000).toString(36);
  return `${expiry}-${proofOf(key, expiry).toString('hex')}`;
}

/** @param keys of all secrets of the installation */
function isSetUpToken(keys: readonly Buffer[], token: string, now: Date): boolean {
  const [, expiry = '', proof = ''] = FORM.exec(token) ?? [];
  if (proof === '' || Number.parseInt(expiry, 36) * 1000 <= now.getTime()) return false;
  return keys.some((key) => timingSafeEqual(proofOf(key, expiry), Buffer.from(proof, 'hex')));
}

const proofOf = (key: Buffer, expiry: string): Buffer => createHmac('sha256', key).update(expiry).digest();
