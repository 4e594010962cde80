import { dataSchema } from '@billhook/contract/webhooks/event';
import { EVENTS, type EventType } from '@billhook/domain/shared/event-types';
import type { TestApi } from './api.js';
import type { Fault } from './fuzz-judge.js';

/** The invariants of a company's rows, during any requests. Each statement selects the violations. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a numbered document has lines': `
    SELECT 'invoice ' || id AS what FROM invoices d WHERE company_id = $1 AND number IS NOT NULL AND NOT EXISTS (SELECT FROM invoice_lines WHERE invoice_id = d.id)
    UNION ALL SELECT 'quote ' || id FROM quotes d WHERE company_id = $1 AND number IS NOT NULL AND NOT EXISTS (SELECT FROM quote_lines WHERE quote_id = d.id)
    UNION ALL SELECT 'credit note ' || id FROM credit_notes d WHERE company_id = $1 AND NOT EXISTS (SELECT FROM credit_note_lines WHERE credit_note_id = d.id)`,

  'lines are counted through': `
    SELECT 'invoice ' || invoice_id AS what FROM invoice_lines l JOIN invoices d ON d.id = l.invoice_id WHERE company_id = $1
      GROUP BY invoice_id HAVING max(position) - min(position) + 1 <> count(*)
    UNION ALL SELECT 'quote ' || quote_id FROM quote_lines l JOIN quotes d ON d.id = l.quote_id WHERE company_id = $1
      GROUP BY quote_id HAVING max(position) - min(position) + 1 <> count(*)`,

  // The links of a document and the page of a client do not change the record.
  'a version for every line of the timeline': `
    SELECT r.resource || ' ' || r.id || ' is at version ' || r.version AS what FROM (
      SELECT 'invoice' AS resource, id, version FROM invoices WHERE company_id = $1 UNION ALL SELECT 'quote', id, version FROM quotes WHERE company_id = $1
      UNION ALL SELECT 'client', id, version FROM clients WHERE company_id = $1 UNION ALL SELECT 'payment', id, version FROM payments WHERE company_id = $1
      UNION ALL SELECT 'credit_note', id, version FROM credit_notes WHERE company_id = $1) r
    WHERE r.version <> (SELECT count(*) FROM record_history h WHERE h.company_id = $1 AND h.resource = r.resource AND h.record_id = r.id
      AND h.action NOT IN ('showAnsweringLink', 'openPage', 'showPageLink', 'closePage'))`,

  'what is gone left a tombstone, what is there has none': `
    SELECT t.resource || ' ' || t.record_id AS what FROM record_tombstones t WHERE company_id = $1 AND (
      (t.resource = 'invoice' AND EXISTS (SELECT FROM invoices WHERE id = t.record_id)) OR (t.resource = 'quote' AND EXISTS (SELECT FROM quotes WHERE id = t.record_id))
      OR (t.resource = 'client' AND EXISTS (SELECT FROM clients WHERE id = t.record_id)))
    UNION ALL SELECT DISTINCT h.resource || ' ' || h.record_id FROM record_history h WHERE company_id = $1 AND (
      (h.resource = 'invoice' AND NOT EXISTS (SELECT FROM invoices WHERE id = h.record_id)) OR (h.resource = 'quote' AND NOT EXISTS (SELECT FROM quotes WHERE id = h.record_id))
      OR (h.resource = 'client' AND NOT EXISTS (SELECT FROM clients WHERE id = h.record_id)))
      AND NOT EXISTS (SELECT FROM record_tombstones t WHERE t.resource = h.resource AND t.record_id = h.record_id)`,

  'a payment allocates no more than came in': `
    SELECT 'payment ' || p.id AS what FROM payments p LEFT JOIN payment_allocations a ON a.payment_id = p.id
    WHERE p.company_id = $1 AND p.status = 'Recorded' GROUP BY p.id, p.unallocated, p.amount HAVING coalesce(sum(a.amount), 0) + p.unallocated > p.amount`,

  'a payment pays invoices of its own client and currency': `
    SELECT 'payment ' || p.id AS what FROM payments p JOIN payment_allocations a ON a.payment_id = p.id JOIN invoices i ON i.id = a.invoice_id
    WHERE p.company_id = $1 AND (i.company_id <> p.company_id OR i.client_id <> p.client_id OR i.currency <> p.currency)`,

  'an invoice is paid what its payments say, and no more than it asks': `
    SELECT 'invoice ' || i.id AS what FROM invoices i WHERE i.company_id = $1 AND (i.amount_paid < 0 OR i.amount_credited < 0
      OR (i.payable >= 0 AND i.amount_paid + i.amount_credited + i.amount_written_off > i.payable)
      OR (i.amount_written_off > 0) <> (i.status = 'WrittenOff') OR (i.write_off IS NULL) <> (i.status <> 'WrittenOff')
      OR i.amount_paid <> (SELECT coalesce(sum(CASE p.kind WHEN 'Refund' THEN -a.amount ELSE a.amount END), 0)
        FROM payment_allocations a JOIN payments p ON p.id = a.payment_id WHERE a.invoice_id = i.id AND p.status = 'Recorded'))`,

  'what is due is what is owed': `
    SELECT 'invoice ' || id AS what FROM invoices WHERE company_id = $1 AND payable <> (totals ->> 'due')::numeric`,

  'numbers have no gap': `
    SELECT 'series ' || s.id || ' of ' || p.period AS what FROM number_series s JOIN number_series_periods p ON p.series_id = s.id
    WHERE s.company_id = $1 AND p.next - p.first <> (SELECT count(*) FROM number_series_numbers n WHERE n.series_id = s.id AND n.period = p.period)`,

  'a number that was given is held by a document': `
    SELECT n.number AS what FROM number_series_numbers n JOIN number_series s ON s.id = n.series_id WHERE s.company_id = $1 AND NOT EXISTS (
      SELECT FROM invoices d WHERE d.company_id = $1 AND d.number = n.number UNION ALL SELECT FROM quotes d WHERE d.company_id = $1 AND d.number = n.number
      UNION ALL SELECT FROM credit_notes d WHERE d.company_id = $1 AND d.number = n.number)`,

  'no invoice and credit note have one number': `
    SELECT i.number AS what FROM invoices i JOIN credit_notes c ON c.company_id = i.company_id AND c.number = i.number WHERE i.company_id = $1
    UNION ALL SELECT i.number FROM invoices i WHERE i.company_id = $1 AND i.number IS NOT NULL AND NOT EXISTS (
      SELECT FROM document_numbers n WHERE n.company_id = $1 AND n.number = i.number)`,

  'what was issued has a file asked for': `
    SELECT 'invoice ' || id AS what FROM invoices d WHERE company_id = $1 AND number IS NOT NULL
      AND NOT EXISTS (SELECT FROM document_files WHERE resource = 'invoice' AND record_id = d.id)`,

  'a quote is not invoiced beyond what it holds': `
    SELECT 'quote ' || q.id AS what FROM quotes q WHERE q.company_id = $1 AND q.payable >= 0 AND q.payable < (
      SELECT coalesce(sum(i.payable), 0) FROM invoices i WHERE i.quote_id = q.id AND i.status <> 'Void' AND i.amount_credited = 0)`,

  'nobody else is in it': `
    SELECT 'invoice ' || i.id AS what FROM invoices i JOIN clients c ON c.id = i.client_id WHERE i.company_id = $1 AND c.company_id <> $1
    UNION ALL SELECT 'quote ' || q.id FROM quotes q JOIN clients c ON c.id = q.client_id WHERE q.company_id = $1 AND c.company_id <> $1
    UNION ALL SELECT 'payment ' || p.id FROM payments p JOIN clients c ON c.id = p.client_id WHERE p.company_id = $1 AND c.company_id <> $1`,
};

/** Reads the rows of a company, and its events since the last read. */
export class Books {
  private read = 0;

