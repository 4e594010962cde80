import { randomBytes } from 'node:crypto';
import { computeTotals } from '../../../libs/domain/dist/invoicing/totals/totals.js';
import { entityOf } from './tables.mjs';

/** The resources that the service creates, with their tables. */
const RESOURCES = { invoice: 'invoices', client: 'clients' };

/** What each new row draws or gets from the request. */
const DRAWN = ['id', 'position', 'sequence'];
const withoutDrawn = (row) => Object.fromEntries(Object.entries(row).filter(([property]) => !DRAWN.includes(property)));

/**
 * New records with the rows that a change of the product writes: record, lines, history, change and event. Members that the request does not
 * determine are those of a record that the product created.
 * @param samples the id of such a record, by resource
 */
export class Records {
  #samples = {};

  static async create(query, tables, samples) {
    const records = new Records();
    const find = async (table, where, values) =>
      (await query(`SELECT * FROM ${table} WHERE ${where} ORDER BY 1`, values)).map((row) =>
        withoutDrawn(entityOf(tables[table], row)),
      );
    for (const [resource, id] of Object.entries(samples)) {
      const [record] = await find(RESOURCES[resource], 'id = $1', [id]);
      const [history] = await find('record_history', 'resource = $1 AND record_id = $2', [resource, id]);
      const [change] = await find('record_changes', 'resource = $1 AND record_id = $2', [resource, id]);
      const [event] = await find('events', 'type = $1 AND resource_id = $2', [`${resource}.created`, id]);
      const [line] = resource === 'invoice' ? await find('invoice_lines', 'invoice_id = $1', [id]) : [];
      records.#samples[resource] = { record, history, change, event, line, message: JSON.parse(event.body) };
    }
    return records;
  }

  /** An invoice with its lines and amounts. */
  invoice(body) {
    const { record, line } = this.#samples.invoice;
    const { lines, totals, taxBreakdown } = computeTotals(body);
    return {
      ...record,
      clientId: body.clientId,
      currency: body.currency,
      totals,
      taxBreakdown,
      payable: totals.due ?? totals.gross,
      ...dated(),
      lines: body.lines.map((given, n) => ({ ...line, ...given, ...lines[n], position: n + 1 })),
    };
  }

  client(body) {
    return { ...this.#samples.client.record, ...body, ...dated() };
  }

  /** The rows beside a record that was stored. */
  rest(resource) {
    const { history, change, event, message } = this.#samples[resource];
    return (record) => {
      const id = `msg_${randomBytes(12).toString('hex')}`;
      const at = new Date();
      const body = JSON.stringify({ ...message, id, data: { ...message.data, ...record } });
      return {
        record_history: { ...history, recordId: record.id, at },
        record_changes: { ...change, recordId: record.id, at },
        events: { ...event, id, resourceId: record.id, body, createdAt: at },
      };
    };
  }
}

const dated = () => {
  const now = new Date();
  return { createdAt: now, updatedAt: now };
};
