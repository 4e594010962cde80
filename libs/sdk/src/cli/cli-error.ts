import { BillhookError, ConnectionError, ProblemError, UnexpectedResponseError } from '../errors.js';

export type ExitName =
  | 'ok'
  | 'failed'
  | 'usage'
  | 'credential'
  | 'permission'
  | 'connection'
  | 'notBillhook'
  | 'rateLimit'
  | 'check'
  | 'interrupted';

/** What each exit code of `billhook` means. The guide *Command line* lists the same table. */
export const EXIT_CODES: Readonly<Record<ExitName, { readonly code: number; readonly meaning: string }>> = {
  ok: { code: 0, meaning: 'the command succeeded; `listen` and `mcp` were stopped' },
  failed: { code: 1, meaning: 'the API rejected the request, or the command failed for another reason' },
  usage: { code: 2, meaning: 'a command, an option or a value is wrong' },
  credential: { code: 3, meaning: 'there is no credential, or the API rejects it (401)' },
  permission: { code: 4, meaning: 'the credential lacks a permission (403)' },
  connection: { code: 5, meaning: 'no response: the installation cannot be reached' },
  notBillhook: { code: 6, meaning: 'the response is not from Billhook, such as the page of a proxy' },
  rateLimit: { code: 7, meaning: 'a rate limit is reached (429)' },
  check: {
    code: 8,
    meaning:
      '`doctor` found a problem, `certify` a failed case, `sync --verify` a difference, or a receiver did not accept a message',
  },
  interrupted: { code: 130, meaning: 'the command was interrupted' },
};

/** An error that the command line has found itself. */
export class CliError extends Error {
  override readonly name = 'CliError';

  /**
   * @param message what is wrong, as a sentence
   * @param advice what to do next, as a sentence
   */
  constructor(
    readonly exit: ExitName,
    message: string,
    readonly advice?: string,
  ) {
    super(message);
  }
}

/** An error as it is printed. */
export interface DescribedError {
  readonly exit: ExitName;
  readonly code: string;
  readonly message: string;
  readonly advice?: string | undefined;
  /** The next three are of a problem of the API. */
  readonly status?: number;
  readonly requestId?: string;
  readonly errors?: ProblemError['errors'];
}

/** The message as it is printed, with the code and the request id of a problem. */
export const sentenceOf = ({ message, code, requestId }: DescribedError): string =>
  requestId === undefined ? message : `${message} (${code}, ${requestId})`;

/** The message of an error for a person: a sentence and the next step, never a stack trace or a secret. */
export function describeError(error: unknown): DescribedError {
  const found = describe(error);
  const errors = found.errors?.map((each) => ({ ...each, message: withoutSecrets(each.message) }));
  return {
    ...{ ...found, message: withoutSecrets(found.message) },
    ...(found.advice && { advice: found.advice }),
    ...(errors && { errors }),
  };
}

function describe(error: unknown): DescribedError {
  if (error instanceof CliError) {
    return { exit: error.exit, code: error.exit, message: error.message, advice: error.advice };
  }
  if (error instanceof ProblemError) return describeProblem(error);
  if (error instanceof UnexpectedResponseError) {
    return {
      ...{ exit: 'notBillhook', code: 'not_billhook', message: error.message.replace('baseUrl', 'the URL') },
      advice: 'Run billhook doctor to find the cause.',
    };
  }
  if (error instanceof ConnectionError) {
    return { exit: 'connection', code: 'no_response', message: error.message, advice: connectionAdvice(error) };
  }
  if (error instanceof BillhookError) return { exit: 'usage', code: 'usage', message: error.message };
  if (error instanceof Error && error.name === 'AbortError') {
    return { exit: 'interrupted', code: 'interrupted', message: 'The command was interrupted.' };
  }
  return { exit: 'failed', code: 'failed', message: error instanceof Error ? error.message : String(error) };
}

function describeProblem(error: ProblemError): DescribedError {
  const { status, code, detail, errors, requestId, type } = error;
  const fields = new Set(errors.map((each) => `${each.pointer ?? each.parameter ?? 'body'} ${each.message}`));
  // The detail repeats the first error.
  const repeats = errors.some(({ message }) => detail.includes(message.replace(/\.$/, '')));
  const listed = [...fields].join('; ').replace(/[^.?]$/, '$&.');
  const sentences = [...(repeats ? [] : [detail]), ...(listed === '' ? [] : [listed])];
  return {
    ...{ exit: exitOf(status), code, message: sentences.join(' '), advice: problemAdvice(status, type) },
    ...{ status, requestId, ...(errors.length > 0 && { errors }) },
  };
}

const exitOf = (status: number): ExitName =>
  status === 401 ? 'credential' : status === 403 ? 'permission' : status === 429 ? 'rateLimit' : 'failed';

function problemAdvice(status: number, type: string): string | undefined {
  if (status === 401) return `Sign in again with billhook login, or correct BILLHOOK_API_KEY. See ${type}`;
  return type.startsWith('http') ? `See ${type}` : undefined;
}

/** The texts by Node error code. */
const CONNECTION_ADVICE: readonly (readonly [codes: RegExp, advice: string])[] = [
  [/ECONNREFUSED/, 'Check that Billhook is running at this address.'],
  [/ENOTFOUND|EAI_AGAIN/, 'Check the host name.'],
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    'The certificate is not from a known authority: set NODE_EXTRA_CA_CERTS to the file of your authority.',
  ],
  [/CERT_HAS_EXPIRED/, 'The certificate of the installation has expired: its operator has to renew it.'],
  [/ALTNAME_INVALID/, 'The certificate is for another host name: check the URL.'],
  [/WRONG_VERSION_NUMBER|EPROTO/, 'The server does not speak TLS at this port: try http:// in place of https://.'],
  [
    /unexpected redirect/,
    'The address redirects: use the address that it redirects to, often https:// in place of http://.',
  ],
];

/** The advice for a connection that failed. */
export function connectionAdvice(error: unknown): string {
  const text = causesOf(error).join(' ');
  return (
    CONNECTION_ADVICE.find(([codes]) => codes.test(text))?.[1] ??
    'Check the URL and your network, or run billhook doctor.'
  );
}

/** The codes and messages of an error and its causes. */
function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code: unknown = Reflect.get(error, 'code');
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return [typeof code === 'string' ? code : '', error.message, ...causesOf(inner), ...causesOf(error.cause)];
}

/** The formats of keys, tokens and signing secrets: what they begin with identifies them. */
const SECRET = /\b(bhk_|bht_|bho_|bhr_|bhs_|whsec_|whsk_)([0-9A-Za-z+/]{8})[0-9A-Za-z+/=]+/g;

/** The text, with each secret shortened to its beginning. */
export const withoutSecrets = (text: string): string =>
  text.replace(SECRET, (_, prefix: string, start: string) =>
    prefix.startsWith('bh') ? `${prefix}${start}…` : `${prefix}…`,
  );
