import { z } from 'zod';
import { envSchema } from './env.js';

const HEADER = `# Every setting of Billhook, each with its default. Written by \`npm run env-example\`; do not edit it by hand.
# Copy this file to .env and uncomment what differs. All processes check all settings when they start.
`;

const LINE_WIDTH = 118;

/** The text of `.env.example`: the settings in the order of the schema, under their headings, all commented out. */
export function renderEnvExample(): string {
  const parts: string[] = [HEADER];
  let lastGroup = '';
  for (const [key, field] of Object.entries(envSchema.shape)) {
    const { group, description, example } = docOf(key, field);
    if (group !== lastGroup) parts.push(`\n# ---- ${group} ----\n`);
    lastGroup = group;
    const required = field.safeParse(undefined).success ? '' : 'Required. ';
    const sample = example === undefined ? '' : `\n# Example: ${example}`;
    parts.push(`\n${comment(required + description)}${sample}\n# ${key}=${defaultOf(field)}\n`);
  }
  return parts.join('');
}

const settingDoc = z.object({ group: z.string(), description: z.string(), example: z.string().optional() });

function docOf(key: string, field: z.ZodType): z.output<typeof settingDoc> {
  const doc = settingDoc.safeParse(field.meta());
  if (!doc.success) throw new Error(`${key} has no group and sentence in the env schema`);
  return doc.data;
}

function defaultOf(field: z.ZodType): string {
  return field instanceof z.ZodPrefault ? String(field.def.defaultValue) : '';
}

function comment(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length + 1 > LINE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join('\n');
}
