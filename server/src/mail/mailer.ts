import { EmailAddress } from '@snug/protocol';
import * as v from 'valibot';
import { type MailAddress, type MailSettings, needsTls } from './mail-settings.ts';

/** A plain text to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const MAX_CONNECTIONS = 2;
/** With those that wait for another attempt. */
const MAX_WAITING = 200;
/** Mail servers that know no sender yet reject the first attempt (greylisting). */
const RETRY_DELAYS_MS = [30_000, 5 * 60_000];

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

interface Transport {
  sendMail(message: object): Promise<unknown>;
  close(): void;
}

export interface MailerOptions {
  transport: Transport;
  from: MailAddress;
  setTimer: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** Sends mails in the background: a request must not wait for the mail server, and nobody may measure whether it sends one. */
export class Mailer {
  readonly #options: MailerOptions;
  #waiting = 0;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  send(mail: Mail): void {
    // The library takes an address with a comma for several ones.
    if (!v.is(EmailAddress, mail.to)) return this.#fail(new Error('its address is invalid'));
    if (this.#waiting >= MAX_WAITING) return this.#fail(new Error('too many mails wait'));
    this.#waiting++;
    void this.#attempt(mail, RETRY_DELAYS_MS);
  }

  async #attempt(mail: Mail, [delayMs, ...laterDelaysMs]: readonly number[]): Promise<void> {
    const { transport, setTimer } = this.#options;
    try {
      await transport.sendMail(this.#createMessage(mail));
    } catch (error) {
      if (delayMs !== undefined && !isPermanent(error))
        return void setTimer(() => void this.#attempt(mail, laterDelaysMs), delayMs);
      this.#fail(error);
    }
    this.#waiting--;
  }

  #createMessage({ to, subject, text }: Mail): object {
    const { from } = this.#options;
    return {
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  /** The log must not contain addresses, which the server's response may repeat. */
  #fail(error: unknown): void {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const detail = responseCode ?? code ?? (error instanceof Error ? error.message : 'unknown');
    this.#options.onFailure(new Error(`A mail was not sent: ${detail}`));
  }

  close(): void {
    this.#options.transport.close();
  }
}

/** The server rejects this mail for good (RFC 5321, 4.2.1). */
function isPermanent(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
}

/** Loads the library, which only servers with mail need. */
export async function createMailer(
  { url, from }: MailSettings,
  { setTimer, onFailure }: Pick<MailerOptions, 'setTimer' | 'onFailure'>,
): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // A parameter of the URL has precedence.
    requireTLS: needsTls(url),
    ...TIMEOUTS,
  });
  return new Mailer({ transport, from, setTimer, onFailure });
}
