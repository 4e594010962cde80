import { recordSchema } from '@billhook/contract/event-type';
import { exampleMessage } from '@billhook/contract/example-events';
import { EVENTS, EVENT_TYPES, type EventResource, type EventType } from '@billhook/domain/events';
import { jsonBlock, table } from '../html.js';

const RESOURCES: Readonly<Record<EventResource, { readonly title: string; readonly path: string }>> = {
  invoice: { title: 'Invoices', path: '/v1/invoices/{id}' },
  client: { title: 'Clients', path: '/v1/clients/{id}' },
  quote: { title: 'Quotes', path: '/v1/quotes/{id}' },
  payment: { title: 'Payments', path: '/v1/payments/{id}' },
};

const folded = (summary: string, block: string) => `<details>\n<summary>${summary}</summary>\n\n${block}\n\n</details>`;

function entry(type: EventType): string {
  return [
    `### ${type}`,
    EVENTS[type].summary,
    folded(`Example message of <code>${type}</code>`, jsonBlock(exampleMessage(type))),
    `JSON Schema of the whole message: [\`${type}.json\`](/docs/schemas/${type}.json)`,
  ].join('\n\n');
}

function section(resource: EventResource): string {
  const { title, path } = RESOURCES[resource];
  const types = EVENT_TYPES.filter((type) => EVENTS[type].resource === resource);
  return [
    `## ${title}`,
    `The \`data\` of these messages is the ${resource} as \`GET ${path}\` answered at that moment.`,
    folded(
      `JSON Schema of <code>data</code> for all events of ${title.toLowerCase()}`,
      jsonBlock(recordSchema(resource)),
    ),
    ...types.map(entry),
  ].join('\n\n');
}

/** The event catalogue: an overview, then a section a resource with an entry an event type. */
export function eventCatalogue(): string {
  const overview = table(
    ['Event type', 'Sent when', 'Same shape as'],
    EVENT_TYPES.map((type) => [
      `[\`${type}\`](#${type})`,
      EVENTS[type].summary,
      `\`GET ${RESOURCES[EVENTS[type].resource].path}\``,
    ]),
  );
  return [overview, ...(Object.keys(RESOURCES) as EventResource[]).map(section)].join('\n\n');
}
