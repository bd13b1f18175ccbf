import { isIP } from 'node:net';
import { EmailAddress } from '@snug/protocol';
import * as v from 'valibot';
import { ESCAPES, hasUnescapedPassword } from '../base/unescaped-password.ts';

export interface MailSettings {
  /** Of the mail server, with the password. */
  url: string;
  /** Such as `Snug <snug@example.org>`. */
  from: MailAddress;
}

export interface MailAddress {
  name: string;
  address: string;
}

/** A name without the characters that have a meaning in a header, then the address; or an address alone. */
const FROM = /^(?:([^<>"@,;:\\\p{Cc}]{1,80}) <([^<>\s]+)>|([^<>\s]+))$/u;

export const MAIL_VARIABLES = {
  SNUG_SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(isMailServer, `must be an address such as smtps://user:password@mail.example.org. ${ESCAPES}`),
    ),
  ),
  SNUG_MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.check(text => parseFrom(text) !== undefined, 'must be like Snug <snug@example.org>'),
    ),
  ),
};

export type MailVariables = v.InferOutput<v.ObjectSchema<typeof MAIL_VARIABLES, undefined>>;

function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && !hasUnescapedPassword(url);
}

function parseFrom(text: string): MailAddress | undefined {
  const [, name = '', named, bare] = FROM.exec(text.trim()) ?? [];
  const address = v.safeParse(EmailAddress, named ?? bare);
  return address.success ? { name: name.trim(), address: address.output } : undefined;
}

/** One sentence for the operator; undefined if both variables are set, or none. */
export function findIncompleteMail({ SNUG_SMTP_URL, SNUG_MAIL_FROM }: MailVariables): string | undefined {
  if (SNUG_SMTP_URL !== undefined && SNUG_MAIL_FROM === undefined)
    return 'SNUG_MAIL_FROM is not set, but SNUG_SMTP_URL is.';
  if (SNUG_SMTP_URL === undefined && SNUG_MAIL_FROM !== undefined)
    return 'SNUG_SMTP_URL is not set, but SNUG_MAIL_FROM is.';
  return undefined;
}

/** Undefined without a mail server. */
export function readMailSettings({ SNUG_SMTP_URL, SNUG_MAIL_FROM }: MailVariables): MailSettings | undefined {
  const from = parseFrom(SNUG_MAIL_FROM ?? '');
  return SNUG_SMTP_URL !== undefined && from ? { url: SNUG_SMTP_URL, from } : undefined;
}

/** Whether the password would cross a network. */
export function needsTls(url: string): boolean {
  const { protocol, username, hostname } = new URL(url);
  return protocol === 'smtp:' && username !== '' && !isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