  constructor(
    private readonly api: TestApi,
    private readonly companyId: number,
  ) {}

  async faults(): Promise<Fault[]> {
    const faults: Fault[] = [];
    for (const [rule, text] of Object.entries(INVARIANTS)) {
      const rows = await this.api.database.query<{ what: string }>({
        name: `fuzz ${rule}`.slice(0, 60),
        text: `${text} LIMIT 5`,
        values: [this.companyId],
      });
      if (rows.length > 0) faults.push({ rule, what: rows.map(({ what }) => what).join(', ') });
    }
    return [...faults, ...(await this.eventFaults())];
  }

  /** Every event contains the members of its schema and no others. */
  private async eventFaults(): Promise<Fault[]> {
    const events = await this.api.database.query<{ position: number; type: string; body: string }>({
      name: 'fuzz_events',
      text: 'SELECT position, type, body FROM events WHERE company_id = $1 AND position > $2 ORDER BY position',
      values: [this.companyId, this.read],
    });
    this.read = events.at(-1)?.position ?? this.read;
    return events.flatMap(({ type, body }) => {
      const { data } = JSON.parse(body) as { data: unknown };
      const parsed = isEventType(type) ? dataSchema(type).safeParse(data) : undefined;
      const isWhole = parsed?.success === true && JSON.stringify(parsed.data) === JSON.stringify(data);
      return isWhole
        ? []
        : [
            {
              rule: 'an event carries what its schema says',
              what: `${type}: ${parsed?.error?.message ?? 'another form'} ${body.slice(0, 300)}`,
            },
          ];
    });
  }
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENTS, type);
}
