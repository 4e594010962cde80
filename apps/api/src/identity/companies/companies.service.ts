import { UpdateCompany, type CompanyView, type PutCompanyLogo } from '@billhook/contract/identity/company';
import type { ReadRunner } from '@billhook/db/statement';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { MAX_LOGOS } from '@billhook/domain/identity/logo';
import { PAYMENT_MEMBERS, readOf, type PaymentMember } from '@billhook/domain/identity/step-up';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { invalidBody } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { CompaniesRepository, type CompanyLock } from '@billhook/identity/companies/companies.repository';
import { keepLogo, logoDigest } from '@billhook/identity/companies/company-logos.repository';
import type { Company } from '@billhook/identity/companies/company.entity';
import { presentCompany } from '@billhook/identity/companies/company.presenter';
import { LogoError, readLogo, type LogoImage } from '@billhook/identity/companies/logo-image.rules';
import { companyPage, companyRecipients } from '@billhook/mail/company-recipients';
import { Notices } from '@billhook/mail/notices';
import type { Notice } from '@billhook/mail/templates/notice';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import { requireStepUp } from '../../access/step-up.rules.js';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { checkLockDate, opensPeriod } from './lock-date.rules.js';

const CHANGEABLE = UpdateCompany.keyof().options;

@Injectable()
export class CompaniesService {
  constructor(
    private readonly companies: CompaniesRepository,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly notices: Notices,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(COMPANY_TIME) private readonly time: Clock,
  ) {}

  /** Whether the installation has a company. */
  exist(): Promise<boolean> {
    return this.companies.exists();
  }

  get(id: number, runner?: ReadRunner, lock?: CompanyLock): Promise<Company> {
    return this.companies.get(id, runner, lock);
  }

  /** Locks the company, so that its lock date cannot change before the commit. */
  lockForShare(tx: Tx, id: number): Promise<Company> {
    return this.get(id, tx, 'FOR KEY SHARE');
  }

  /** @throws Problem 422 for a lock date in the future; 403 step_up_required as `STEP_UP_OPERATIONS` says */
  async update(by: SignedInMember, body: UpdateCompany): Promise<CompanyView> {
    return this.uow.run(async (tx) => {
      const before = await this.get(by.company.id, tx, 'FOR UPDATE');
      const after: Company = { ...before, ...body };
      if (body.lockedUntil !== undefined) checkLockDate(after, dateInZone(this.time.now(), after.timeZone));
      const changed = changesOf(before, after, CHANGEABLE);
      const paymentChanges = PAYMENT_MEMBERS.filter((member) => readOf(before, member) !== readOf(after, member));
      if (opensPeriod(before.lockedUntil, after.lockedUntil) || paymentChanges.length > 0)
        requireStepUp(by, this.clock.now());
      if (Object.keys(changed).length === 0) return presentCompany(before);
      await this.companies.update(tx, after);
      if (paymentChanges.length > 0) await this.warnOwners(tx, by, after, paymentChanges);
      await this.audit.record(tx, actorOf(by), 'company.updated', null, { changed });
      return presentCompany(after);
    });
  }

  /** Replaces the logo of new documents. @throws Problem 422 for a file that cannot be a logo, and for too many logos */
  async setLogo(by: SignedInMember, { data }: PutCompanyLogo): Promise<CompanyView> {
    const { type, width, height, bytes } = await logoOf(data);
    const digest = logoDigest(bytes);
    return this.changeLogo(by, { digest, type, width, height }, async (tx) => {
      const stored = { companyId: by.company.id, digest, type, bytes, createdAt: this.clock.now() };
      if (await keepLogo(tx, stored, MAX_LOGOS)) return;
      throw invalidBody(
        '/data',
        'too_many',
        `must be one of the ${MAX_LOGOS} logos that the company has had: more are not stored`,
      );
    });
  }

  /** New documents have no logo. Issued ones keep theirs. */
  removeLogo(by: SignedInMember): Promise<CompanyView> {
    return this.changeLogo(by, null, () => Promise.resolve());
  }

  private changeLogo(by: SignedInMember, logo: Company['logo'], keep: (tx: Tx) => Promise<void>): Promise<CompanyView> {
    return this.uow.run(async (tx) => {
      const before = await this.get(by.company.id, tx, 'FOR UPDATE');
      if (before.logo?.digest === logo?.digest) return presentCompany(before);
      await keep(tx);
      const after: Company = { ...before, logo };
      await this.companies.update(tx, after);
      const changed = { logo: { from: before.logo?.digest ?? null, to: logo?.digest ?? null } };
      await this.audit.record(tx, actorOf(by), 'company.updated', null, { changed });
      return presentCompany(after);
    });
  }

  /** To each owner in their language: a false account is noticed before clients pay to it. */
  private async warnOwners(
    tx: Tx,
    by: SignedInMember,
    company: Company,
    members: readonly PaymentMember[],
  ): Promise<void> {
    const notice: Notice = {
      kind: 'payment_details_changed',
      ...{ companyName: company.name, by: actorOfLabel(by.label).name ?? by.label },
      changes: members.map((member) => ({ member, to: readOf(company, member) })),
      ...{ at: this.clock.now(), ip: by.origin.ip, url: companyPage(this.env.PUBLIC_URL) },
    };
    for (const { email, locale } of await companyRecipients(tx, company.id))
      await this.notices.enqueue(tx, { companyId: company.id, to: email, locale, notice });
  }
}

async function logoOf(data: string): Promise<LogoImage> {
  try {
    return await readLogo(Buffer.from(data, 'base64'));
  } catch (error) {
    if (error instanceof LogoError) throw invalidBody('/data', 'invalid_image', error.message);
    throw error;
  }
}
