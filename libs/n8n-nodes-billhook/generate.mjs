import { writeFileSync } from 'node:fs';
import { operationsOf, readDocument, schemaName } from '../sdk/operations.mjs';

/*
 * Generates the operations of the node and the event types of the trigger from the committed OpenAPI document: `npm run sdk`. A spec fails
 * when the committed files are out of date.
 */

const HEADER = '// Generated from the OpenAPI document by libs/n8n-nodes-billhook/generate.mjs. Do not edit.\n';
const ACRONYMS = new Set(['id', 'url', 'pdf', 'vat']);

const upperFirst = (text) => text[0].toUpperCase() + text.slice(1);
const words = (name) =>
  name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim()
    .split(' ');
const titled = (name) =>
  words(name)
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : upperFirst(word)))
    .join(' ');
const singular = (name) => (name === 'series' ? 'series' : name.replace(/(?<!s|ie)s$/, '').replace(/ies$/, 'y'));
/** Descriptions of n8n are short texts without a full stop at the end. */
const sentence = (text) => text?.replace(/\s+/g, ' ').replaceAll('`', '').replace(/\.$/, '').trim();

/**
 * What no workflow needs, and what would hide clients and invoices in the menu: the management of webhooks, which the trigger does, the
 * document chain, imports, because n8n reads a file into items for a batch, and what concerns the key and its requests. The node HTTP
 * Request calls them with the same credential.
 */
const LEFT_OUT = new Set([
  ...['webhookEndpoints', 'webhookSecrets', 'webhookPreview', 'webhookDiagnosis', 'webhookDeliveries', 'webhookRuns'],
  ...[
    'chainEntries',
    'changes',
    'checkpoints',
    'eventTypes',
    'imports',
    'leakedKeys',
    'me',
    'requests',
    'snapshotParts',
    'sandboxClock',
    'snapshots',
  ],
]);

class Generator {
  constructor(document) {
    this.schemas = document.components.schemas;
    // A workflow reads a list as items, so it needs no file of it.
    this.operations = operationsOf(document).filter(
      ({ resource, name }) => !LEFT_OUT.has(resource) && name !== 'export',
    );
  }

  properties() {
    const resources = [...new Set(this.operations.map(({ resource }) => resource))];
    const options = resources.map((name) => ({ name: titled(singular(name)), value: name }));
    return [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: byName(options),
        default: 'invoices',
        routing: { use: 'REJECT_PROBLEMS' },
      },
      ...resources.map((resource) => this.#choice(resource)),
      ...resources.flatMap((resource) => this.#fieldsOf(resource)),
    ];
  }

  /** The fields of a resource. One that several operations have is one property: ids first, options last. */
  #fieldsOf(resource) {
    const operations = this.operations.filter((each) => each.resource === resource);
    const merged = new Map();
    for (const { displayOptions, ...field } of operations.flatMap((operation) => this.#fields(operation))) {
      const { operation, ...others } = displayOptions.show;
      const key = JSON.stringify([field, others]);
      const known = merged.get(key)?.displayOptions.show.operation ?? [];
      merged.set(key, { ...field, displayOptions: { show: { ...others, operation: [...known, ...operation] } } });
    }
    const place = ({ use, required, routing }) => (use === 'WRITE_OPTIONS' ? 2 : required && !routing ? 0 : 1);
    return [...merged.values()].toSorted((one, other) => place(one) - place(other));
  }

  #choice(resource) {
    const options = this.operations.filter((each) => each.resource === resource).map((each) => this.#operation(each));
    return {
      ...{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true },
      displayOptions: { show: { resource: [resource] } },
      options: byName(options),
      default: options[0].value,
    };
  }

  #operation({ resource, name, method, path, summary, isPaged, isFile, result }) {
    const headers = method === 'GET' ? undefined : { use: 'IDEMPOTENCY' };
    const file = { encoding: 'arraybuffer', json: false };
    return {
      name: operationName(name),
      value: name,
      action: sentence(`${summary}`.replace(/,.*/, '')),
      description: sentence(summary),
      routing: {
        request: { method, url: urlOf(path), ...(headers && { headers }), ...(isFile && file) },
        ...(isPaged && { send: { paginate: true }, operations: { pagination: 'pages' } }),
        ...(isFile && { use: 'FILE' }),
        ...(result === 'void' && { use: 'DELETED' }),
        ...(name === 'list' && !isPaged && { use: 'ROWS' }),
      },
      resource,
    };
  }

