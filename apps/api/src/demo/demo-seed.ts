import { UnitOfWork } from '@billhook/db/unit-of-work';
import { insertRow } from '@billhook/db/row';
import type { KeyExpiry } from '@billhook/domain/api-key';
import { addDays, dateInZone } from '@billhook/domain/calendar';
import { ROLE_PERMISSIONS, type Permission } from '@billhook/domain/permissions';
import type { ManualClock } from '@billhook/platform/clock';
import { insertCompany } from '@billhook/records/companies/insert-company';
import { markFallenDue } from '@billhook/records/invoices/fall-due';
import { InvoicesRepository } from '@billhook/records/invoices/invoices.repository';
import type { INestApplicationContext } from '@nestjs/common';
import type { MemberPrincipal, Principal } from '../access/principal.js';
import { hashPassword } from '../auth/passwords.js';
import { ClientsService } from '../clients/clients.service.js';
import { InvoiceLifeService } from '../invoices/invoice-life.service.js';
import { InvoicesService } from '../invoices/invoices.service.js';
import { KeysRepository } from '../keys/keys.repository.js';
import { KeysService } from '../keys/keys.service.js';
import { Member } from '../members/member.entity.js';
import { PaymentsService } from '../payments/payments.service.js';
import { QuoteLifeService } from '../quotes/quote-life.service.js';
import { QuotesService } from '../quotes/quotes.service.js';
import { WebhookEndpointsService } from '../webhooks/webhook-endpoints.service.js';
import { DEMO_COMPANIES, type DemoCompany } from './people.js';
import { DEMO_CLIENTS, DEMO_INVOICES, DEMO_QUOTES, type DemoInvoice } from './records.js';

const DAY_MS = 86_400_000;

type Actor = MemberPrincipal & Principal;

export interface SeededMember {
  readonly email: string;
  readonly role: string;
  readonly company: string;
}

/**
 * Plays three months of two companies through the services, so that all of it is as real as what a user enters: numbers, events,
 * audit and deliveries included. Only the clock is moved.
 */
