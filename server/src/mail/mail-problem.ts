import type { MailProblem, MailReason } from '@snug/protocol';
import type { Mail } from './mail.ts';
import { toPublicText } from './response-text.ts';

/** The fields of the library's errors. */
interface MailError {
  code?: string;
  /** Of the operating system, of TLS or of a certificate. */
  originalCode?: string;
  /** The step that failed. */
  command?: string;
  response?: string;
  responseCode?: number;
  message: string;
}

const SUBMISSION_PORTS: Readonly<Record<string, string>> = { 'smtps:': '465', 'smtp:': '587' };

const CONNECTION_REASONS: Readonly<Record<string, MailReason>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  EDNS: 'unknown_host',
  ETIMEDOUT: 'timeout',
  ETLS: 'tls',
  EAUTH: 'sign_in',
  ENOAUTH: 'sign_in',
  EOAUTH2: 'sign_in',
};

const LOG_TEXTS: Readonly<Record<MailReason, string>> = {
  refused: 'nothing listens there (connection refused)',
  unknown_host: 'its name is unknown',
  unreachable: 'it cannot be reached',
  timeout: 'it does not respond in time',
  no_mail_server: 'it is no mail server',
  tls: 'a connection with TLS is not possible',
  certificate: 'its certificate is not trusted',
  sign_in: 'it refuses the user or the password',
  sender: 'it refuses the sender in SNUG_MAIL_FROM',
  relay: 'it sends no mail to others for this client',
  recipient: 'it refuses the receiver',
  rejected: 'it rejects the mail',
};

export function describeMailError(error: unknown, url: string, mail: Mail): MailProblem {
  const { message, response, responseCode } = error as MailError;
  const reason = findReason(error as MailError);
  const { protocol, hostname, port } = new URL(url);
  const server = `${hostname}:${port || SUBMISSION_PORTS[protocol]}`;
  const shown = reason === 'recipient' ? String(responseCode ?? '') : (response ?? withoutHint(message));
  const detail = toPublicText(shown, url, mail);
  return { reason, server, ...(hasOwnDetail(reason, response) && detail !== '' && { detail }) };
}

function findReason(error: MailError): MailReason {
  const { code = '', originalCode = '', command, response = '', responseCode } = error;
  const known = CONNECTION_REASONS[originalCode] ?? CONNECTION_REASONS[code];
  if (known) return known;
  // 530 and 538 ask for a sign-in (RFC 4954, section 6).
  if (responseCode === 530 || responseCode === 538) return 'sign_in';
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return isAboutClient(response) ? 'relay' : 'recipient';
  if (responseCode !== undefined) return 'rejected';
  if (code === 'EPROTOCOL') return 'no_mail_server';
  return findSocketReason(originalCode);
}

/** All codes that are neither of Node.js nor of the operating system are reasons of OpenSSL against a certificate. */
function findSocketReason(code: string): MailReason {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate';
  if (/^(?:ERR_(?:TLS|SSL|OSSL)_|EPROTO$)/.test(code)) return 'tls';
  return code === '' || /^(?:ERR_|E[A-Z0-9]+$)/.test(code) ? 'unreachable' : 'certificate';
}

/** RFC 3463, section 3.8: 7 is the class of policies, such as for relaying. */
function isAboutClient(response: string): boolean {
  return /^\d{3}[ -]\d\.7\./.test(response) || /relay/i.test(response);
}

/** The hint of Node.js names no setting of Snug. */
function withoutHint(message: string): string {
  return message.split('; if the root CA is installed locally')[0] ?? message;
}

function hasOwnDetail(reason: MailReason, response: string | undefined): boolean {
  return response !== undefined || reason === 'certificate';
}

export function toLogText({ reason, server, detail }: MailProblem): string {
  const text = LOG_TEXTS[reason as MailReason];
  return `mail server ${server}: ${text}${detail === undefined ? '' : ` (${detail})`}`;
}

/** Whether somebody should look at the settings. A receiver that does not exist is no problem of the server. */
export function isServerProblem({ reason }: MailProblem): boolean {
  return reason !== 'recipient';
}
