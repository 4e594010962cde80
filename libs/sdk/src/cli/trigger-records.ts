import type { Billhook } from '../billhook.js';
import { CliError } from './cli-error.js';

type Body = Record<string, unknown>;
type Resource = 'client' | 'invoice' | 'quote' | 'payment';
type Made = { readonly id: number; readonly [member: string]: unknown };

/** A record that was created. */
export interface TriggeredRecord {
  readonly resource: Resource;
  readonly id: number;
}

const PATHS: Readonly<Record<Resource, string>> = {
  client: '/v1/clients',
  invoice: '/v1/invoices',
  quote: '/v1/quotes',
  payment: '/v1/payments',
};

const CLIENT: Body = {
  kind: 'Business',
  name: 'Atelier Lumen',
  email: 'accounts@lumen.example',
  billingAddress: { line1: '4 quai de la Pêcherie', postalCode: '69001', city: 'Lyon', country: 'FR' },
};
const LINES: readonly Body[] = [
  { name: 'Workshop', quantity: '2', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' },
];

const WITH_PAYMENT: readonly Resource[] = ['client', 'invoice', 'payment'];
/** The records that are created, by the first word of the event type. */
const CHAINS: Readonly<Record<string, readonly Resource[]>> = {
  client: ['client'],
  quote: ['client', 'quote'],
  invoice: ['client', 'invoice'],
  payment: WITH_PAYMENT,
};

const chainOf = (type: string): readonly Resource[] =>
  ['invoice.partial', 'invoice.paid'].includes(type) ? WITH_PAYMENT : (CHAINS[type.split('.')[0] ?? ''] ?? []);

const CAUSES: Readonly<Record<string, string>> = {
  'invoice.overdue': 'Run billhook trigger invoice.sent, and then billhook sandbox advance +31d.',
};

/** Creates the records of an event through the API, so every event of the chain is real. */
export class RecordChain {
  /** In the order of their creation. */
  readonly made: TriggeredRecord[] = [];
  /** @param sets overrides, such as `invoice.currency=USD` */
  constructor(
    private readonly billhook: Billhook,
    private readonly sets: readonly string[],
  ) {}

  /**
   * If a request is rejected, it deletes what can be deleted. `made` contains the rest, such as a sent invoice with its client.
   * @throws CliError for a type that no request causes
   */
  async run(type: string): Promise<void> {
    const step = this.#steps[type];
    if (!step) throw new CliError('usage', `No request causes ${type}: Billhook emits it by itself.`, CAUSES[type]);
    checkSets(this.sets, type);
    try {
      await step();
    } catch (error) {
      await this.#undo();
      throw error;
    }
  }

  readonly #steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'client.created': () => this.#client(),
    'client.updated': async () => this.#edit('client', await this.#client(), { name: 'Atelier Lumen & fils' }),
    'client.deleted': async () => this.#delete('client', await this.#client()),
    'quote.created': () => this.#quote(),
    'quote.updated': async () => this.#edit('quote', await this.#quote(), { title: 'Workshops' }),
    'quote.deleted': async () => this.#delete('quote', await this.#quote()),
    'invoice.created': () => this.#invoice(),
    'invoice.updated': async () => this.#edit('invoice', await this.#invoice(), { notes: ['Thank you'] }),
    'invoice.deleted': async () => this.#delete('invoice', await this.#invoice()),
    'invoice.sent': () => this.#sent(),
    'invoice.partial': async () => this.#pay(await this.#sent(), '100.00'),
    'invoice.paid': async () => this.#pay(await this.#sent()),
    'invoice.rejected': async () =>
      this.billhook.request('POST', `${PATHS.invoice}/${(await this.#sent()).id}/reject`, {
        body: { code: 'WrongAmount' },
      }),
    'payment.created': async () => this.#pay(await this.#sent()),
    'payment.deleted': async () => this.#delete('payment', await this.#pay(await this.#sent())),
  };

  async #undo(): Promise<void> {
    for (const record of this.made.toReversed()) {
      const isDeleted = await this.#delete(record.resource, record).then(
        () => true,
        () => false,
      );
      // The records before it are those that it refers to.
      if (!isDeleted) return;
      this.made.pop();
    }
  }

  #client(): Promise<Made> {
    return this.#create('client', CLIENT);
  }

  async #quote(): Promise<Made> {
    return this.#create('quote', { clientId: (await this.#client()).id, currency: 'EUR', lines: LINES });
  }

  async #invoice(): Promise<Made> {
    return this.#create('invoice', { clientId: (await this.#client()).id, currency: 'EUR', lines: LINES });
  }

  async #sent(): Promise<Made> {
    const { id } = await this.#invoice();
    return this.billhook.request<Made>('POST', `${PATHS.invoice}/${id}/send`, { body: { channel: 'Link' } });
  }

  #pay({ id, clientId, currency, balance, issueDate }: Made, amount = balance): Promise<Made> {
    const allocations = [{ invoiceId: id, amount }];
    // The day of the sandbox, which can be ahead of that of this machine.
    return this.#create('payment', { clientId, currency, amount, date: issueDate, allocations });
  }

  #edit(resource: Resource, { id }: Made, body: Body): Promise<Made> {
    return this.billhook.request<Made>('PATCH', `${PATHS[resource]}/${id}`, { body });
  }

  #delete(resource: Resource, { id }: { readonly id: number }): Promise<unknown> {
    const query = resource === 'payment' ? { reason: 'Triggered' } : {};
    return this.billhook.request('DELETE', `${PATHS[resource]}/${id}`, { query });
  }

  async #create(resource: Resource, defaults: Body): Promise<Made> {
    const body = structuredClone(defaults);
    for (const set of this.sets) {
      const [, path = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(set) ?? [];
      const [name, ...members] = path.split('.');
      if (name === resource) assign(body, members, valueOf(value));
    }
    const record = await this.billhook.request<Made>('POST', PATHS[resource], { body });
    this.made.push({ resource, id: record.id });
    return record;
  }
}

/** @throws CliError for an override without a record, a member or a value, or of a record that is not created */
function checkSets(sets: readonly string[], type: string): void {
  const wrong = sets.find((set) => !/^(client|invoice|quote|payment)(\.[A-Za-z0-9]+)+=/.test(set));
  if (wrong !== undefined) {
    const advice = 'Name the record and its member, such as --set invoice.currency=USD or --set client.name=Acme.';
    throw new CliError('usage', `--set ${wrong} is not an override.`, advice);
  }
  const chain = chainOf(type);
  const unused = sets.find((set) => !chain.some((resource) => set.startsWith(`${resource}.`)));
  if (unused === undefined) return;
  const message = `--set ${unused} has no effect: ${type} creates no ${unused.split('.')[0]}.`;
  throw new CliError('usage', message, `What it creates: ${chain.join(', ')}.`);
}

/** Sets a member of an object or a list, by its path. */
function assign(target: Body, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = target[name];
  const next: Body = typeof inner === 'object' && inner !== null ? (inner as Body) : {};
  target[name] = next;
  assign(next, rest, value);
}

/** An object, a list, true, false and null are JSON; amounts and everything else are texts, as the API has them. */
function valueOf(text: string): unknown {
  if (!/^([[{]|true$|false$|null$)/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CliError('usage', `The value ${text} of --set is not valid JSON.`);
  }
}
