import { domainToASCII } from 'node:url';
import nodemailer, { type NodemailerError, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer';
import type { Attempt, Refusal } from './mail-result.rules.js';
import { replyWords } from './reply-words.js';

/** A mail as it goes over the wire. */
export interface Letter {
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string | null;
  /** Whom its To names. */
  readonly recipients: readonly string[];
  /** Who gets it now. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: string;
  /** Without the angle brackets. */
  readonly messageId: string;
  readonly attachment: { readonly filename: string; readonly content: Buffer } | null;
}

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, perhaps with credentials and with settings of nodemailer's: `?requireTLS=true`. */
  readonly url: string;
  /** Connections at most. */
  readonly connections: number;
  /** For name look-up, connection and greeting, each. */
  readonly connectMs: number;
  /** How long the server may say nothing. */
  readonly silenceMs: number;
}

// Rounds are five seconds apart, and a server that is full closes what is idle after some ten.
const IDLE_MS = 8_000;

/** Speaks to the mail server. Connections are kept for a while and used again. */
export class SmtpTransport {
  private readonly transporter: Transporter<SMTPPoolSentMessageInfo>;

  constructor({ url, connections, connectMs, silenceMs }: SmtpOptions) {
    this.transporter = nodemailer.createTransport({
      pool: true,
      url,
      // What the URL says itself wins over all of these.
      requireTLS: mustEncrypt(url),
      maxConnections: connections,
      dnsTimeout: connectMs,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      idleTimeout: IDLE_MS,
      // Only where the server hung up before it was given anything; the rest is the schedule's.
      maxRequeues: 1,
    });
  }

  /**
   * Hands a letter over. Never rejects: what goes wrong is an outcome.
   * @param signal ends the attempt, wherever it is
   */
  async send(letter: Letter, signal: AbortSignal): Promise<Exclude<Attempt, { kind: 'Interrupted' }>> {
    const { from, attachment } = letter;
    // As they were given: nodemailer tells of them in its own spelling.
    const given = new Map(letter.to.map((address) => [spelled(address), address]));
    const own = (address: string): string => given.get(spelled(address)) ?? address;
    try {
      const { accepted, rejectedErrors = [] } = await this.transporter.sendMail({
        from,
        to: letter.recipients.map(plain),
        replyTo: letter.replyTo === null ? undefined : plain(letter.replyTo),
        envelope: { from: from.address, to: letter.to.map(plain) },
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        messageId: `<${letter.messageId}>`,
        headers: { 'Content-Language': letter.locale },
        attachments: attachment ? [{ ...attachment, contentType: 'application/pdf' }] : [],
        // Bodies hold what people wrote: none of it may name a file or an address to be fetched.
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
      return { kind: 'Answered', accepted: accepted.map(own), refused: refusals(rejectedErrors, own) };
    } catch (error) {
      return failure(error, own);
    }
  }

  /** Closes the connections, also those that are in the middle of something. */
  close(): void {
    this.transporter.close({ force: true });
  }
}

/** A password goes over the network encrypted or not at all, unless the URL says otherwise. */
function mustEncrypt(url: string): boolean {
  const { protocol, hostname, username, password } = new URL(url);
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'smtp:' && !local && `${username}${password}` !== '';
}

/** An object, because a text would be parsed and might name several. */
const plain = (address: string) => ({ name: '', address });

function spelled(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
}

type Spelling = (address: string) => string;

function failure(error: unknown, own: Spelling): Exclude<Attempt, { kind: 'Interrupted' }> {
  const fault: NodemailerError = error instanceof Error ? error : new Error(String(error));
  if (fault.command === 'RCPT TO' && fault.rejectedErrors && fault.rejectedErrors.length > 0) {
    return { kind: 'Answered', accepted: [], refused: refusals(fault.rejectedErrors, own) };
  }
  return { kind: 'Failed', error: replyWords(fault.message), permanent: isPermanent(fault) };
}

/**
 * Whether the same message would be refused again. What the server says of the message itself counts (the answers to DATA, a size
 * it does not take), and addresses that are none; not what it says of us: a wrong password or a sender that it does not let through
 * are the operator's to mend, within the time of the schedule.
 */
function isPermanent({ code, command, responseCode, permanent }: NodemailerError): boolean {
  if (responseCode === undefined) return (code === 'EENVELOPE' && command === 'API') || code === 'EMESSAGE';
  return permanent === true && (responseCode === 552 || command === 'DATA' || command === 'RCPT TO');
}

function refusals(errors: readonly NodemailerError[], own: Spelling): Refusal[] {
  return errors.map((error) => ({
    recipient: own(error.recipient ?? ''),
    reply: replyWords(error.response ?? error.message),
    permanent: error.permanent === true,
  }));
}
