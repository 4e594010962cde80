import { setTimeout as sleep } from 'node:timers/promises';
import { currentCell } from '@billhook/db/current-cell';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { NO_METER, type Meter } from '@billhook/platform/metrics/meter';
import pLimit from 'p-limit';
import { claimMail, countDueMails, recordResult, type ClaimedMail } from './mail-queue.js';
import { mailResultOf, outstanding, type MailAttempt, type MailResult } from './mail-result.rules.js';
import { MAX_ATTEMPTS } from './mail-retry.rules.js';
import { isDocumentMail, type DocumentMail } from './mail.entity.js';
import { openBodies } from './sealed-bodies.js';
import { SmtpTransport, type LetterLogo, type Letter, type SmtpOptions } from './smtp-transport.js';
import { logoIn } from './templates/logo-part.js';

/** Concurrent emails of one process. */
export const CONCURRENCY = 5;

/** The maximum number of emails in one round. */
const ROUND = 50;

/**
 * A server that scans an attachment is slow, and it delivers twice if the sender hangs up in the meantime: RFC 5321 (4.5.3.2.6) recommends
 * 10 minutes. The lease is longer than an attempt: the email must not be claimed a second time in the meantime.
 */
const CONNECT_MS = 15_000;
const SILENCE_MS = 120_000;
const ATTEMPT_MS = 240_000;
const LEASE_MS = 360_000;

/** Waits before each try to record a result. Until it is recorded, a sent email is due again when its lease ends. */
const RECORD_WAITS_MS = [0, 1_000, 5_000, 20_000] as const;

export interface MailSenderParts {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The application secrets, which decrypt the bodies of notices. */
  readonly secrets: AppSecrets;
  /** SMTP_URL. */
  readonly url: string;
  /** MAIL_FROM. */
  readonly from: { readonly name: string; readonly address: string };
  /** The PDF of the email's record; undefined while it is not rendered, and the email waits. */
  readonly attachmentOf: (mail: DocumentMail) => Promise<Buffer | undefined>;
  /** The bodies with the links of the client, which the stored ones leave out; undefined while it cannot be decrypted. */
  readonly bodiesOf: (mail: DocumentMail) => Promise<Pick<DocumentMail, 'text' | 'html'> | undefined>;
  /** A logo of the company; undefined if there is none. */
  readonly logoOf?: (companyId: number, digest: string) => Promise<Pick<LetterLogo, 'type' | 'bytes'> | undefined>;
  /** Called in the transaction that records the result, to update the record. */
  readonly onResult: (tx: Tx, mail: DocumentMail, result: MailResult) => Promise<void>;
  readonly meter?: Meter;
  /** Shorter limits for specs. */
  readonly limits?: Partial<Pick<SmtpOptions, 'connectMs' | 'silenceMs'> & { attemptMs: number; leaseMs: number }>;
}

interface TriedMail {
  readonly mail: ClaimedMail;
  readonly attempt: MailAttempt;
}

/** The email to send, or the reason why it could not be prepared. */
type Prepared =
  | { readonly letter: Letter; readonly failed?: undefined }
  | { readonly letter?: undefined; readonly failed: MailAttempt };

/**
 * Sends due emails. Claims each in one transaction, sends it outside any, and records the result in another. A process that dies in
 * between leaves a lease, and the email is sent again with the same Message-ID: at least once.
 */
export class MailSender {
  readonly #parts: MailSenderParts;
  readonly #transport: SmtpTransport;
  readonly #limits: Required<NonNullable<MailSenderParts['limits']>>;
  readonly #abort = new AbortController();
  /** The running round of each cell, and that of the global side. */
  readonly #rounds = new Map<number | undefined, Promise<number>>();
  readonly #inParallel = pLimit(CONCURRENCY);
  #stopping = false;

