import { logoContentId, type LogoType } from '@billhook/domain/identity/logo';
import { asciiEmail } from '@billhook/domain/shared/email-address';
import nodemailer, { type NodemailerError, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer';
import type { MailAttempt, RecipientRejection } from './mail-result.rules.js';
import { serverResponse } from './server-response.js';

/** An email to send by SMTP. */
export interface Letter {
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string | null;
  /** The addresses of its To header. */
  readonly recipients: readonly string[];
  /** The recipients of this attempt. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: string;
  /** Without the angle brackets. */
  readonly messageId: string;
  readonly attachment: { readonly filename: string; readonly content: Buffer } | null;
  /** The image that the HTML refers to. */
  readonly logo?: LetterLogo | null;
}

export interface LetterLogo {
  readonly digest: string;
  readonly type: LogoType;
  readonly bytes: Buffer;
}

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, optionally with credentials and options of nodemailer: `?requireTLS=true`. */
  readonly url: string;
  /** The maximum number of connections. */
  readonly connections: number;
  /** For DNS lookup, connection and greeting, each. */
  readonly connectMs: number;
  /** How long the server may stay silent. */
  readonly silenceMs: number;
}

// Rounds are five seconds apart, and a busy server closes idle connections after about ten.
const IDLE_MS = 8_000;

/** A client for the mail server. Reuses connections for a while. */
export class SmtpTransport {
  private readonly transporter: Transporter<SMTPPoolSentMessageInfo>;

  constructor({ url, connections, connectMs, silenceMs }: SmtpOptions) {
    this.transporter = nodemailer.createTransport({
      pool: true,
      url,
      // Options in the URL override all of these.
      requireTLS: mustEncrypt(url),
      maxConnections: connections,
      dnsTimeout: connectMs,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      idleTimeout: IDLE_MS,
      // Only if the server hung up before it received anything; the schedule retries everything else.
      maxRequeues: 1,
    });
  }

  /** Connects and signs in, and sends nothing. @throws an Error of the mail server */
  async verify(): Promise<void> {
    await this.transporter.verify();
  }

  /**
   * Sends a letter. Never rejects: errors are outcomes.
   * @param signal aborts the attempt at any point
   */
  async send(letter: Letter, signal: AbortSignal): Promise<Exclude<MailAttempt, { kind: 'Interrupted' }>> {
    const { from, attachment, logo } = letter;
    // In their original spelling: the server reports the ASCII one.
    const given = new Map(letter.to.map((address) => [spelled(address), address]));
    const own = (address: string): string => given.get(spelled(address)) ?? address;
    try {
      const { accepted, rejectedErrors = [] } = await this.transporter.sendMail({
        from,
        to: letter.recipients.map(plain),
        replyTo: letter.replyTo === null ? undefined : plain(letter.replyTo),
        envelope: { from: asciiEmail(from.address), to: letter.to.map(plain) },
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        messageId: `<${letter.messageId}>`,
        headers: { 'Content-Language': letter.locale },
        attachments: [
          ...(attachment ? [{ ...attachment, contentType: 'application/pdf' }] : []),
          ...(logo ? [logoAttachment(logo)] : []),
        ],
        // Bodies contain texts of users, which must not make nodemailer read a file or a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
      return { kind: 'Answered', accepted: accepted.map(own), refused: rejections(rejectedErrors, own) };
    } catch (error) {
      return failure(error, own);
    }
  }

  /** Closes all connections, including busy ones. */
  close(): void {
    this.transporter.close({ force: true });
  }
}

/** Inline, so email programs do not list it as a file. */
const logoAttachment = ({ digest, type, bytes }: LetterLogo) => ({
  filename: type === 'image/png' ? 'logo.png' : 'logo.jpg',
  content: bytes,
  contentType: type,
  contentDisposition: 'inline' as const,
  cid: logoContentId(digest),
});

/** Whether TLS is required: a password is sent encrypted or not at all, unless the URL says otherwise. */
function mustEncrypt(url: string): boolean {
  const { protocol, hostname, username, password } = new URL(url);
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'smtp:' && !local && `${username}${password}` !== '';
}

/** An object, because nodemailer parses a string and might find several addresses in it. In ASCII: not every server has SMTPUTF8. */
const plain = (address: string) => ({ name: '', address: asciiEmail(address) });

const spelled = (address: string): string => asciiEmail(address).toLowerCase();

type Spelling = (address: string) => string;

function failure(error: unknown, own: Spelling): Exclude<MailAttempt, { kind: 'Interrupted' }> {
  const failure: NodemailerError = error instanceof Error ? error : new Error(String(error));
  if (failure.command === 'RCPT TO' && failure.rejectedErrors && failure.rejectedErrors.length > 0) {
    return { kind: 'Answered', accepted: [], refused: rejections(failure.rejectedErrors, own) };
  }
  return { kind: 'Failed', error: serverResponse(failure.message), permanent: isPermanent(failure) };
}

/**
 * Whether a retry would be rejected as well. True for responses about the message (to DATA, or its size) and for invalid addresses,
 * false for those about the installation (a wrong password or sender), which the operator can fix within the schedule.
 */
function isPermanent({ code, command, responseCode, permanent }: NodemailerError): boolean {
  if (responseCode === undefined) return (code === 'EENVELOPE' && command === 'API') || code === 'EMESSAGE';
  return permanent === true && (responseCode === 552 || command === 'DATA' || command === 'RCPT TO');
}

function rejections(errors: readonly NodemailerError[], own: Spelling): RecipientRejection[] {
  return errors.map((error) => ({
    recipient: own(error.recipient ?? ''),
    reply: serverResponse(error.response ?? error.message),
    permanent: error.permanent === true,
  }));
}
