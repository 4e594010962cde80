import type { ImportView } from '@billhook/contract/installation/import';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Checkbox, FileInput, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CountrySelect } from '../../shared/forms/country-select.js';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { NoPermission } from '../../shared/workspace/no-permission.js';
import { CLIENT_KINDS } from '../clients/client-search.js';
import { ClientColumns } from './client-columns.js';
import {
  decodeFile,
  delimiterOf,
  encodingOf,
  ENCODINGS,
  FILE_DELIMITERS,
  MOST_FILE_BYTES,
  sentBytes,
  previewOf,
  type FileDelimiter,
  type FileEncoding,
} from './client-file.js';
import { CLIENT_FIELDS } from './client-import-fields.js';
import { useLatestImport, useStartImport } from './client-import.queries.js';
import { guessColumns } from './guess-columns.js';
import { ImportProgress } from './import-progress.js';

interface ChosenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding: FileEncoding;
  readonly text: string;
  readonly delimiter: FileDelimiter;
  /** The member of each column; empty for none. */
  readonly columns: readonly string[];
}

type FileReading = Pick<ChosenFile, 'name' | 'bytes'> & Partial<ChosenFile>;

/** Reads a file again when its encoding or its delimiter changes: other headers have other members. */
function readingOf({ name, bytes, encoding = encodingOf(bytes), delimiter }: FileReading): ChosenFile {
  const text = decodeFile(bytes, encoding);
  const separator = delimiter ?? delimiterOf(text);
  const columns = guessColumns(previewOf(text, separator).headers, CLIENT_FIELDS);
  return { name, bytes, encoding, text, delimiter: separator, columns };
}

export function ClientImportPage() {
  const { t } = useTexts('clientImport');
  const clients = useTexts('clients');
  const mayImport = useHolds('client.write');
  return (
    <>
      <RecordHeader title={t('title')} back={<PageLink to="/clients">{clients.t('back')}</PageLink>} lead={t('lead')} />
      {mayImport ? <ClientImport /> : <NoPermission title={t('forbidden')} permission="client.write" />}
    </>
  );
}

function ClientImport() {
  const { t } = useTexts('clientImport');
  const clients = useTexts('clients');
  const { company } = useSignedIn();
  const latest = useLatestImport();
  const start = useStartImport();
  const [file, setFile] = useState<ChosenFile>();
  const [problem, setProblem] = useState<string>();
  const [kind, setKind] = useState<string>('Business');
  const [country, setCountry] = useState(company.address?.country ?? '');
  const [unique, setUnique] = useState<('email' | 'vatNumber')[]>(['email']);
  const [job, setJob] = useState<ImportView>();
  const shown = job ?? latest.data?.data.find(({ status }) => status === 'Running');
  const running = shown !== undefined && file === undefined;

  const choose = async (chosen: File | null) => {
    setJob(undefined);
    setProblem(undefined);
    setFile(undefined);
    if (!chosen) return;
    // A file in UTF-16 has two bytes for each character that is sent as one.
    if (chosen.size > 2 * MOST_FILE_BYTES) return setProblem(t('tooLarge'));
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const read = readingOf({ name: chosen.name, bytes });
    if (sentBytes(read.text) > MOST_FILE_BYTES) return setProblem(t('tooLarge'));
    const preview = previewOf(read.text, read.delimiter);
    if (preview.rows.length === 0) return setProblem(t('empty'));
    setFile(read);
  };
  const preview = file && previewOf(file.text, file.delimiter);
  const begin = async (dryRun: boolean) => {
    if (!file || !preview) return;
    const named = file.columns.flatMap((field, n) => (field === '' ? [] : [[preview.headers[n] ?? '', field]]));
    const result = await start.run({
      ...{ resource: 'clients', format: 'csv', delimiter: file.delimiter, unique, dryRun },
      content: file.text,
      columns: Object.fromEntries(named) as Record<string, string>,
      defaults: { kind, ...(country && { 'billingAddress.country': country }) },
    });
    if (result.ok) setJob(result.value);
  };
  const toggle = (member: 'email' | 'vatNumber') =>
    setUnique((before) => (before.includes(member) ? before.filter((one) => one !== member) : [...before, member]));
  const hasName = file?.columns.includes('name') ?? false;

  return (
    <Stack gap="xl" maw={960}>
      <Section title={t('file.title')}>
        <Stack gap="md">
          <FileInput
            label={t('file.label')}
            description={t('file.hint')}
            placeholder={t('file.choose')}
            accept=".csv,.txt,.tsv,text/csv"
            clearable
            clearButtonProps={{ 'aria-label': t('file.remove') }}
            error={problem}
            onChange={(chosen) => void choose(chosen)}
          />
          {file && (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <NativeSelect
                label={t('file.encoding')}
                data={ENCODINGS.map((value) => ({ value, label: t(`encodings.${value}`) }))}
                value={file.encoding}
                onChange={({ currentTarget }) =>
                  setFile(readingOf({ ...file, encoding: currentTarget.value as FileEncoding }))
                }
              />
              <NativeSelect
                label={t('file.delimiter')}
                data={FILE_DELIMITERS.map((value) => ({ value, label: t(`delimiters.${value}`) }))}
                value={file.delimiter}
                onChange={({ currentTarget }) =>
                  setFile(readingOf({ ...file, delimiter: currentTarget.value as FileDelimiter }))
                }
              />
            </SimpleGrid>
          )}
        </Stack>
      </Section>
      {file && preview && (
        <>
          <Section title={t('columns.title')}>
            <Text size="sm" mb="md">
              {t('columns.lead')}
            </Text>
            <ClientColumns
              preview={preview}
              columns={file.columns}
              onChange={(columns) => setFile({ ...file, columns })}
            />
          </Section>
          <Section title={t('rules.title')}>
            <Stack gap="md">
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <NativeSelect
                  label={t('rules.kind')}
                  data={CLIENT_KINDS.map((value) => ({ value, label: clients.t(`kinds.${value}`) }))}
                  value={kind}
                  onChange={({ currentTarget }) => setKind(currentTarget.value)}
                />
                <CountrySelect
                  label={t('rules.country')}
                  value={country}
                  onChange={(value) => setCountry(value ?? '')}
                />
              </SimpleGrid>
              <Checkbox label={t('rules.email')} checked={unique.includes('email')} onChange={() => toggle('email')} />
              <Checkbox
                label={t('rules.vatNumber')}
                checked={unique.includes('vatNumber')}
                onChange={() => toggle('vatNumber')}
              />
            </Stack>
          </Section>
          {!hasName && <Text size="sm">{t('nameMissing')}</Text>}
          {start.error && <ErrorState error={start.error} />}
          <Group>
            <Button variant="default" disabled={!hasName} loading={start.pending} onClick={() => void begin(true)}>
              {t('check')}
            </Button>
            <Button disabled={!hasName} loading={start.pending} onClick={() => void begin(false)}>
              {t('import')}
            </Button>
          </Group>
        </>
      )}
      {(job ?? running) && shown && (
        <ImportProgress
          key={shown.id}
          id={shown.id}
          file={file?.name}
          delimiter={file?.delimiter}
          headers={preview?.headers}
        />
      )}
    </Stack>
  );
}
