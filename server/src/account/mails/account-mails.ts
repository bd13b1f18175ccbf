import { CommandError, type MailProblem } from '@snug/protocol';
import { createSecretCode, hashSecretCode } from '../../base/secret-code.ts';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import type { LimitName } from '../../limits/default-rates.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Mailer } from '../../mail/mailer.ts';
import * as texts from '../../mail/mails.ts';
import { type FixedSettings, readSetting } from '../../workspace/settings/settings.ts';
import { findUnclaimedOwner } from '../claims/claim-store.ts';
import { findEmail, findOwner, findVerifiedOwner, isVerified } from '../emails/email-store.ts';
import { isPlaceholderEmail } from '../provider-profile.ts';
import type { createMailedLink, MailedLink } from './mailed-links.ts';

export interface AccountMailsOptions {
  mailer: Pick<Mailer, 'send' | 'sendNow'>;
  /** Of the links. */
  origin: string;
  read: Db;
  fixed: FixedSettings;
  writer: MutationWriter<{ create_mailed_link: typeof createMailedLink }>;
  limits: RateLimits;
  onFailure: (error: unknown) => void;
}

export type NoticeMail = keyof typeof NOTICE_TEXTS;

const NOTICE_TEXTS = {
  account_linked: texts.createAccountLinkedMail,
  account_unlinked: texts.createAccountUnlinkedMail,
  account_recovered: texts.createAccountRecoveredMail,
  password_changed: texts.createPasswordChangedMail,
  recovery_link: texts.createRecoveryLinkMail,
  two_step_on: texts.createTwoStepOnMail,
  two_step_off: texts.createTwoStepOffMail,
  passkey_added: texts.createPasskeyAddedMail,
  passkey_removed: texts.createPasskeyRemovedMail,
  token_created: texts.createTokenCreatedMail,
  token_revoked: texts.createTokenRevokedMail,
  webhook_created: texts.createWebhookCreatedMail,
  webhook_deleted: texts.createWebhookDeletedMail,
};

/** The mails about accounts. Each one is sent in the background, so its request takes the same time for every address. */
export class AccountMails {
  readonly #options: AccountMailsOptions;

  constructor(options: AccountMailsOptions) {
    this.#options = options;
  }

  /** Rejects with `rate_limited` if the network or the receiver has too many mails. */
  async admit(networkAddress: string, email: string): Promise<void> {
    const { limits } = this.#options;
    await limits.takeShared('mail_requests', networkAddress);
    await limits.takeShared('mails', email);
  }

  /**
   * A link for a new password, if the address is the verified one of an account. For a person who came by an import and never
   * signed in, a link to do that.
   */
  sendRecovery(email: string): void {
    this.#run(async () => {
      if (await this.#sendClaim(email)) return;
      const uid = await findVerifiedOwner(this.#options.read, email);
      if (uid === undefined) return;
      const code = await this.#createLink(uid, email, 'mailed_recovery');
      this.#send(
        email,
        texts.createRecoveryMail(await this.#readName(), `${this.#options.origin}/recover/${code}`),
      );
    });
  }

  /**
   * A link that confirms the address of the person, present or new. If another account has it, the owner of that account gets a mail about
   * it instead. `sessionId`: of a person who asks for it, and gets none if the session ends before.
   */
  sendConfirmation(uid: string, email: string, sessionId?: string): void {
    this.#run(async () => {
      const { read, origin } = this.#options;
      const [owner, name] = [await findOwner(read, email), await this.#readName()];
      if (owner !== undefined && owner !== uid) return this.#sendTaken(email, name);
      const code = await this.#createLink(uid, email, 'email', sessionId);
      this.#send(email, texts.createConfirmationMail(name, `${origin}/confirm-email/${code}`));
    });
  }

  /** To the owner of an address with which somebody wanted to sign up. */
  sendTakenSignUp(email: string): void {
    this.#run(async () => this.#sendTaken(email, await this.#readName()));
  }

  /** Sends a mail about a change of the person's account. */
  notify(uid: string, kind: NoticeMail): void {
    this.#run(async () => {
      const email = await findEmail(this.#options.read, uid);
      if (email !== undefined) await this.#notify(email, NOTICE_TEXTS[kind](await this.#readName()));
    });
  }

  notifyPreviousEmail(email: string): void {
    this.#run(async () => this.#notify(email, texts.createEmailChangedMail(await this.#readName())));
  }

  /** Throws `forbidden` without a confirmed email. Resolves with the reason of the mail server if it refuses the mail. */
  async sendTest(uid: string): Promise<MailProblem | undefined> {
    const { read, mailer } = this.#options;
    const email = await findEmail(read, uid);
    if (email === undefined || !(await isVerified(read, uid)))
      throw new CommandError('forbidden', 'Confirm your email first');
    return mailer.sendNow({ to: email, ...texts.createTestMail(await this.#readName()) });
  }

  #readName(): Promise<string> {
    return readSetting(this.#options.read, this.#options.fixed, 'workspace_name');
  }

  async #sendTaken(email: string, name: string): Promise<void> {
    if (isPlaceholderEmail(email) || (await this.#sendClaim(email))) return;
    this.#send(email, texts.createTakenMail(name, this.#options.origin));
  }

  /** False if nobody can claim an account with the address. */
  async #sendClaim(email: string): Promise<boolean> {
    const { read, origin } = this.#options;
    const uid = isPlaceholderEmail(email) ? undefined : await findUnclaimedOwner(read, email);
    if (uid === undefined) return false;
    const code = await this.#createLink(uid, email, 'mailed_claim');
    this.#send(email, texts.createClaimMail(await this.#readName(), `${origin}/claim/${code}`));
    return true;
  }

  async #notify(email: string, text: Omit<Parameters<Mailer['send']>[0], 'to'>): Promise<void> {
    if (isPlaceholderEmail(email) || !(await this.#isWithin('notice_mails', email))) return;
    this.#send(email, text);
  }

  /** A limit of their own: somebody who requests many mails must not suppress these. */
  async #isWithin(limit: LimitName, key: string): Promise<boolean> {
    try {
      await this.#options.limits.takeShared(limit, key);
      return true;
    } catch (error) {
      if (error instanceof CommandError) return false;
      throw error;
    }
  }

  async #createLink(
    uid: string,
    email: string,
    kind: MailedLink['kind'],
    sessionId?: string,
  ): Promise<string> {
    const code = createSecretCode();
    const link = { uid, email, kind, hash: hashSecretCode(code) };
    await this.#options.writer.write('create_mailed_link', { ...SYSTEM_CALLER, sessionId }, link);
    return code;
  }

  #send(to: string, text: Omit<Parameters<Mailer['send']>[0], 'to'>): void {
    this.#options.mailer.send({ to, ...text });
  }

  #run(work: () => Promise<void> | void): void {
    const { onFailure } = this.#options;
    setImmediate(() => void Promise.resolve().then(work).catch(onFailure));
  }
}
