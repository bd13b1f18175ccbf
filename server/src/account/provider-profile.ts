import { createHmac } from 'node:crypto';
import { cleanName, isVisible, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '@snug/protocol';
import type { ProviderSettings } from '../config/provider-settings.ts';
import type { Claims } from './provider-client.ts';
import { ProviderProblem } from './provider-problem.ts';

const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** The data that Snug takes from a profile. No picture: its URL could lead anywhere. */
export interface NewUser {
  name: string;
  email: string;
  emailVerified: boolean;
}

/** Names and e-mail addresses can change owners. The same `sub` of another issuer is another person. */
export function getSubject({ issuer }: ProviderSettings, { sub, id }: Claims): string {
  const subject = sub ?? id;
  const isUsable = (typeof subject === 'string' && subject !== '') || Number.isSafeInteger(subject);
  if (!isUsable) throw new ProviderProblem('profile', 'the profile has no subject');
  return issuer ? `${issuer} ${subject as string}` : String(subject);
}

/** Accepts any profile, because people cannot correct it here. */
export function toNewUser(claims: Claims, fallbackEmail: string): NewUser {
  const email = parseEmail(claims.email);
  return {
    name: pickName([claims.name, claims.preferred_username, claims.nickname, claims.login]),
    email: email ?? fallbackEmail,
    emailVerified: email !== undefined && claims.email_verified === true,
  };
}

function pickName(candidates: unknown[]): string {
  return candidates.map(normalizeName).find(name => name !== '') ?? 'Someone';
}

function normalizeName(name: unknown): string {
  if (typeof name !== 'string') return '';
  const clean = cleanName(name.toWellFormed().replaceAll(/[\s\p{Cc}]+/gu, ' '));
  const fitting = clean
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  return isVisible(fitting) ? fitting : '';
}

function parseEmail(email: unknown): string | undefined {
  if (typeof email !== 'string' || email.length > MAX_EMAIL_LENGTH) return undefined;
  return EMAIL.test(email) ? email.toLowerCase() : undefined;
}

const PLACEHOLDER_DOMAIN = '@no-address.invalid';
/** Of a person without an address who came by an import. */
const IMPORTED_DOMAIN = '@imported.invalid';
/** Of a person whom an import stores only as the author of messages. */
export const AUTHOR_DOMAIN = '@author.invalid';

/**
 * For a provider that gives none, because the database requires one. It receives no mail (RFC 2606). Nobody can register it in
 * advance, because it depends on this server's secret.
 */
export function placeholderEmail(secret: string, provider: string, subject: string): string {
  const digest = createHmac('sha256', secret).update(`${provider} ${subject}`).digest('hex');
  return `${digest.slice(0, 40)}${PLACEHOLDER_DOMAIN}`;
}

/** For a person of an import, until they claim their account. */
export function importedEmail(uid: string): string {
  return `${uid}${IMPORTED_DOMAIN}`;
}

/** For somebody whose account nobody can ever claim. */
export function authorEmail(uid: string): string {
  return `${uid}${AUTHOR_DOMAIN}`;
}

export function isAuthorEmail(email: string): boolean {
  return email.endsWith(AUTHOR_DOMAIN);
}

export function isPlaceholderEmail(email: string): boolean {
  return [PLACEHOLDER_DOMAIN, IMPORTED_DOMAIN, AUTHOR_DOMAIN].some(domain => email.endsWith(domain));
}
