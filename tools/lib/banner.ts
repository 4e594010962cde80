import type { Demo } from './demo-accounts.ts';
import { styled } from './say.mjs';

/** What a start has to show. */
interface Started {
  readonly baseUrl: string;
  readonly demo: Partial<Demo> & Pick<Demo, 'members'>;
  readonly allowsLocalReceivers: boolean;
  /** The address of the database, without its password. */
  readonly database: string;
  /** For a database without a company. */
  readonly setUpLink?: string | undefined;
}

/** What a person should know about the demo accounts, by their state. */
const NOTES: Readonly<Record<string, readonly string[]>> = {
  incomplete: [
    '',
    'The demo data is incomplete, because the start that wrote it was interrupted. For all of it, start on an empty database.',
  ],
  none: [
    '',
    'This database has companies, and no demo accounts of this folder. To sign in as a member:',
    '  npm run admin -- password-link --email <email of the member>',
  ],
};

/** The summary for a person once everything runs. */
export function banner({ baseUrl, demo, allowsLocalReceivers, database, setUpLink }: Started): string {
  const { state, members, receiverUrl } = demo;
  const lines = [
    '',
    styled('bold', `Billhook is running at ${baseUrl}`),
    '',
    `  Workspace  ${baseUrl}/settings   invoices, quotes, clients, payments; API keys and webhooks`,
    `  Docs       ${baseUrl}/docs       try every call in the browser`,
    `  API        ${baseUrl}/v1         with Authorization: Bearer <key>`,
    '  Portal     open it from Settings > API & Connections > Webhooks, with a single-use link',
    `  Database   ${database}`,
  ];
  // Without a configured address it is the database of this folder, whose password is generated.
  if (!process.env.DATABASE_URL) lines.push('             the password is in .data/postgres/password');
  if (members.length > 0) lines.push('', 'Sign in as', ...table(members), '  (also in .data/demo.json)');
  lines.push(...(setUpLink ? setUpNote(setUpLink) : (NOTES[state ?? 'none'] ?? [])));
  if (allowsLocalReceivers) {
    lines.push(
      '',
      'Webhook receivers on this machine are allowed, with plain http as well (WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOWED_CIDRS).',
    );
    if (receiverUrl)
      lines.push(`A demo receiver listens on ${receiverUrl} and accepts every message while Billhook is running.`);
  }
  lines.push('', 'Ctrl-C stops everything.', '');
  return `${lines.join('\n')}\n`;
}

const setUpNote = (link: string): string[] => [
  '',
  styled('bold', 'Set up Billhook'),
  'This database has no company. Open this link within 24 hours to create the first one and your account:',
  `  ${link}`,
  'To print another link:',
  '  npm run admin -- set-up-link',
];

function table(members: Demo['members']): string[] {
  const columns = ['email', 'password', 'role', 'company'] as const;
  const widths = columns.map((column) => Math.max(...members.map((member) => member[column].length)));
  return members.map((member) =>
    `  ${columns.map((column, n) => member[column].padEnd(widths[n] ?? 0)).join('  ')}`.trimEnd(),
  );
}
