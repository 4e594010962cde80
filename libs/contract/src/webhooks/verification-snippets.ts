/**
 * The programs that verify messages, as files of `libs/contract/verification`: the guide and the portal show them, and the specs run them.
 */
export const VERIFICATION_SNIPPETS = {
  typescript: {
    title: 'TypeScript',
    fence: 'ts',
    file: 'verify.ts',
    v1: 'verify.ts',
    v1a: 'verify-v1a.ts',
    receiver: 'receiver.ts',
  },
  python: {
    title: 'Python',
    fence: 'python',
    file: 'verify.py',
    v1: 'verify.py',
    v1a: 'verify_v1a.py',
    receiver: 'receiver.py',
  },
  php: {
    title: 'PHP',
    fence: 'php',
    file: 'verify.php',
    v1: 'verify.php',
    v1a: 'verify_v1a.php',
    receiver: 'receiver.php',
  },
  go: { title: 'Go', fence: 'go', file: 'verify.go', v1: 'verify.go', v1a: 'verify_v1a.go', receiver: 'receiver.go' },
  ruby: {
    title: 'Ruby',
    fence: 'ruby',
    file: 'verify.rb',
    v1: 'verify.rb',
    v1a: 'verify_v1a.rb',
    receiver: 'receiver.rb',
  },
  java: {
    title: 'Java',
    fence: 'java',
    file: 'Verify.java',
    v1: 'Verify.java',
    v1a: 'VerifyV1a.java',
    receiver: 'Receiver.java',
  },
} as const;

export type SnippetLanguage = keyof typeof VERIFICATION_SNIPPETS;

export const SNIPPET_LANGUAGES = Object.keys(VERIFICATION_SNIPPETS) as readonly SnippetLanguage[];

/** What a snippet contains in place of the settings of an endpoint. */
export const SNIPPET_PATH = '/webhooks/billhook';
export const SNIPPET_VARIABLES = { v1: 'BILLHOOK_WEBHOOK_SECRET', v1a: 'BILLHOOK_WEBHOOK_PUBLIC_KEY' } as const;
