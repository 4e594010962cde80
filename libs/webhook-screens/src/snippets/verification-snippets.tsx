import {
  SNIPPET_LANGUAGES,
  SNIPPET_VARIABLES,
  VERIFICATION_SNIPPETS,
} from '@billhook/contract/webhooks/verification-snippets';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { filledReceiver, storedLanguage, storeLanguage, type SnippetScheme } from './filled-snippet.js';
import { SNIPPET_FILES } from './snippet-files.js';

interface VerificationSnippetsProps {
  readonly url: string;
  readonly scheme: SnippetScheme;
}

/** The function that verifies a message and a receiver for this endpoint, in the language that was chosen last. */
export function VerificationSnippets({ url, scheme }: VerificationSnippetsProps) {
  const { t } = useTexts('portal');
  const [language, setLanguage] = useState(() => storedLanguage(SNIPPET_LANGUAGES));
  const { file, receiver } = VERIFICATION_SNIPPETS[language];
  const files = SNIPPET_FILES[language];
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('snippets.language')}
        maw={220}
        value={language}
        data={SNIPPET_LANGUAGES.map((value) => ({ value, label: VERIFICATION_SNIPPETS[value].title }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const chosen = SNIPPET_LANGUAGES.find((each) => each === value);
          if (!chosen) return;
          setLanguage(chosen);
          storeLanguage(chosen);
        }}
      />
      <CodeBlock title={file} copyLabel={t('snippets.copy', { file })} code={files[scheme]} />
      <CodeBlock
        title={receiver}
        copyLabel={t('snippets.copy', { file: receiver })}
        code={filledReceiver(files.receiver, url, scheme)}
      />
      <Text size="xs" c="dimmed">
        {t(`snippets.environment.${scheme}`, { name: SNIPPET_VARIABLES[scheme] })}
      </Text>
    </Stack>
  );
}
