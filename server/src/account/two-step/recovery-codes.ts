import { randomBytes } from 'node:crypto';
import { hashSecretCode } from '../../base/secret-code.ts';

const COUNT = 10;
/** 80 random bits: too many to try, also for somebody who has the database. */
const LENGTH = 16;
/** 32 of them, without `l` and `o`, which look like digits. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** As a person reads them: in groups of four. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const code = Array.from(randomBytes(LENGTH), byte => CHARACTERS[byte % CHARACTERS.length]).join('');
    return code.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** `code`: with or without groups. */
export function hashRecoveryCode(code: string): string {
  return hashSecretCode(code.replaceAll('-', '').toLowerCase());
}
