import { CommandError } from '@snug/protocol';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Db } from '../../db/schema.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp.ts';
import { createWrongCodeError } from './two-step.ts';
import { findTwoStep, hasTwoStep, type Proof } from './two-step-store.ts';

export interface CodeVerifierOptions {
  /** Of the server: encrypts the secrets of people, so that a database alone gives no codes. */
  secret: string;
  read: Db;
  now: () => number;
  limits: RateLimits;
}

const TOTP_CODE = /^\d{6}$/;

/** Checks the codes of two-step verification, at most ten an hour of each kind and person. */
export class CodeVerifier {
  readonly #options: CodeVerifierOptions;

  constructor(options: CodeVerifierOptions) {
    this.#options = options;
  }

  /** A code of the app, or a recovery code. Rejects with `forbidden` for a wrong one, and with `rate_limited` after too many. */
  async verify(uid: string, typed: string): Promise<Proof> {
    const code = typed.replaceAll(' ', '');
    if (TOTP_CODE.test(code)) return this.verifyTotp(uid, code);
    // A limit of their own: guesses of app codes must not lock out the person, who still has these.
    await this.#options.limits.takeShared('two_step_codes', `${uid} recovery`);
    return { recoveryHash: hashRecoveryCode(code) };
  }

  /** Undefined without two-step verification. Rejects like `verify`, and with `invalid_input` for a wrong or a missing code. */
  async verifyIfOn(uid: string, code: string | undefined): Promise<Proof | undefined> {
    if (!(await hasTwoStep(this.#options.read, uid))) return undefined;
    if (code === undefined) throw new CommandError('invalid_input', 'code: is missing');
    try {
      return await this.verify(uid, code);
    } catch (error) {
      // Another error than that of a wrong password: the form has both.
      if (error instanceof CommandError && error.code === 'forbidden')
        throw new CommandError('invalid_input', "code: isn't right, or was used before");
      throw error;
    }
  }

  async verifyTotp(uid: string, typed: string): Promise<{ step: number; secret: string }> {
    const { read, now, limits } = this.#options;
    // Before the result is known: otherwise a hundred parallel guesses would count as one.
    await limits.takeShared('two_step_codes', uid);
    const found = await findTwoStep(read, uid);
    const secret = found && (await this.#decrypt(found.secret));
    const step = secret && (await findStep(secret, typed.replaceAll(' ', ''), now()));
    if (!found || !step) throw createWrongCodeError();
    return { step, secret: found.secret };
  }

  /** After a right code. */
  async resetLimits(uid: string): Promise<void> {
    for (const key of [uid, `${uid} recovery`]) await this.#options.limits.resetShared('two_step_codes', key);
  }

  encrypt(secret: string): Promise<string> {
    return symmetricEncrypt({ key: this.#options.secret, data: secret });
  }

  /** Undefined if the server has another secret now. Then the recovery codes still work. */
  #decrypt(encrypted: string): Promise<string | undefined> {
    return symmetricDecrypt({ key: this.#options.secret, data: encrypted }).catch(() => undefined);
  }
}
