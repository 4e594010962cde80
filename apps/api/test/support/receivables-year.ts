import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import { addDays } from '@billhook/domain/shared/calendar';
import type { TestApi } from './api.js';
import { line } from './bodies.js';
import { Dice } from './dice.js';
import { Records } from './records.js';
import type { KeyCaller } from './world.js';

export const MONTH_ENDS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2026, month + 1, 0)).toISOString().slice(0, 10),
);

/** A year of invoices, payments and everything that changes what is outstanding, some with dates before the day of their recording. */
export class ReceivablesYear {
  /** The days of write-offs by invoice, in their order: the invoice forgets those that were reopened. */
  readonly writeOffs = new Map<number, string[]>();
  /** How many changes the API accepted. */
  done = 0;
  readonly #dice: Dice;
  readonly #records: Records;
  #today = '2026-01-01';
  #clients: number[] = [];

  constructor(
    private readonly api: TestApi,
    private readonly by: KeyCaller,
    seed: number,
  ) {
    this.#dice = new Dice(seed);
    this.#records = new Records(by);
  }

  /** @param atMonthEnd is called in the evening of each month's last day */
  async play(changes: number, atMonthEnd: (day: string) => Promise<void>): Promise<void> {
    this.#setClock();
    for (let n = 0; n < 3; n++) this.#clients.push((await this.#records.client()).id);
    for (const end of MONTH_ENDS) {
      const days = Array.from({ length: Math.ceil(changes / 12) }, () => 1 + this.#dice.below(Number(end.slice(8))));
      for (const day of days.sort((a, b) => a - b)) {
        this.#today = `${end.slice(0, 8)}${String(day).padStart(2, '0')}`;
        this.#setClock();
        await this.#change();
      }
      this.#today = end;
      this.#setClock();
      await atMonthEnd(end);
    }
  }

  #setClock(): void {
    this.api.clock.set(`${this.#today}T18:00:00.000Z`);
  }

  /** A day up to three weeks ago, and not before another one. */
  #earlier(first = '2026-01-01'): string {
    const day = addDays(this.#today, -this.#dice.below(21));
    return day < first ? first : day;
  }

