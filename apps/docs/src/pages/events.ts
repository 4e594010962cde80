import { exampleMessage } from '@billhook/contract/examples/example-events';
import { previousValues } from '@billhook/contract/webhooks/event-changes';
import { recordSchema } from '@billhook/contract/webhooks/event-type';
import { messageText } from '@billhook/contract/webhooks/message';
import {
  EVENT_RESOURCES,
  EVENTS,
  EVENT_TYPES,
  type EventResource,
  type EventType,
} from '@billhook/domain/shared/event-types';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { jsonBlock, table } from '../content/html.js';
import { EVENTS_PAGE, type PageInfo } from '../content/navigation.js';

/** The operation that returns the same as the `data` of the events. */
const pathOf = (resource: EventResource): string => `/v1/${RESOURCES[resource].plural}/{id}`;

const folded = (summary: string, block: string) => `<details>\n<summary>${summary}</summary>\n\n${block}\n\n</details>`;

function entry(type: EventType): string {
  return [
    `### ${type}`,
    EVENTS[type].summary.en,
    folded(`Example message of <code>${type}</code>`, jsonBlock(exampleMessage(type))),
    `JSON Schema of the message: [\`${type}.json\`](/docs/schemas/${type}.json), [with changes](/docs/schemas/${type}.changes.json), [thin](/docs/schemas/${type}.thin.json)`,
  ].join('\n\n');
}

function section(resource: EventResource): string {
  const title = RESOURCES[resource].many.en;
  const types = EVENT_TYPES.filter((type) => EVENTS[type].resource === resource);
  return [
    `## ${title}`,
    `The \`data\` of these messages is the ${resource} as \`GET ${pathOf(resource)}\` returned it at that moment.`,
    folded(
      `JSON Schema of <code>data</code> for all events of ${title.toLowerCase()}`,
      jsonBlock(recordSchema(resource)),
    ),
    ...types.map(entry),
  ].join('\n\n');
}

/** The address of the page of a type, under the root of the site. */
const eventPath = (type: EventType): string => `events/${type}/`;

/** The page of an event type. */
export const eventPage = (type: EventType): PageInfo => ({
  path: eventPath(type),
  title: type,
  description: EVENTS[type].summary.en,
  markdown: `events/${type}.md`,
  parent: EVENTS_PAGE,
});

/** The page of an event type as Markdown, with HTML for the way back. */
export const eventArticle = (type: EventType): string =>
  `<p class="crumbs"><a href="/docs/events/">Events</a></p>\n\n${eventMarkdown(type)}`;

/** An event type with its example, as Markdown. */
export function eventMarkdown(type: EventType): string {
  const { resource, summary } = EVENTS[type];
  return [
    `# ${type}`,
    summary.en,
    `The \`data\` of the message is the ${resource} as \`GET ${pathOf(resource)}\` returned it at that moment.`,
    '## Example message',
    jsonBlock(exampleMessage(type)),
    '## JSON Schema',
    table(
      ['Schema of', 'File'],
      [
        ['the message', schemaLink(type)],
        ['the message with `payload` `Changes`', schemaLink(`${type}.changes`)],
        ['the message with `payload` `Thin`', schemaLink(`${type}.thin`)],
        ['its `data`', schemaLink(resource)],
      ],
    ),
  ].join('\n\n');
}

const schemaLink = (name: string): string => `[\`${name}.json\`](/docs/schemas/${name}.json)`;

/** One change in the forms `Changes` and `Thin`. */
export function eventForms(): string {
  const [before, message] = [exampleMessage('client.created').data, exampleMessage('client.updated')];
  const changes = previousValues('client.updated', before, message.data, message.data);
  const stored = { type: message.type, resourceId: message.data.id, body: JSON.stringify(message), resourceVersion: 2 };
  const text = (payload: 'Changes' | 'Thin') =>
    messageText({ ...stored, changes }, payload, 'https://billhook.example');
  const { data: _, ...changed } = JSON.parse(text('Changes')) as Record<string, unknown>;
  return [
    'With `Changes` (`data` is omitted here):',
    jsonBlock(changed),
    'With `Thin`:',
    jsonBlock(JSON.parse(text('Thin'))),
  ].join('\n\n');
}

/**
 * The event catalogue of the site: all types, each with a link to its page. With all examples, the page would be 1.3
 * MB.
 */
export function eventIndex(): string {
  const sections = EVENT_RESOURCES.map((resource) => {
    const types = EVENT_TYPES.filter((type) => EVENTS[type].resource === resource);
    return [
      `## ${RESOURCES[resource].many.en}`,
      `The \`data\` of these messages is the ${resource} as \`GET ${pathOf(resource)}\` returned it at that moment: ${schemaLink(resource)}.`,
      ...types.flatMap((type) => [
        `### ${type}`,
        EVENTS[type].summary.en,
        `[Example message and JSON Schema](/docs/${eventPath(type)})`,
      ]),
    ].join('\n\n');
  });
  return [eventOverview(), ...sections].join('\n\n');
}

/** The event catalogue as one text for programs: an overview, then a section per resource with an entry per event type. */
export function eventCatalogue(): string {
  return [eventOverview(), ...EVENT_RESOURCES.map(section)].join('\n\n');
}

function eventOverview(): string {
  return table(
    ['Event type', 'Emitted when', 'Same format as'],
    EVENT_TYPES.map((type) => [
      `[\`${type}\`](#${type})`,
      EVENTS[type].summary.en,
      `\`GET ${pathOf(EVENTS[type].resource)}\``,
    ]),
  );
}
