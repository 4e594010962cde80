import { createRequire } from 'node:module';
import { VERIFICATION_SNIPPETS, type SnippetLanguage } from '@billhook/contract/webhooks/verification-snippets';
import { VERIFICATION_MISTAKE_CODES, VERIFICATION_MISTAKES } from '@billhook/domain/webhooks/verification-mistakes';
import { table } from '../content/html.js';
import { readText } from '../content/read-text.js';

const { resolve } = createRequire(import.meta.url);

/** A file of the verification snippets. */
export const snippetFile = (name: string): string => readText(resolve(`@billhook/contract/verification/${name}`));

/** The function that verifies a message, as a code block. */
export function verificationBlock(language: SnippetLanguage, scheme: 'v1' | 'v1a'): string {
  const { fence, [scheme]: name } = VERIFICATION_SNIPPETS[language];
  return `\`\`\`${fence} title="${name}"\n${snippetFile(name).trimEnd()}\n\`\`\``;
}

/** The receiver around that function. */
export function receiverBlock(language: SnippetLanguage): string {
  const { fence, receiver } = VERIFICATION_SNIPPETS[language];
  return `\`\`\`${fence} title="${receiver}"\n${snippetFile(receiver).trimEnd()}\n\`\`\``;
}

/** Every mistake that the signature check recognises, as a Markdown table. */
export function verificationMistakes(): string {
  return table(
    ['`code`', 'What is wrong', 'What to change'],
    VERIFICATION_MISTAKE_CODES.map((code) => {
      const { problem, advice } = VERIFICATION_MISTAKES[code];
      return [`\`${code}\``, problem.en, advice.en];
    }),
  );
}
