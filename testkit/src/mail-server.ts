import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

export interface ReceivedMail {
  /** Of the envelope. */
  from: string;
  to: string[];
  /** The headers as they arrived, without their values' folding. */
  headers: string;
  /** The decoded body. */
  text: string;
}

/** A real SMTP server on this machine. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  readonly #server: SMTPServer;
  /** Rejects the next mails with these codes. */
  readonly rejections: number[] = [];

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData: (stream, { envelope }, callback) => {
        const parts: string[] = [];
        stream.setEncoding('utf8');
        stream.on('data', (part: string) => parts.push(part));
        stream.on('end', () => callback(this.#receive(envelope, parts.join(''))));
      },
    });
  }

  static async start(): Promise<MailServer> {
    const mailServer = new MailServer();
    mailServer.#server.listen(0, '127.0.0.1');
    await once(mailServer.#server.server, 'listening');
    return mailServer;
  }

  /** Returns the error for the client, if there is one. */
  #receive({ mailFrom, rcptTo }: SMTPServerEnvelope, source: string): Error | undefined {
    const responseCode = this.rejections.shift();
    if (responseCode !== undefined) return Object.assign(new Error('not now'), { responseCode });
    const from = mailFrom ? mailFrom.address : '';
    this.mails.push({ from, to: rcptTo.map(({ address }) => address), ...parse(source) });
    return undefined;
  }

  get settings(): Record<'SNUG_SMTP_URL' | 'SNUG_MAIL_FROM', string> {
    const { port } = this.#server.server.address() as AddressInfo;
    return { SNUG_SMTP_URL: `smtp://127.0.0.1:${port}`, SNUG_MAIL_FROM: 'Snug <snug@snug.example>' };
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
