import { z } from 'zod';
import { COMPANY_SETTINGS } from './company-settings.js';
import { DATABASE_SETTINGS } from './database-settings.js';
import {
  contact,
  cidrList,
  flag,
  mailbox,
  numberList,
  oneOf,
  originList,
  proxyTrust,
  redisUrl,
  rootUrl,
  secretList,
  serverList,
  serverUrl,
  urlOf,
  wholeNumber,
} from './env-fields.js';
import { MONITORING_SETTINGS } from './monitoring-settings.js';
import { setting } from './setting-doc.js';

/** The settings of all processes. `prefault` is the default as written in the environment. */
export const envSchema = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production'])
    .prefault('development')
    .meta(setting('Process', 'The purpose of this installation: development, test or production.')),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .prefault('info')
    .meta(setting('Process', 'The minimum level of log messages: trace, debug, info, warn, error, fatal or silent.')),
  LOG_FORMAT: oneOf(['json', 'pretty'])
    .prefault('json')
    .meta(setting('Process', 'json for machines, pretty for people; `npm start` uses pretty.')),

  HOST: z
    .string()
    .prefault('127.0.0.1')
    .meta(setting('HTTP', 'The address on which the API listens; 0.0.0.0 accepts connections from other machines.')),
  PORT: wholeNumber(1, 65535).prefault('3000').meta(setting('HTTP', 'The port on which the API listens.')),
  API_PROCESSES: wholeNumber(1, 64)
    .prefault('1')
    .meta(
      setting(
        'HTTP',
        'Number of processes in which the API serves requests behind its port. Each uses one core and its own database connections.',
      ),
    ),
  PUBLIC_URL: rootUrl()
    .optional()
    .meta(
      setting(
        'HTTP',
        'The address at which browsers and integrations reach this installation, without a path. Default: http://localhost:PORT.',
      ),
    ),
  UPGRADE_URL: urlOf('http', 'https')
    .optional()
    .meta(
      setting(
        'HTTP',
        'The page where the owner of a company on the Free plan can upgrade. Without it, the screens say that the operator changes the plan.',
        'https://example.com/upgrade',
      ),
    ),
  TRUST_PROXY: proxyTrust()
    .prefault('false')
    .meta(setting('HTTP', 'Whose X-Forwarded-For is trusted: true, false, a number of proxies, or their networks.')),

  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 120)
    .prefault('0')
    .meta(
      setting(
        'HTTP',
        'Seconds for which the API still serves requests after SIGTERM, while /health/serving responds with 503. Needed only where a load balancer checks health: longer than it takes to notice.',
      ),
    ),

  MCP_ALLOWED_ORIGINS: originList()
    .prefault('')
    .meta(
      setting(
        'HTTP',
        'Other origins whose scripts may call /mcp with a key, such as https://assistant.example.com. Applications that sign in need none.',
      ),
    ),

  SECURITY_CONTACT: contact()
    .optional()
    .meta(
      setting(
        'HTTP',
        'Where to report a vulnerability: an email address or an https page. Without it, /.well-known/security.txt returns 404.',
        'security@example.com',
      ),
    ),

  ...MONITORING_SETTINGS,

  ...DATABASE_SETTINGS,
  REDIS_URL: redisUrl()
    .optional()
    .meta(
      setting(
        'Data',
        'A Redis for the queue and the rate limits. Without it, both use PostgreSQL.',
        'redis://localhost:6379',
      ),
    ),

  APP_SECRETS: secretList(32).meta(
    setting(
      'Secrets',
      'Secrets of at least 32 characters, separated by commas. The first one is used for new data, all of them for existing data. To change the secret, follow "Secrets" in docs/operations.md: adding a new one in front immediately makes programs reject each other\'s data. To generate one: openssl rand -base64 48',
    ),
  ),

  APP_SECRETS_CHECK: flag()
    .prefault('true')
    .meta(
      setting(
        'Secrets',
        'Whether programs refuse to start if no secret of APP_SECRETS fits the data of the database. false only if the secrets are lost, until new data is stored.',
      ),
    ),

  SMTP_URL: serverUrl('smtp', 'smtps')
    .optional()
    .meta(
      setting(
        'Email',
        'The mail server, with user and password if it requires them. smtps uses TLS from the start. Without a mail server, emails are stored and not sent.',
        'smtp://user:password@mail.example.com:587',
      ),
    ),
  MAIL_FROM: mailbox()
    .optional()
    .meta(
      setting(
        'Email',
        'The sender of emails; required with SMTP_URL. Clients see "<company> via <this name>", and their replies go to the company.',
        'Billhook <billing@example.com>',
      ),
    ),

  PDF_THREADS: wholeNumber(1, 64)
    .prefault('1')
    .meta(setting('PDFs', 'Threads that render PDFs in each process. Each uses up to 150 MB while it is active.')),
  PDF_QUEUE: wholeNumber(4, 10_000)
    .prefault('32')
    .meta(
      setting(
        'PDFs',
        'PDFs that may wait for a thread in each process. One company may use a quarter. Further requests receive 503 or 429.',
      ),
    ),
  PDF_TIME_LIMIT_MS: wholeNumber(10, 600_000)
    .prefault('30000')
    .meta(setting('PDFs', 'Maximum milliseconds for rendering one PDF, and for a request to wait for a thread.')),
  PDF_MEMORY_LIMIT_MB: wholeNumber(32, 16_384)
    .prefault('256')
    .meta(
      setting(
        'PDFs',
        'Maximum heap of one thread in megabytes. The largest document that a request can describe needs about 100.',
      ),
    ),

  PDF_RENDER_AHEAD: flag()
    .prefault('false')
    .meta(
      setting(
        'PDFs',
        'Whether the worker renders the PDF of each issued document before anyone requests it. If false, it is rendered when it is first needed: by a download, an email, an export or the page of a link.',
      ),
    ),

  SESSION_IDLE_MINUTES: wholeNumber(1, 10_080)
    .prefault('120')
    .meta(setting('Sessions', 'Minutes without use after which a browser session ends. An open page is no use.')),
  SESSION_MAX_HOURS: wholeNumber(1, 8_760)
    .prefault('168')
    .meta(setting('Sessions', 'Hours after which a browser session ends, even if it is in use.')),

  OAUTH_DYNAMIC_REGISTRATION: flag()
    .prefault('false')
    .meta(
      setting(
        'Applications',
        'Whether applications may register themselves without a member (RFC 7591). Applications with a metadata document need no registration.',
      ),
    ),

  RATE_LIMIT_KEY: wholeNumber(0, 1_000_000)
    .prefault('600')
    .meta(
      setting(
        'Rate limits',
        'Requests per minute to /v1 and /mcp with one key, or with the access tokens of one authorised application; 0 means no limit.',
      ),
    ),
  RATE_LIMIT_COMPANY: wholeNumber(0, 1_000_000)
    .prefault('3000')
    .meta(
      setting(
        'Rate limits',
        'Requests per minute to /v1 and /mcp with all keys and access tokens of one company; 0 means no limit.',
      ),
    ),
  RATE_LIMIT_ADDRESS: wholeNumber(0, 1_000_000)
    .prefault('120')
    .meta(
      setting(
        'Rate limits',
        'Requests per minute to /v1 and /mcp from one address (for IPv6 its first 64 bits) without a valid key or access token; 0 means no limit.',
      ),
    ),
  RATE_LIMIT_PUBLIC: wholeNumber(0, 1_000_000)
    .prefault('300')
    .meta(
      setting(
        'Rate limits',
        'Requests per minute from one address to pages that require no sign-in: the sign-in page, password resets, invitations, and documents opened by a link; 0 means no limit.',
      ),
    ),
  RATE_LIMIT_PATIENCE_MS: wholeNumber(10, 10_000)
    .prefault('250')
    .meta(
      setting(
        'Rate limits',
        'Maximum milliseconds that a request waits for the shared counter. After that, each process limits separately until the counter responds.',
      ),
    ),

  WEBHOOKS_ENABLED: flag()
    .prefault('true')
    .meta(setting('Webhooks', 'Whether webhooks are available. If false, their screens and routes say so.')),
  WEBHOOK_ALLOW_HTTP: flag()
    .prefault('false')
    .meta(setting('Webhooks', 'Whether receivers may use plain HTTP. For development; `npm start` allows it.')),
  WEBHOOK_ALLOWED_CIDRS: cidrList()
    .prefault('')
    .meta(
      setting(
        'Webhooks',
        'Non-public networks in which receivers are allowed, separated by commas.',
        '127.0.0.0/8,::1/128',
      ),
    ),
  WEBHOOK_DNS_SERVERS: serverList()
    .prefault('')
    .meta(
      setting(
        'Webhooks',
        'DNS servers for looking up the hosts of receivers, separated by commas. Default: those of the machine.',
        '192.0.2.53,192.0.2.54:5353',
      ),
    ),
  WEBHOOK_TIMEOUT_MS: wholeNumber(100, 120_000)
    .prefault('15000')
    .meta(setting('Webhooks', 'Maximum milliseconds of one attempt, from name look-up to last byte.')),
  WEBHOOK_TRACEPARENT: flag()
    .prefault('false')
    .meta(
      setting(
        'Webhooks',
        'Whether messages carry the header traceparent (W3C Trace Context), so that the traces of receivers continue those of Billhook.',
      ),
    ),
  WEBHOOK_SWEEP_MS: wholeNumber(100, 600_000)
    .prefault('2000')
    .meta(setting('Webhooks', 'Milliseconds between two checks for lost deliveries and for changes of grants.')),
  WEBHOOK_RETRY_SCHEDULE: numberList(604_800, 30)
    .prefault('0,5,300,1800,7200,18000,36000,50400,72000,86400')
    .meta(setting('Webhooks', 'Seconds to wait before each attempt. The list has one entry per attempt.')),
  WEBHOOK_RETENTION_DAYS: wholeNumber(1, 3_650)
    .prefault('30')
    .meta(
      setting(
        'Webhooks',
        'Days for which attempts and the content of events are kept. Older events cannot be pulled or resent.',
      ),
    ),
  WEBHOOK_METADATA_DAYS: wholeNumber(1, 3_650)
    .prefault('90')
    .meta(
      setting(
        'Webhooks',
        'Days for which events and deliveries are kept without their content; at least WEBHOOK_RETENTION_DAYS.',
      ),
    ),

  REQUEST_LOG_DAYS: wholeNumber(0, 90)
    .prefault('7')
    .meta(
      setting(
        'Request log',
        'Days for which requests to the API are kept, with the bodies of writes and errors. 0 logs no request.',
      ),
    ),

  CHANGE_LOG_DAYS: wholeNumber(1, 3_650)
    .prefault('30')
    .meta(
      setting(
        'Webhooks',
        'Days for which the log of changes is kept. A copy of the records that was not continued for longer begins again.',
      ),
    ),

  ...COMPANY_SETTINGS,
});

/** The token for the injected settings, which are data without a class. */
export const ENV = Symbol('env');

/** The typed settings. `PUBLIC_URL` has no trailing slash, and `DATABASE_URL` contains the password. */
export type Env = Omit<z.output<typeof envSchema>, 'PUBLIC_URL'> & { PUBLIC_URL: string };