  async #change(): Promise<void> {
    const changes = [
      ...Array.from({ length: 4 }, () => () => this.#issue()),
      ...Array.from({ length: 5 }, () => () => this.#pay()),
      ...Array.from({ length: 2 }, () => () => this.#allocate()),
      ...[() => this.#credit(), () => this.#credit(), () => this.#refund(), () => this.#deletePayment()],
      ...[
        () => this.#writeOff(),
        () => this.#writeOff(),
        () => this.#reopen(),
        () => this.#postpone(),
        () => this.#void(),
      ],
    ];
    await this.#dice.pick(changes)();
  }

  /** Most refusals are correct: a change is chosen without a look at what it needs. */
  async #try<T>(method: string, path: string, body?: object): Promise<T | undefined> {
    const answer = await this.by.call<T>(method, path, { body });
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    if (answer.status >= 300) return undefined;
    this.done += 1;
    return answer.body;
  }

  async #issue(): Promise<void> {
    const days = this.#dice.pick([0, 10, 30, 60]);
    const draft = await this.#records.draft({
      clientId: this.#dice.pick(this.#clients),
      currency: this.#dice.pick(['EUR', 'EUR', 'JPY']),
      issueDate: this.#today,
      dueDate: this.#dice.below(9) === 0 ? undefined : addDays(this.#today, days),
      lines: [{ ...line, quantity: String(1 + this.#dice.below(4)), unitPrice: '100' }],
    });
    // Some drafts stay.
    if (this.#dice.below(8) > 0) await this.#try('POST', `/v1/invoices/${draft.id}/send`);
  }

  async #one<T>(path: string): Promise<T | undefined> {
    const { data } = await this.#records.get<{ data: T[] }>(path);
    return data.length === 0 ? undefined : this.#dice.pick(data);
  }

  #openInvoice = () => this.#one<InvoiceView>('/v1/invoices?hasBalance=true&limit=100');

  async #pay(): Promise<void> {
    const invoice = await this.#openInvoice();
    if (!invoice) return;
    const { clientId, currency, balance } = invoice;
    const part = this.#dice.pick([0.4, 1, 1]);
    const digits = currency === 'JPY' ? 0 : 2;
    const amount = (Math.max(1, Math.floor(Number(balance) * part * 10 ** digits)) / 10 ** digits).toFixed(digits);
    const more = this.#dice.pick(['0', '0', '50']);
    const body = { clientId, currency, amount: (Number(amount) + Number(more)).toFixed(digits), date: this.#earlier() };
    await this.#try('POST', '/v1/payments', { ...body, allocations: [{ invoiceId: invoice.id, amount }] });
  }

  async #allocate(): Promise<void> {
    const payment = await this.#one<PaymentView>('/v1/payments?unallocated=true&limit=100');
    if (!payment) return;
    const { clientId, currency, unallocated } = payment;
    const invoice = await this.#one<InvoiceView>(
      `/v1/invoices?hasBalance=true&clientId=${clientId}&currency=${currency}`,
    );
    if (!invoice) return;
    const amount = Number(unallocated) < Number(invoice.balance) ? unallocated : invoice.balance;
    await this.#try('POST', `/v1/payments/${payment.id}/allocate`, {
      allocations: [{ invoiceId: invoice.id, amount }],
    });
  }

  async #credit(): Promise<void> {
    const invoice = await this.#one<InvoiceView>(
      '/v1/invoices?status=Paid&status=Sent&status=Partial&status=Overdue&limit=100',
    );
    if (!invoice) return;
    const lines = this.#dice.below(2) === 0 ? undefined : [{ ...line, quantity: '1', unitPrice: '100' }];
    const issueDate = this.#earlier(invoice.issueDate);
    const body = { invoiceId: invoice.id, reason: { code: 'Return' }, lines };
    // Numbers follow the dates: today, if a later one exists.
    const early = await this.#try<CreditNoteView>('POST', '/v1/credit-notes', { ...body, issueDate });
    if (!early) await this.#try('POST', '/v1/credit-notes', body);
  }

  async #refund(): Promise<void> {
    const payment = await this.#one<PaymentView>('/v1/payments?status=Recorded&kind=Payment&limit=100');
    if (!payment) return;
    const { clientId, currency, unallocated, allocations, date } = payment;
    const [allocation] = allocations;
    const isCredit = Number(unallocated) > 0;
    const amount = isCredit ? unallocated : (allocation?.amount ?? '1');
    const body = { kind: 'Refund', clientId, currency, amount, date: this.#earlier(date) };
    const of = isCredit || !allocation ? [] : [{ invoiceId: allocation.invoiceId, amount }];
    await this.#try('POST', '/v1/payments', { ...body, allocations: of });
  }

  async #deletePayment(): Promise<void> {
    const payment = await this.#one<PaymentView>('/v1/payments?status=Recorded&limit=100');
    if (payment) await this.#try('DELETE', `/v1/payments/${payment.id}?reason=Twice`);
  }

  async #writeOff(): Promise<void> {
    const invoice = await this.#openInvoice();
    if (!invoice) return;
    const date = this.#earlier(invoice.issueDate);
    const written = await this.#try('POST', `/v1/invoices/${invoice.id}/write-off`, { reason: 'Lost', date });
    if (written) this.writeOffs.set(invoice.id, [...(this.writeOffs.get(invoice.id) ?? []), date]);
  }

  async #reopen(): Promise<void> {
    const invoice = await this.#one<InvoiceView>('/v1/invoices?status=WrittenOff&limit=100');
    if (invoice) await this.#try('POST', `/v1/invoices/${invoice.id}/reopen`, {});
  }

  async #postpone(): Promise<void> {
    const invoice = await this.#openInvoice();
    if (!invoice?.dueDate) return;
    const dueDate = addDays(invoice.dueDate, 5 + this.#dice.below(40));
    await this.#try('POST', `/v1/invoices/${invoice.id}/postpone`, { dueDate, reason: 'Agreed' });
  }

  async #void(): Promise<void> {
    const invoice = await this.#openInvoice();
    if (invoice) await this.#try('POST', `/v1/invoices/${invoice.id}/void`, { code: 'Other', text: 'Wrong' });
  }
}
