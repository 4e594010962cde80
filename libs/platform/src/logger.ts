import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Env } from './env.js';
import { redactSecrets } from './redact-secrets.js';
import { RepeatedErrors } from './repeated-errors.js';

/** The token for the injected log. */
export const LOGGER = Symbol('logger');

export type { Logger } from 'pino';

/*
 * Names of members that can contain secrets, at the top level or one level below (`req.headers.authorization` is two).
 * `parameters` is what TypeORM adds to a failed query: bound values, including personal data.
 */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'secret',
  'token',
  'apiKey',
  'parameters',
];
/** What PostgreSQL adds to an error: the values of a row, such as `Key (email)=(ada@example.com) already exists.` */
const ROW_VALUES = ['err.detail', 'err.where', 'err.driverError'];
const REDACTED_PATHS = SECRET_KEYS.flatMap((key) => {
  const at = key.startsWith('[') ? key : `.${key}`;
  return [key, `*${at}`, `*.*${at}`];
});

// The line itself contains the name, the level, the time, the request id and the error.
const prettify = prettyFactory({
  colorize: false,
  singleLine: true,
  ignore: 'pid,hostname,name,level,time,requestId,err',
  messageFormat: prettyLine,
});

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

const WARN = 40;

/** The lines go to a file. Those that it does not accept, as on a full disk, are dropped: a program does not end because of its log. */
export function logFile(fd: number): DestinationStream {
  // Another one for the next line: a destination keeps the lines that it could not write.
  const open = () => pino.destination({ fd, sync: true }).on('error', () => void (file = open()));
  let file = open();
  return { write: (line) => void file.write(line) };
}

/**
 * The logger of a process. A child with `{ requestId }` adds the id to every line of a request.
 * @param name of the process on each line: `api`, `worker`
 * @param settings level, and `json` for one object per line or `pretty` for a short readable line
 * @param destination of the lines; standard output unless a test replaces it
 */
export function createLogger(
  name: string,
  settings: Pick<Env, 'LOG_LEVEL' | 'LOG_FORMAT'>,
  destination: DestinationStream = logFile(1),
): Logger {
  const repeated = new RepeatedErrors();
  const options = {
    name,
    hooks: {
      logMethod(this: Logger, given: [unknown, ...unknown[]], write: LogFn, level: number): void {
        const [fields, message] = given;
        const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
        const summarise = (summary: object, text: string): void => write.call(this, summary, text);
        const repeatedError = level >= WARN ? repeated.counts(error, String(message), summarise) : undefined;
        if (repeatedError === undefined) write.apply(this, given as unknown as Parameters<LogFn>);
        // A caller reports the id of a request, which must lead to its error.
        else if ('requestId' in this.bindings()) write.call(this, { error: repeatedError }, String(message));
      },
    },
    level: settings.LOG_LEVEL,
    redact: { paths: [...REDACTED_PATHS, ...ROW_VALUES], censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const shaped = settings.LOG_FORMAT === 'json' ? (line: string) => line : prettify;
  return pino(options, { write: (line: string) => void destination.write(redactSecrets(shaped(line))) });
}

/** `12:03:44 api    info  invoice sent req_3vN5…`, with the stack of an error below. */
function prettyLine(log: Record<string, unknown>, messageKey: string): string {
  const { time, name, level, requestId, err } = log;
  const clock = new Date(textOf(time)).toTimeString().slice(0, 8);
  const words = [clock, textOf(name).padEnd(6), (LEVELS[Number(level)] ?? '').padEnd(5), textOf(log[messageKey])];
  if (requestId !== undefined) words.push(textOf(requestId));
  return words.join(' ') + stackOf(err);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return '';
  return `\n    ${textOf(error.stack).replaceAll('\n', '\n    ')}`;
}
