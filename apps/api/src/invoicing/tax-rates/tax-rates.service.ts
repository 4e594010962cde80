import type { CreateTaxRate, TaxRateView, UpdateTaxRate } from '@billhook/contract/invoicing/tax-rate';
import type { ReadRunner } from '@billhook/db/statement';
import type { Target } from '@billhook/db/target';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import type { TaxRate } from '@billhook/invoicing/tax-rates/tax-rate.entity';
import { presentTaxRate } from '@billhook/invoicing/tax-rates/tax-rate.presenter';
import { TaxRatesRepository } from '@billhook/invoicing/tax-rates/tax-rates.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import type { Principal } from '../../request/principal.js';

/** The members of a tax rate that can be changed. */
const CHANGEABLE = ['name', 'status'] as const;

@Injectable()
export class TaxRatesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rates: TaxRatesRepository,
    private readonly auditLog: AuditLog,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  async list(by: Principal): Promise<TaxRateView[]> {
    return (await this.rates.list(by.company.id)).map(presentTaxRate);
  }

  /** The active tax rates in percent, to compare documents with. */
  async active(companyId: number, runner: ReadRunner): Promise<string[]> {
    const rates = await this.rates.list(companyId, runner);
    return rates.filter(({ status }) => status === 'Active').map(({ taxRate }) => taxRate);
  }

  create(by: Principal, body: CreateTaxRate): Promise<TaxRateView> {
    const now = this.clock.now();
    return this.uow.run(async (tx) => {
      const rate = {
        ...{ ...body, companyId: by.company.id, status: 'Active' as const },
        ...{ version: 1, createdAt: now, updatedAt: now },
      };
      const id = await this.rates.insert(tx, rate);
      await this.auditLog.record(tx, actorOf(by), 'tax_rate.created', String(id), { ...body });
      return presentTaxRate({ ...rate, id });
    });
  }

  update(by: Principal, target: Target, body: UpdateTaxRate): Promise<TaxRateView> {
    return this.uow.run(async (tx) => {
      const before = await this.rates.lock(tx, by.company.id, target);
      const after: TaxRate = {
        ...before,
        name: body.name ?? before.name,
        status: body.status ?? before.status,
        version: before.version + 1,
        updatedAt: this.clock.now(),
      };
      const changed = changesOf(before, after, CHANGEABLE);
      if (Object.keys(changed).length === 0) return presentTaxRate(before);
      await this.rates.write(tx, after);
      const { taxRate } = before;
      await this.auditLog.record(tx, actorOf(by), 'tax_rate.updated', String(before.id), { taxRate, changed });
      return presentTaxRate(after);
    });
  }
}
