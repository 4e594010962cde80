import type { OpenAPIObject } from '@nestjs/swagger';
import { toolsOf } from './tool-list.rules.js';
import { TOOL_DECISIONS } from './tool-table.rules.js';

/** The rows of groups that do not have a row with their name. */
const AREAS: Readonly<Record<string, string>> = {
  'Number series': 'Settings',
  'Tax rates': 'Settings',
  Me: 'Settings',
  Mails: 'Emails',
  Events: 'Events and webhooks',
  Webhooks: 'Events and webhooks',
};

const HEAD = '| Area | Tools that read | Tools that write |\n| --- | --- | --- |\n';
const ORDER = Object.keys(TOOL_DECISIONS);

/** The tools that are no operations. */
const LAST_ROW = '| Help | ';

/**
 * The guide for assistants with the tools of the document in its table.
 * @throws Error if the guide has no such table
 */
export function withTools(guide: string, document: OpenAPIObject): string {
  const start = guide.indexOf(HEAD) + HEAD.length;
  const end = guide.indexOf(LAST_ROW, start);
  if (start < HEAD.length || end < 0) throw new Error('the guide has no table of tools');
  const tools = [...toolsOf(document).values()].map(({ listed, operation, places }) => {
    const [tag = ''] = operation.operation.tags ?? [];
    const rank = ORDER.indexOf(operation.operation.operationId ?? '');
    return { name: listed.name, area: AREAS[tag] ?? tag, writes: places.writes, rank };
  });
  tools.sort((a, b) => a.rank - b.rank);
  const areas = new Set((document.tags ?? []).map(({ name }) => AREAS[name] ?? name));
  const rows = [...areas].flatMap((area) => {
    const own = tools.filter((tool) => tool.area === area);
    const cell = (writes: boolean) => own.filter((tool) => tool.writes === writes).map(({ name }) => `\`${name}\``);
    return own.length === 0 ? [] : [`| ${[area, cell(false).join(' '), cell(true).join(' ')].join(' | ')} |\n`];
  });
  return `${guide.slice(0, start)}${rows.join('').replaceAll('|  |', '| |')}${guide.slice(end)}`;
}
