import { createHmac } from 'node:crypto';
import { isVisible, MAX_NAME_LENGTH } from '@snug/protocol';
import type { Claims } from './provider-client.ts';
import type { ProviderSettings } from './providers.ts';

const MAX_EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** What Snug takes over of somebody's profile elsewhere. No picture: its address would be anyone's. */
export interface NewUser {
  name: string;
  email: string;
  emailVerified: boolean;
}

/**
 * Who somebody is at a provider, for ever: names and email addresses change hands, this does not. With the issuer,
 * so that after a change of `OIDC_ISSUER` the new one's people are not taken for the old one's.
 */
export function getSubject({ issuer }: ProviderSettings, { sub, id }: Claims): string {
  const subject = sub ?? id;
  const isUsable = (typeof subject === 'string' && subject !== '') || Number.isSafeInteger(subject);
  if (!isUsable) throw new Error('the profile does not say whose it is');
  return issuer ? `${issuer} ${subject as string}` : String(subject);
}

/** Makes do with whatever a profile has: who comes from elsewhere cannot mend it here. `standIn` is an address. */
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
  const clean = name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // Cut between two characters, not within one.
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

/**
 * The address of someone whose provider tells none: every person has one in the database. No mail ever reaches it
 * (RFC 2606), and nobody can take it beforehand, because only this Snug's secret leads to it.
 */
export function placeholderEmail(secret: string, provider: string, subject: string): string {
  const digest = createHmac('sha256', secret).update(`${provider} ${subject}`).digest('hex');
  return `${digest.slice(0, 40)}@no-address.invalid`;
}
