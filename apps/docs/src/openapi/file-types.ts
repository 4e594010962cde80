/** What a page calls a file of a media type, and how the name of the file ends. */
const FILE_TYPES: Readonly<Record<string, readonly [words: string, extension: string]>> = {
  'application/gzip': ['A gzip file', 'gz'],
  'application/pdf': ['A PDF file', 'pdf'],
  'application/x-ndjson': ['A file with one JSON object per line', 'ndjson'],
  'application/xml': ['An XML file', 'xml'],
  'application/zip': ['A ZIP archive', 'zip'],
  'text/csv': ['A CSV file', 'csv'],
};

export interface ResponseFile {
  readonly words: string;
  /** The name under which snippets save it. */
  readonly name: string;
}

/**
 * The file that an operation returns, named after the end of its path: `/v1/imports/{id}/results` is `results.ndjson`, and the export of a
 * list, `/v1/clients/export`, is `clients.csv`.
 * @throws for a media type without words
 */
export function responseFile(media: string, path: string): ResponseFile {
  const type = FILE_TYPES[media];
  if (!type) throw new Error(`${path} returns ${media}, which has no words in file-types.ts.`);
  const [words, extension] = type;
  const [last = '', list] = path
    .replaceAll(/\/\{\w+\}/g, '')
    .split('/')
    .slice(2)
    .toReversed();
  const name = last === 'export' && list ? list : last;
  return { words: `${words} (\`${media}\`).`, name: `${name === extension ? 'document' : name}.${extension}` };
}