  constructor(parts: MailSenderParts) {
    this.#parts = parts;
    this.#limits = {
      ...{ connectMs: CONNECT_MS, silenceMs: SILENCE_MS, attemptMs: ATTEMPT_MS, leaseMs: LEASE_MS },
      ...parts.limits,
    };
    this.#transport = new SmtpTransport({ url: parts.url, connections: CONCURRENCY, ...this.#limits });
  }

  /**
   * Sends due emails of the current cell or of the global side, at most 50. All rounds together send 5 at a time. A call during a round joins
   * that round.
   * @returns the number of attempts
   */
  round(): Promise<number> {
    const place = currentCell();
    const running = this.#rounds.get(place) ?? this.#run().finally(() => this.#rounds.delete(place));
    this.#rounds.set(place, running);
    return running;
  }

  /** Starts no more attempts and ends running ones after the grace period: they are due immediately for another worker. */
  beginStop(graceMs: number): void {
    this.#stopping = true;
    setTimeout(() => this.#abort.abort(), graceMs).unref();
  }

  /** Waits for running attempts, then closes the connections. Call `beginStop` first. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#rounds.values());
    this.#transport.close();
  }

  async #run(): Promise<number> {
    const { uow, clock } = this.#parts;
    // Without a place among those that send, which a cell that does not respond would keep.
    let left = await uow.run((tx) => countDueMails(tx, clock.now(), ROUND));
    let sent = 0;
    const lane = async (): Promise<void> => {
      while (!this.#stopping && left > 0) {
        left -= 1;
        const tried = await this.#inParallel(() => this.#tryNext());
        if (!tried) return;
        sent += 1;
        // Others may send in the meantime: a cell that does not respond must not keep their places.
        await this.#finish(tried);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: Math.min(CONCURRENCY, left) }, lane));
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
    return sent;
  }

  async #tryNext(): Promise<TriedMail | undefined> {
    const mail = this.#stopping ? undefined : await this.#claim();
    return mail && { mail, attempt: await this.#attempt(mail) };
  }

  #claim(): Promise<ClaimedMail | undefined> {
    const { uow, clock, from } = this.#parts;
    const now = clock.now();
    const leaseEnd = new Date(now.getTime() + this.#limits.leaseMs);
    return uow.run((tx) => claimMail(tx, now, leaseEnd, from.address.split('@').at(-1) ?? ''));
  }

  async #finish({ mail, attempt }: TriedMail): Promise<void> {
    const { clock, logger, meter = NO_METER } = this.#parts;
    const result = mailResultOf(mail, attempt, clock.now(), Math.random());
    meter.count('billhook_mails_total', { outcome: OUTCOMES[result.status] });
    const fields = { mailId: mail.id, resource: mail.resource, recordId: mail.recordId, attempt: mail.attempts };
    if (!(await this.#record(mail, result))) {
      logger.warn(fields, 'an email was retried before this attempt had ended');
    } else if (result.status === 'Sent') {
      logger.info(fields, 'email sent');
    } else {
      logger.warn(fields, result.status === 'Failed' ? 'email failed' : 'email not sent; it will be retried');
    }
  }

  async #attempt(mail: ClaimedMail): Promise<MailAttempt> {
    // All attempts ended without a result: this email may be what crashes its workers.
    if (mail.attempts > MAX_ATTEMPTS)
      return given('Each attempt was interrupted before the mail server responded.', true);
    const prepared = isDocumentMail(mail) ? await this.#prepareDocument(mail) : this.#prepareNotice(mail);
    if (this.#abort.signal.aborted) return { kind: 'Interrupted' };
    return prepared.letter ? this.#send(prepared.letter) : prepared.failed;
  }

  async #send(letter: Letter): Promise<MailAttempt> {
    // AbortSignal.any holds its sources weakly in Node 20: a timeout among them may be collected before it fires.
    const ended = new AbortController();
    const end = (): void => ended.abort();
    const timer = setTimeout(end, this.#limits.attemptMs);
    this.#abort.signal.addEventListener('abort', end);
    try {
      const attempt = await this.#transport.send(letter, ended.signal);
      if (attempt.kind !== 'Failed' || !ended.signal.aborted) return attempt;
      if (this.#abort.signal.aborted) return { kind: 'Interrupted' };
      return given(`The mail server did not finish within ${this.#limits.attemptMs / 1_000} seconds.`, false);
    } finally {
      clearTimeout(timer);
      this.#abort.signal.removeEventListener('abort', end);
    }
  }

  /** The email to send; a failure while its PDF or its link is not available. */
  async #prepareDocument(mail: ClaimedMail & DocumentMail): Promise<Prepared> {
    const { from, attachmentOf, bodiesOf, logger } = this.#parts;
    const name = from.name === '' ? mail.fromName : `${mail.fromName} via ${from.name}`;
    const sender = { name, address: from.address };
    try {
      const bodies = await bodiesOf(mail);
      if (!bodies) {
        logger.error({ mailId: mail.id }, 'could not decrypt the client link of an email');
        return { failed: given(UNREADABLE_LINK, false) };
      }
      const logo = await this.#logoOf(mail);
      const letter = { ...mail, ...bodies, from: sender, to: outstanding(mail), attachment: null, logo };
      if (mail.attachmentName === null) return { letter };
      const content = await attachmentOf(mail);
      if (content) return { letter: { ...letter, attachment: { filename: mail.attachmentName, content } } };
    } catch (error) {
      logger.error({ err: error, mailId: mail.id }, 'could not compose an email');
    }
    return { failed: given('The PDF could not be attached.', false) };
  }

  async #logoOf({ companyId, html }: DocumentMail): Promise<LetterLogo | null> {
    const digest = logoIn(html);
    const logo = digest === undefined ? undefined : await this.#parts.logoOf?.(companyId, digest);
    return digest === undefined || !logo ? null : { digest, ...logo };
  }

  /** A notice comes from Billhook itself. Not sent after its link has expired. */
  #prepareNotice(mail: ClaimedMail): Prepared {
    const { from, clock, logger, secrets } = this.#parts;
    const sender = { name: mail.fromName, address: from.address };
    const letter = { ...mail, from: sender, to: outstanding(mail), attachment: null };
    if (mail.sealed === null) return { letter };
    try {
      const { text, html, until } = openBodies(secrets, mail.sealed);
      return until <= clock.now()
        ? { failed: given('The link expired before the email could be sent.', true) }
        : { letter: { ...letter, text, html } };
    } catch (error) {
      logger.error({ err: error, mailId: mail.id }, 'could not decrypt a notice');
      return {
        failed: given(
          'The notice could not be decrypted. Check that its application secret is still configured.',
          false,
        ),
      };
    }
  }

  /**
   * Records a result and updates the record. If that fails repeatedly, records the result alone: a record without its email is better
   * than a client who gets it six times.
   */
  async #record(mail: ClaimedMail, result: MailResult): Promise<boolean> {
    const { uow, logger, onResult } = this.#parts;
    for (const wait of RECORD_WAITS_MS) {
      try {
        if (wait > 0) await sleep(wait, undefined, { signal: this.#abort.signal });
        return await uow.run(async (tx) => {
          const written = await recordResult(tx, mail, result);
          if (written && result.attempts === mail.attempts && isDocumentMail(mail)) await onResult(tx, mail, result);
          return written;
        });
      } catch (error) {
        if (this.#abort.signal.aborted) break;
        logger.error({ err: error, mailId: mail.id }, 'could not store the result of an email');
        // A Problem, such as a deleted record, is permanent.
        if (error instanceof Problem) break;
      }
    }
    return uow.run((tx) => recordResult(tx, mail, result));
  }
}

const OUTCOMES = { Sent: 'sent', Pending: 'deferred', Failed: 'failed' } as const;

const UNREADABLE_LINK =
  'The client link could not be decrypted. Check that its application secret is still configured. Sending the document again creates a new link.';

const given = (error: string, permanent: boolean): MailAttempt => ({ kind: 'Failed', error, permanent });
