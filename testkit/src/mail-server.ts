import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

const CLOSE_WITHIN_MS = 100;

export interface ReceivedMail {
  /** Of the envelope. */
  from: string;
  to: string[];
  /** The headers as they arrived, without their values' folding. */
  headers: string;
  /** The decoded body. */
  text: string;
  /** When the server accepted it, in ms since 1970. */
  at: number;
}

export type MailStep = 'sign_in' | 'sender' | 'recipient';

export interface MailServerOptions {
  port?: number;
  /** With the library's certificate, which nobody trusts. */
  tls?: 'starttls' | 'smtps';
}

/** A real SMTP server on this machine. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  readonly #server: SMTPServer;
  /** Rejects the next mails with these codes. */
  readonly rejections: number[] = [];
  /** Refuses the step of each mail with a code and a text. */
  readonly refusals: Partial<Record<MailStep, [code: number, text: string]>> = {};

  private constructor({ tls }: MailServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: tls ? [] : ['STARTTLS'],
      secure: tls === 'smtps',
      allowInsecureAuth: true,
      logger: false,
      // By default, `stop` waits 30 s for connections that a mailer keeps.
      closeTimeout: CLOSE_WITHIN_MS,
      onAuth: ({ username: user }, _session, callback) => callback(this.#refuse('sign_in'), { user }),
      onMailFrom: (_address, _session, callback) => callback(this.#refuse('sender')),
      onRcptTo: (_address, _session, callback) => callback(this.#refuse('recipient')),
      onData: (stream, { envelope }, callback) => {
        const parts: string[] = [];
        stream.setEncoding('utf8');
        stream.on('data', (part: string) => parts.push(part));
        stream.on('end', () => callback(this.#receive(envelope, parts.join(''))));
      },
    });
  }

  static async start({ port = 0, ...options }: MailServerOptions = {}): Promise<MailServer> {
    const mailServer = new MailServer(options);
    mailServer.#server.on('error', () => {});
    mailServer.#server.listen(port, '127.0.0.1');
    await once(mailServer.#server.server, 'listening');
    return mailServer;
  }

  #refuse(step: MailStep): Error | undefined {
    const [responseCode, text] = this.refusals[step] ?? [];
    return responseCode === undefined ? undefined : Object.assign(new Error(text), { responseCode });
  }

  /** Returns the error for the client, if there is one. */
  #receive({ mailFrom, rcptTo }: SMTPServerEnvelope, source: string): Error | undefined {
    const responseCode = this.rejections.shift();
    if (responseCode !== undefined) return Object.assign(new Error('not now'), { responseCode });
    const from = mailFrom ? mailFrom.address : '';
    const to = rcptTo.map(({ address }) => address);
    this.mails.push({ from, to, at: Date.now(), ...parse(source) });
    return undefined;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  get settings(): Record<'SNUG_SMTP_URL' | 'SNUG_MAIL_FROM', string> {
    return { SNUG_SMTP_URL: `smtp://127.0.0.1:${this.port}`, SNUG_MAIL_FROM: 'Snug <snug@snug.example>' };
  }

  /** The mails to an address, the oldest first. */
  mailsTo(address: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  stop(): Promise<void> {
    return new Promise(resolve => this.#server.close(resolve));
  }
}

function parse(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = source.indexOf('\r\n\r\n');
  const headers = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = source.slice(end + 4);
  const encoding = /^content-transfer-encoding: (.*)$/im.exec(headers)?.[1]?.trim().toLowerCase();
  return { headers, text: encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body };
}

function decodeQuotedPrintable(body: string): string {
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