export class DemoSeed {
  private readonly today: Date;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly clock: ManualClock,
    private readonly password: string,
  ) {
    this.today = clock.now();
  }

  async run(): Promise<SeededMember[]> {
    const passwordHash = await hashPassword(this.password);
    const seeded: SeededMember[] = [];
    for (const company of DEMO_COMPANIES) {
      this.goTo(120);
      const members = await this.people(company, passwordHash);
      const [owner] = members;
      if (!owner) continue;
      if (company.plan === 'Pro') await this.story(members, owner);
      else await this.client(owner, 0);
      for (const { active, email, role } of company.members)
        if (active) seeded.push({ email, role, company: company.name });
    }
    return seeded;
  }

  private goTo(daysAgo: number): void {
    this.clock.set(new Date(this.today.getTime() - daysAgo * DAY_MS));
  }

  private async people(demo: DemoCompany, passwordHash: string): Promise<Actor[]> {
    const createdAt = this.clock.now();
    const { name, plan, timeZone, currency, address, vatNumber } = demo;
    return this.app.get(UnitOfWork).run(async (tx) => {
      const id = await insertCompany(tx, {
        name,
        plan,
        timeZone,
        currency,
        address,
        vatNumber,
        legalId: null,
        email: `billing@${demo.members[0]?.email.split('@')[1] ?? 'example.com'}`,
        phone: null,
        website: null,
        legalNotice: null,
        iban: null,
        bic: null,
        createdAt,
      });
      const actors: Actor[] = [];
      for (const person of demo.members) {
        const permissions: Permission[] = [...ROLE_PERMISSIONS[person.role]];
        const memberId = await insertRow(tx, Member, {
          companyId: id,
          name: person.name,
          email: person.email,
          role: person.role,
          status: person.active ? 'Active' : 'Deactivated',
          permissions,
          passwordHash,
          createdAt,
        });
        actors.push({
          kind: 'member',
          company: { id, name, plan, timeZone },
          memberId,
          permissions,
          label: `member ${person.email}`,
          session: { idHash: Buffer.alloc(0), confirmedAt: this.today, expiresAt: this.today },
          origin: { ip: '127.0.0.1', userAgent: 'Billhook demo data', requestId: 'demo' },
        });
      }
      return actors;
    });
  }

  private async story(members: readonly Actor[], owner: Actor): Promise<void> {
    await this.keys(members, owner);
    const clients: number[] = [];
    for (const index of DEMO_CLIENTS.keys()) clients.push(await this.client(owner, index));
    this.goTo(80);
    await this.app.get(WebhookEndpointsService).create(owner, {
      // A name that never resolves (RFC 2606), so that the portal has failures to show.
      url: 'https://erp.boreal.invalid/webhooks/billhook',
      description: 'The old ERP, switched off',
      eventTypes: ['invoice.paid', 'invoice.overdue', 'payment.created'],
    });
    await this.quotes(owner, clients);
    for (const invoice of DEMO_INVOICES) await this.invoice(owner, clients[invoice.client] ?? 0, invoice);
    this.goTo(0);
    await markFallenDue(this.app.get(UnitOfWork), this.app.get(InvoicesRepository), this.clock);
  }

  private async client(by: Actor, index: number): Promise<number> {
    const body = DEMO_CLIENTS[index];
    if (!body) throw new RangeError('no such client of the demo');
    return (await this.app.get(ClientsService).create(by, body)).id;
  }

  private async quotes(by: Actor, clients: readonly number[]): Promise<void> {
    const quotes = this.app.get(QuotesService);
    for (const { daysAgo, client, title, sent, validDays, lines } of DEMO_QUOTES) {
      this.goTo(daysAgo);
      const expiryDate = addDays(dateInZone(this.clock.now(), by.company.timeZone), validDays);
      const quote = await quotes.create(by, { ...this.document(clients[client] ?? 0, [...lines]), title, expiryDate });
      if (sent) await this.app.get(QuoteLifeService).send(by, { id: quote.id }, { channel: 'Link' });
    }
  }

  private async invoice(by: Actor, clientId: number, { daysAgo, outcome, lines }: DemoInvoice): Promise<void> {
    const invoices = this.app.get(InvoicesService);
    this.goTo(daysAgo);
    const draft = await invoices.create(by, this.document(clientId, [...lines]));
    if (outcome === 'Draft') return;
    const life = this.app.get(InvoiceLifeService);
    const invoice = await life.send(by, { id: draft.id }, { channel: 'Link' });
    this.goTo(Math.max(0, daysAgo - 5));
    if (outcome === 'Rejected')
      await life.reject(by, { id: invoice.id }, { code: 'WrongAmount', text: 'The frame was not ordered.' });
    if (outcome === 'Paid') await this.pay(by, clientId, invoice.id, invoice.payable);
    if (outcome === 'Partial') await this.pay(by, clientId, invoice.id, '500.00');
  }

  private async pay(by: Actor, clientId: number, invoiceId: number, amount: string): Promise<void> {
    const date = dateInZone(this.clock.now(), by.company.timeZone);
    const allocations = [{ invoiceId, amount }];
    await this.app
      .get(PaymentsService)
      .create(by, { kind: 'Payment', clientId, date, amount, currency: 'EUR', method: 'Transfer', allocations });
  }

  private document(clientId: number, lines: Parameters<InvoicesService['create']>[1]['lines']) {
    return {
      clientId,
      currency: 'EUR' as const,
      pricesIncludeTax: false,
      series: 'default',
      lines,
      allowances: [],
      charges: [],
      notes: [],
    };
  }

  /** A key in every state: active, expiring, expired, revoked, and suspended because its creator has left. */
  private async keys([owner, admin, accountant, , former]: readonly Actor[], by: Actor): Promise<void> {
    const make = async (
      actor: Actor | undefined,
      daysAgo: number,
      name: string,
      expiry: KeyExpiry,
    ): Promise<number> => {
      if (!actor) throw new RangeError('no such member of the demo');
      this.goTo(daysAgo);
      const confirmed = { ...actor, session: { ...actor.session, confirmedAt: this.clock.now() } };
      const { apiKey } = await this.app.get(KeysService).create(confirmed, { name, preset: 'readOnly', expiry });
      return apiKey.id;
    };
    const use = async (id: number, daysAgo: number): Promise<void> => {
      const at = new Date(this.today.getTime() - daysAgo * DAY_MS);
      await this.app.get(KeysRepository).recordUse([{ id, at, ip: '203.0.113.24', userAgent: 'billhook-sdk/1.0' }]);
    };
    await use(await make(owner, 110, 'Data warehouse', '1y'), 0.1);
    await use(await make(owner, 100, 'Old export', '90d'), 12);
    await use(await make(owner, 82, 'Monthly report', '90d'), 2);
    await make(accountant, 30, 'Spreadsheet', 'none');
    await use(await make(former, 60, 'Bank matching', '1y'), 20);
    const lost = await make(admin, 50, 'Laptop script', 'none');
    await use(lost, 41);
    this.goTo(40);
    await this.app.get(KeysService).revoke(by, 'company', lost, { reason: 'The laptop was stolen' });
  }
}
