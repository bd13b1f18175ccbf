import { EmailAddress, type MailProblem } from '@snug/protocol';
import * as v from 'valibot';
import type { Metrics } from '../metrics/metrics.ts';
import type { Mail } from './mail.ts';
import { describeMailError, isServerProblem, toLogText } from './mail-problem.ts';
import { type MailSettings, needsTls } from './mail-settings.ts';

const MAX_CONNECTIONS = 2;
/** With those that wait for another attempt. */
const MAX_WAITING = 200;
/** Mail servers that know no sender yet reject the first attempt (greylisting). */
const RETRY_DELAYS_MS = [30_000, 5 * 60_000];
/** For somebody who waits. Less than the time that clients give a command. */
const TEST_TIMEOUT_MS = 15_000;

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Each shorter than the time of a check. */
const VERIFY_TIMEOUTS = {
  dnsTimeout: 4_000,
  connectionTimeout: 4_000,
  greetingTimeout: 4_000,
  socketTimeout: 4_000,
};

interface Transport {
  sendMail(message: object): Promise<unknown>;
  close(): void;
}

/**
 * - `later`: the mail server does not take the mail now, or nobody can reach it.
 * - `refused`: it refuses the receiver for good.
 * - `unknown`: it may have the mail, or refuses it for another reason.
 */
export type DeliveryFailure = 'later' | 'refused' | 'unknown';

export interface MailerOptions extends MailSettings {
  transport: Transport;
  /** A transport for one mail, which waits for no others. */
  createTransport: () => Transport;
  now: () => number;
  setTimer: (run: () => void, ms: number) => () => void;
  metrics?: Pick<Metrics, 'mails'> | undefined;
  onFailure: (error: unknown) => void;
}

/** Sends mails in the background: a request must not wait for the mail server, and nobody may measure whether it sends one. */
export class Mailer {
  readonly #options: MailerOptions;
  #waiting = 0;
  #problem: (MailProblem & { at: number }) | undefined;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  /** Why the last mail did not arrive at the mail server; undefined if it did. */
  get problem(): (MailProblem & { at: number }) | undefined {
    return this.#problem;
  }

  /** Mails that wait for their first or another attempt. */
  get waitingCount(): number {
    return this.#waiting;
  }