  #fields(operation) {
    const { resource, name, pathParameters, query, body, isPaged, method } = operation;
    const displayOptions = { show: { resource: [resource], operation: [name] } };
    const shown = (property) => ({ ...property, displayOptions });
    const { properties = {}, required = [] } = body ? this.#bodySchema(body.type) : {};
    const members = Object.entries(properties).map(([key, schema]) => [key, this.#field(key, schema, 'body')]);
    const isNeeded = (key) => body?.required && required.includes(key);
    const parameters = query.filter((each) => !isPaged || !['limit', 'cursor', 'includeTotal'].includes(each.name));
    return [
      ...pathParameters.map((each) => shown({ ...this.#field(each.name, each.schema), required: true })),
      ...members.filter(([key]) => isNeeded(key)).map(([, field]) => shown({ ...field, required: true })),
      ...(isPaged
        ? [
            shown({ use: 'RETURN_ALL' }),
            { use: 'LIMIT', displayOptions: { show: { ...displayOptions.show, returnAll: [false] } } },
          ]
        : []),
      ...this.#collection(
        'Additional Fields',
        'additionalFields',
        members.filter(([key]) => !isNeeded(key)).map(([, field]) => field),
        shown,
      ),
      ...this.#collection(
        isPaged ? 'Filters' : 'Query',
        'query',
        parameters.map((each) => this.#field(each.name, each.schema, 'query')),
        shown,
      ),
      ...(method === 'GET' ? [] : [shown({ use: 'WRITE_OPTIONS' })]),
    ];
  }

  /** A body of several shapes is one with the members of all of them. */
  #bodySchema(name) {
    const schema = this.schemas[name];
    if (schema.properties) return schema;
    const variants = schema.oneOf ?? schema.anyOf;
    const required = variants
      .map((each) => each.required)
      .reduce((all, each) => all.filter((key) => each.includes(key)));
    const properties = Object.assign({}, ...variants.map((each) => each.properties));
    for (const key of required) {
      const values = variants.flatMap((each) => each.properties[key].enum ?? []);
      if (values.length > 0) properties[key] = { ...properties[key], enum: values };
    }
    return { properties, required };
  }

  #collection(displayName, name, fields, shown) {
    if (fields.length === 0) return [];
    const options = fields.toSorted((one, other) => one.displayName.localeCompare(other.displayName));
    return [shown({ displayName, name, type: 'collection', placeholder: 'Add Field', default: {}, options })];
  }

  #field(name, given, place) {
    const schema = this.#resolve(given);
    const type = this.#typeOf(schema);
    const description = sentence(given.description ?? schema.description);
    const value = VALUES[type.type];
    return {
      ...{ displayName: titled(name), name, ...type },
      ...(description && { description: type.type === 'boolean' ? whether(description) : description }),
      ...(place && { routing: { send: { type: place, property: name, ...(value && { value }) } } }),
    };
  }

  /** Without the null of nullable members: an expression can send it. */
  #resolve(schema) {
    if (schema.$ref) return this.#resolve(this.schemas[schemaName(schema)]);
    const variants = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
    if (!schema.properties && variants.length === 1)
      return { ...this.#resolve(variants[0]), description: schema.description };
    if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find((type) => type !== 'null') };
    return schema;
  }

  #typeOf(schema) {
    // A list of 160 currencies is longer than a text to type.
    if (schema.enum?.length > LONGEST_CHOICE) return { type: 'string', default: '' };
    if (schema.enum) return { type: 'options', options: choices(schema.enum), default: schema.enum[0] };
    if (schema.type === 'string') return { type: 'string', default: '' };
    if (schema.type === 'integer' || schema.type === 'number') return { type: 'number', default: 0 };
    if (schema.type === 'boolean') return { type: 'boolean', default: false };
    const items = schema.type === 'array' ? this.#resolve(schema.items) : {};
    if (items.enum) return { type: 'multiOptions', options: choices(items.enum), default: [] };
    const example = schema.example ?? items.example;
    return {
      type: 'json',
      default: JSON.stringify(example ? (schema.example ?? [example]) : schema.type === 'array' ? [] : {}),
    };
  }
}

const LONGEST_CHOICE = 30;
const VALUES = { json: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}' };
const whether = (text) => (text.startsWith('Whether') ? text : `Whether: ${text}`);
const byName = (options) => options.toSorted((one, other) => one.name.localeCompare(other.name));
const choices = (values) => byName(values.map((value) => ({ name: String(value), value })));
const urlOf = (path) =>
  path.includes('{') ? `=${path.replace(/\{(\w+)\}/g, '{{ encodeURIComponent($parameter["$1"]) }}')}` : path;

/** n8n says "Get Many" for a list. */
function operationName(name) {
  return name === 'list' ? 'Get Many' : titled(name);
}

function eventTypes(document) {
  return Object.entries(document.webhooks).map(([type, { post }]) => ({
    ...{ name: titled(type.replace(/\.(\w)/, (_, letter) => letter.toUpperCase())), value: type },
    description: sentence(post.summary ?? post.description ?? type),
  }));
}

/** The records that are created, each with its article: `an invoice, a client or a quote`. */
function recordsOf(document) {
  const names = Object.keys(document.webhooks).flatMap((type) => /^(\w+)\.created$/.exec(type)?.[1] ?? []);
  const named = names.map((name) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name.replaceAll('_', ' ')}`);
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(named);
}

/** A property as TypeScript: constants of `fields.ts` are used by their names. */
function literal(value) {
  const text = JSON.stringify(value, (key, each) =>
    key === 'resource' && typeof each === 'string' ? undefined : each,
  );
  return text.replace(/"use":"(\w+)"/g, '...$1').replaceAll('"pagination":"pages"', '"pagination":pages');
}

export function generate() {
  const document = readDocument();
  const properties = new Generator(document).properties();
  return {
    'nodes/Billhook/properties.ts': `${HEADER}
import type { INodeProperties } from 'n8n-workflow';
import { DELETED, FILE, IDEMPOTENCY, LIMIT, REJECT_PROBLEMS, RETURN_ALL, ROWS, WRITE_OPTIONS } from './fields';
import { pages } from './pages';

export const properties: INodeProperties[] = [
${properties.map((each) => `  ${literal(each)},`).join('\n')}
];
`,
    'nodes/BillhookTrigger/eventTypes.ts': `${HEADER}
export const eventTypes = [
${byName(eventTypes(document))
  .map((each) => `  ${literal(each)},`)
  .join('\n')}
];

export const triggerDescription = 'Starts the workflow when ${recordsOf(document)} changes';
`,
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const [name, text] of Object.entries(generate())) writeFileSync(new URL(name, import.meta.url), text);
}