  send(mail: Mail): void {
    // The library takes an address with a comma for several ones.
    if (!v.is(EmailAddress, mail.to)) return this.#fail('its address is invalid');
    if (this.#waiting >= MAX_WAITING) return this.#fail('too many mails wait');
    this.#waiting++;
    void this.#attempt(mail, RETRY_DELAYS_MS);
  }

  /** Tries once. Resolves with the reason of a failure. */
  async sendNow(mail: Mail): Promise<MailProblem | undefined> {
    const { createTransport, url, setTimer } = this.#options;
    const transport = createTransport();
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const stopTimer = setTimer(
      () => reject(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
      TEST_TIMEOUT_MS,
    );
    try {
      await Promise.race([transport.sendMail(this.#createMessage(mail)), timeout]);
      this.#onSent();
      return undefined;
    } catch (error) {
      const problem = describeMailError(error, url, mail);
      this.#record(problem);
      this.#options.metrics?.mails.inc({ outcome: 'failed' });
      return problem;
    } finally {
      stopTimer();
      transport.close();
    }
  }

  /**
   * Tries once, and waits for the response. Undefined if the mail server has accepted the mail. Without the shared transport: a mail
   * that only waits for a turn until the time is over would count as one that may have arrived.
   */
  async deliver(mail: Mail): Promise<DeliveryFailure | undefined> {
    if (!v.is(EmailAddress, mail.to)) return 'refused';
    const { createTransport, url, setTimer } = this.#options;
    const transport = createTransport();
    const { promise: timeout, resolve } = Promise.withResolvers<'timeout'>();
    const stopTimer = setTimer(() => resolve('timeout'), TEST_TIMEOUT_MS);
    try {
      const result = await Promise.race([transport.sendMail(this.#createMessage(mail)), timeout]);
      if (result === 'timeout') return 'unknown';
      this.#onSent();
      return undefined;
    } catch (error) {
      const problem = describeMailError(error, url, mail);
      const isRefused = isPermanent(error) && problem.reason === 'recipient';
      if (!isRefused) this.#warn(problem);
      this.#options.metrics?.mails.inc({ outcome: 'failed' });
      if (isPermanent(error)) return isRefused ? 'refused' : 'unknown';
      return isTemporary(error) || isBeforeData(error) ? 'later' : 'unknown';
    } finally {
      stopTimer();
      transport.close();
    }
  }

  async #attempt(mail: Mail, [delayMs, ...laterDelaysMs]: readonly number[]): Promise<void> {
    const { transport, setTimer, url } = this.#options;
    try {
      await transport.sendMail(this.#createMessage(mail));
      this.#onSent();
    } catch (error) {
      const problem = describeMailError(error, url, mail);
      if (delayMs !== undefined && !isPermanent(error)) {
        if (!isTemporary(error)) this.#warn(problem);
        return void setTimer(() => void this.#attempt(mail, laterDelaysMs), delayMs);
      }
      this.#record(problem);
      this.#fail(toLogText(problem));
    }
    this.#waiting--;
  }

  /** Once for each cause: while the mail server is away, each mail has the same. */
  #warn(problem: MailProblem): void {
    const { reason, detail } = this.#problem ?? {};
    const isKnown = reason === problem.reason && detail === problem.detail;
    this.#record(problem);
    if (!isKnown)
      this.#options.onFailure(new Error(`A mail waits for another attempt, ${toLogText(problem)}`));
  }

  #record(problem: MailProblem): void {
    if (isServerProblem(problem)) this.#problem = { ...problem, at: this.#options.now() };
  }

  #createMessage({ to, subject, text, html, list, thread }: Mail): object {
    const { from } = this.#options;
    return {
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      subject,
      text,
      ...(html !== undefined && { html }),
      ...(thread && { messageId: thread.id, inReplyTo: thread.of, references: thread.of }),
      ...(list && { list: { unsubscribe: list.stopUrl } }),
      headers: { 'Auto-Submitted': 'auto-generated', ...(list && toListHeaders(list.id)) },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  #onSent(): void {
    this.#problem = undefined;
    this.#options.metrics?.mails.inc({ outcome: 'ok' });
  }

  #fail(detail: string): void {
    this.#options.metrics?.mails.inc({ outcome: 'failed' });
    this.#options.onFailure(new Error(`A mail was not sent: ${detail}`));
  }

  close(): void {
    this.#options.transport.close();
  }
}

function toListHeaders(id: string): Record<string, string> {
  return {
    'List-Id': id,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-Auto-Response-Suppress': 'All',
  };
}

/** The mail server has not begun to read the mail. */
function isBeforeData(error: unknown): boolean {
  const { command } = error as { command?: string };
  return command !== undefined && command !== 'DATA';
}

/** The server rejects this mail for good (RFC 5321, 4.2.1). */
function isPermanent(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
}

/** The server works, and asks for another attempt. */
function isTemporary(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode < 500 && code !== 'EAUTH';
}

/** Connects and signs in. Resolves with the reason of a failure. */
export async function verifyMailServer(settings: MailSettings): Promise<MailProblem | undefined> {
  const { createTransport } = await import('nodemailer');
  const { url, from } = settings;
  const transport = createTransport({ url, requireTLS: needsTls(url), ...VERIFY_TIMEOUTS });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return describeMailError(error, url, { to: from.address, subject: '', text: '' });
  } finally {
    transport.close();
  }
}

/** Loads the library, which only servers with mail need. */
export async function createMailer(
  settings: MailSettings,
  environment: Pick<MailerOptions, 'now' | 'setTimer' | 'metrics' | 'onFailure'>,
): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const { url } = settings;
  // A parameter of the URL has precedence.
  const common = { url, requireTLS: needsTls(url), ...TIMEOUTS };
  return new Mailer({
    ...settings,
    ...environment,
    transport: createTransport({ ...common, pool: true, maxConnections: MAX_CONNECTIONS }),
    createTransport: () => createTransport(common),
  });
}
